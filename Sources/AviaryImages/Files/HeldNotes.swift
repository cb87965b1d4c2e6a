import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The notes of a content store that this program works on, locked (`flock`) so that another program leaves them alone.
///
/// Programs that add the same file share the lock. One that settles the file has it alone. The locks of a killed program
/// go with it. A note that is locked can have been removed before it was: so its links are counted under the lock.
final class HeldNotes: Sendable {
    private let descriptors = Mutex<[ContentID: [CInt]]>([:])

    deinit {
        for descriptor in descriptors.withLock({ Array($0.values.joined()) }) { close(descriptor) }
    }

    /// Shares the lock of a note; waits while another program settles it.
    ///
    /// - Returns: Whether there is a note.
    func share(_ id: ContentID, at path: String, isMade: Bool) throws(ImageError) -> Bool {
        while true {
            let descriptor = open(path, O_RDWR | O_CLOEXEC | (isMade ? O_CREAT : 0), 0o600)
            if descriptor < 0, !isMade, errno == ENOENT { return false }
            guard descriptor >= 0 else { throw DurableFile.failure() }
            let isLocked = flock(descriptor, LOCK_SH) == 0
            if isLocked, isLinked(descriptor) {
                keep(descriptor, of: id)
                return true
            }
            // A signal, or a note that was settled meanwhile: once more.
            let failure = isLocked || errno == EINTR ? nil : DurableFile.failure()
            close(descriptor)
            if let failure { throw failure }
        }
    }

    /// Locks a note for this program's settling.
    ///
    /// - Returns: Whether there is one that nobody else has locked.
    func claim(_ id: ContentID, at path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isLinked(descriptor) else {
            close(descriptor)
            return false
        }
        keep(descriptor, of: id)
        return true
    }

    /// Gives back one lock of a note.
    func release(_ id: ContentID) {
        let descriptor = descriptors.withLock { all -> CInt? in
            guard let descriptor = all[id]?.popLast() else { return nil }
            if all[id]?.isEmpty == true { all[id] = nil }
            return descriptor
        }
        if let descriptor { close(descriptor) }
    }

    private func keep(_ descriptor: CInt, of id: ContentID) {
        descriptors.withLock { $0[id, default: []].append(descriptor) }
    }

    private func isLinked(_ descriptor: CInt) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_nlink > 0
    }
}
