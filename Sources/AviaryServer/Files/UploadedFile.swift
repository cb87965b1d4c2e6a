import Foundation
import NIOCore

/// A file that a person has sent, for the action that receives it.
///
/// It is removed when the action is done, also when the action has failed; what the action moved elsewhere stays. A
/// server that is killed before the action's receipt is written performs the action again, and finds the file as it
/// was.
public struct UploadedFile: Sendable {
    /// The name on the person's machine. Text from outside, but at most one component of a path: no slash, no NUL, no
    /// `..`.
    public let name: String
    /// The media type that the person's browser takes the file for, without parameters. Nothing has checked it.
    public let type: String
    /// The length, in bytes.
    public let size: Int64
    /// The path at which the file is at present. Read it there, and do not change it.
    public let path: String

    package init(name: String, type: String, size: Int64, path: String) {
        self.name = name
        self.type = type
        self.size = size
        self.path = path
    }

    /// Puts the file at another path, whole or not at all, also when the power fails. A file that was there is
    /// replaced.
    ///
    /// Blocks the thread: for a moment on the same disk, for as long as copying takes on another.
    ///
    /// - Parameter target: A path, whose folder must be there.
    /// - Throws: An error of the file system. Nothing has changed at `target` then, unless only the last flush to the
    ///   disk has failed.
    /// - Complexity: O(1) on the same disk, O(*b*) for *b* bytes on another.
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
