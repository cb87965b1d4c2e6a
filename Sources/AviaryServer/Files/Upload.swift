/// Files that people send. Each is streamed to a file of its own in a folder, resumes after an interruption, and is
/// then handed to an action.
///
///     Upload("photos", into: "\(data)/uploads", limits: UploadLimits(file: 1 << 30))
///
///     <input type="file" data-upload="photos" data-action="add" multiple>
///
///     func add(_ event: ActionEvent) throws {
///         for file in event.files { try file.move(to: "\(album)/\(file.name)") }
///     }
public struct Upload: Sendable {
    let name: String
    let folder: String
    let types: [String]
    let limits: UploadLimits

    /// An upload into a folder.
    ///
    /// - Parameters:
    ///   - name: The value of `data-upload` in the storyboard: letters, digits, `-` and `_`. Any other name traps.
    ///   - folder: Stores the files until an action has received them. It is created if necessary, and belongs to this
    ///     upload alone. Choose the disk where the files will stay, so that they need not be copied.
    ///   - types: The accepted media types as browsers report them: `application/pdf`, `image/*`; any by default. A
    ///     file whose type the browser does not know is accepted as well. The content is not checked, so the action
    ///     must do so.
    ///   - limits: How much people may send, and how long it is stored.
    public init(
        _ name: String, into folder: String, types: [String] = [], limits: UploadLimits = UploadLimits()
    ) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy(Self.isNameByte), "an upload's name is letters, digits, - and _")
        self.name = name
        self.folder = folder
        self.types = types
        self.limits = limits
    }

    /// Returns whether files of this media type are accepted. The type is the browser's claim.
    func takes(_ type: String) -> Bool {
        types.isEmpty || type == "application/octet-stream"
            || types.contains { $0.hasSuffix("/*") ? type.hasPrefix($0.dropLast()) : type == $0 }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// How much people may send, and how long it is stored. Sizes are in bytes.
public struct UploadLimits: Sendable {
    /// The largest size of one file, in bytes.
    public var file: Int64 = 4 << 30
    /// The most bytes of one visitor's files, counted from the beginning of each upload until an action has received
    /// the file.
    ///
    /// A visitor is a session, or an address where there are no sessions.
    public var visitor: Int64 = 16 << 30
    /// The most files of one visitor, counted from the beginning of each upload until an action has received the file.
    public var visitorFiles = 256
    /// The most bytes of all files that no action has received yet.
    public var total: Int64 = 64 << 30
    /// The most files that no action has received yet.
    public var totalFiles = 16_384
    /// The bytes of the disk that uploads leave free for other data.
    public var freeDisk: Int64 = 256 << 20
    /// How long a file without activity is stored. The file may be incomplete, or complete but not received by an
    /// action.
    public var lifetime: Duration = .seconds(24 * 60 * 60)

    /// The default limits, with another limit for the size of one file in bytes.
    public init(file: Int64 = 4 << 30) { self.file = file }
}
