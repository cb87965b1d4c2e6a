import Foundation
import NIOCore

/// A file that a person has uploaded, for the action that receives it.
///
/// It is removed when the action is done, even if the action has failed. A file that the action has moved elsewhere
/// stays. If the server is killed before the action's receipt is written, the action is performed again, and finds the
/// file unchanged.
public struct UploadedFile: Sendable {
    /// The name on the person's machine. It comes from outside, but is at most one component of a path: no slash, no
    /// NUL, no `..`.
    public let name: String
    /// The media type that the person's browser reports, without parameters. It is not checked.
    public let type: String
    /// The length, in bytes.
    public let size: Int64
    /// The current path of the file. Read it there, and do not change it.
    public let path: String

    /// The media type that the browser reports. If the browser knows none, the type for the extension of the name.
    public var knownType: String { type == ContentType.unknown ? ContentType.ofFile(name) : type }

    package init(name: String, type: String, size: Int64, path: String) {
        self.name = name
        self.type = type
        self.size = size
        self.path = path
    }

    /// Moves the file to another path atomically, even if the power fails. An existing file is replaced.
    ///
    /// It blocks the thread: for a moment on the same disk, and for the duration of a copy on another disk.
    ///
    /// - Parameter target: A path in an existing folder.
    /// - Throws: An error of the file system. After an error nothing has changed at `target`, unless only the last
    ///   flush to the disk has failed.
    /// - Complexity: O(1) on the same disk, O(*b*) for *b* bytes on another.
    public func move(to target: String) throws {
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { target[...$0] } ?? "./"
        // A random name, because the target's name may already have the maximum length of the file system.
        let temporary = "\(folder).\(PageNonce()).part"
        do {
            // This makes a hard link instead of renaming the file. The file must stay at its old path until the
            // action's receipt is written.
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
