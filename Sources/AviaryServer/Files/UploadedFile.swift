import Foundation
import NIOCore

/// A file that a person has sent, for the action that receives it.
///
/// It is gone when the action is done, also when that has failed; what it moved elsewhere stays. A server that is killed
/// before the action's receipt is written does all of it again, and finds the file as it was.
public struct UploadedFile: Sendable {
    /// As the person's machine calls it. Text from outside, but one component of a path at most: no slash, no NUL, no `..`.
    public let name: String
    /// What the person's browser takes it for, without parameters. Nobody has looked.
    public let type: String
    /// Bytes.
    public let size: Int64
    /// Where it is now. To be read there, and left.
    public let path: String

    package init(name: String, type: String, size: Int64, path: String) {
        self.name = name
        self.type = type
        self.size = size
        self.path = path
    }

    /// Puts the file at another path, whole or not at all, also when the power fails. What was there is replaced.
    ///
    /// Blocks: at once on the same disk, for as long as copying takes on another.
    public func move(to target: String) throws {
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { target[...$0] } ?? "./"
        // Not made of the target's name, which may be as long as the file system takes.
        let temporary = "\(folder).\(PageNonce()).part"
        do {
            // A second name rather than another one: until the receipt is written, the file stays where it can be found.
            if link(path, temporary) != 0 {
                try FileManager.default.copyItem(atPath: path, toPath: temporary)
                try synchronize(temporary)
            }
            guard rename(temporary, target) == 0 else { throw IOError(errnoCode: errno, reason: "rename") }
        } catch {
            unlink(temporary)
            throw error
        }
        try synchronize(String(folder))
    }

    private func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "open") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw IOError(errnoCode: errno, reason: "fsync") }
    }
}
