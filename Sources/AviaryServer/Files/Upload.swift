/// Files that people send: each streams into a file of its own in a folder, resumes where it was interrupted, and is then
/// received by an action.
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
    ///   - name: The name in `data-upload` in the storyboard: letters, digits, `-` and `_`. Any other traps.
    ///   - folder: Holds the files until an action has received them; made when it is not there. It belongs to this
    ///     upload alone. It is best on the disk where the files will stay: then none is ever copied.
    ///   - types: The media types that files may have, as the browsers of their senders say: `application/pdf`,
    ///     `image/*`; any by default. A file whose type the browser does not know is taken as well. Nothing checks the
    ///     content, so the action must.
    ///   - limits: How much people may send, and how long it is held for them.
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

    /// Whether a file may be sent that its browser takes for that.
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
