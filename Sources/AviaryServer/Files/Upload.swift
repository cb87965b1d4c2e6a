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
