import Foundation

/// A lock that lets only one process follow with a file, for as long as this object exists. When a process ends,
/// the system releases its lock.
final class ReplicaLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `ReplicaError.inUse` when another process has the lock, `ReplicaError.unwritable`, or the error
    ///   that keeps the directory from being created.
    init(for file: URL) throws {
        let directory = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = file.path + ".lock"
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ReplicaError.unwritable(path, String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw ReplicaError.inUse(file.path)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
