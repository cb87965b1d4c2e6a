import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock (`flock`) on a file or a folder, among all programs of the machine.
///
/// Several holders may share it, also within one program, each with a lock object of its own; or one holder has it
/// exclusively. It ends when it is released, when the object is deallocated, or with the program. A file that is
/// removed while its lock is being taken is not locked.
public final class FileLock: Sendable {
    private let descriptor: Mutex<CInt?>

    private init(_ descriptor: CInt) { self.descriptor = Mutex(descriptor) }

    deinit { release() }

    /// Ends the lock. Further calls do nothing. Any thread may call it.
    public func release() {
        let held = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let held { close(held) }
    }

    /// Shares the lock; waits while somebody has it alone.
    ///
    /// - Parameter isMade: Whether a file that is missing is made.
    /// - Returns: `nil` where there is nothing, and nothing is made.
    static func share(_ path: String, isMade: Bool) throws(ImageError) -> FileLock? {
        while true {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isMade ? O_CREAT : 0), 0o600)
            if descriptor < 0, !isMade, errno == ENOENT { return nil }
            guard descriptor >= 0 else { throw DurableFile.failure() }
            let isLocked = flock(descriptor, LOCK_SH) == 0
            if isLocked, isLinked(descriptor) { return FileLock(descriptor) }
            // A signal, or a file that was removed meanwhile: once more.
            let failure = isLocked || errno == EINTR ? nil : DurableFile.failure()
            close(descriptor)
            if let failure { throw failure }
        }
    }

    /// Takes the lock alone, without waiting.
    ///
    /// - Returns: `nil` where there is nothing, or somebody has locked it.
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
