import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock (`flock`) on a file or a folder. All programs of the machine see it.
///
/// Either several holders share it, each with a lock object of its own, or one holder has it exclusively. Holders may
/// be in the same program. The lock ends when it is released, when the object is deallocated, or with the program. A
/// file that is removed while its lock is being taken is not locked.
public final class FileLock: Sendable {
    private let descriptor: Mutex<CInt?>

    private init(_ descriptor: CInt) { self.descriptor = Mutex(descriptor) }

    deinit { release() }

    /// Releases the lock. Further calls do nothing. Any thread may call it.
    public func release() {
        let taken = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let taken { close(taken) }
    }

    /// Takes a shared lock. Waits while another holder has the exclusive lock.
    ///
    /// - Parameter isMade: True if a missing file is created.
    /// - Returns: `nil` if the file is missing and is not created.
    static func share(_ path: String, isMade: Bool) throws(ImageError) -> FileLock? {
        while true {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isMade ? O_CREAT : 0), 0o600)
            if descriptor < 0, !isMade, errno == ENOENT { return nil }
            guard descriptor >= 0 else { throw DurableFile.failure() }
            let isLocked = flock(descriptor, LOCK_SH) == 0
            if isLocked, isLinked(descriptor) { return FileLock(descriptor) }
            // After a signal, or if the file was removed meanwhile, it tries again.
            let failure = isLocked || errno == EINTR ? nil : DurableFile.failure()
            close(descriptor)
            if let failure { throw failure }
        }
    }

    /// Takes the lock exclusively, without waiting.
    ///
    /// - Returns: `nil` if the file is missing or locked.
    static func claim(_ path: String) -> FileLock? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isLinked(descriptor) else {
            close(descriptor)
            return nil
        }
        return FileLock(descriptor)
    }

    private static func isLinked(_ descriptor: CInt) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_nlink > 0
    }
}
