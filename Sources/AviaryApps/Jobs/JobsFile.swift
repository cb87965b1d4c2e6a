import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file beside a store by which processes see each other's jobs. Each job has 16 bytes of it, at 16 times its
/// number.
///
/// The process of a job has locked these bytes, and writes the progress into them. The system frees the lock when the
/// process dies, however it dies. So a job is alive if and only if its bytes are locked. The file is never synchronized:
/// its pages are memory that processes share, and a commit of the store does not touch them.
final class JobsFile: Sendable {
    /// `nil` for a store that no other process can open. All its jobs are of this process, so nothing is shared.
    private let descriptor: CInt?

    // Locks of an open file description: unlike POSIX locks, they do not end when another part of the program closes
    // the file. Swift does not import this macro, `F_OFD_SETLK`.
    #if canImport(Darwin)
        private static let setLock: CInt = 90
    #else
        private static let setLock: CInt = 37
    #endif
    private static let size: Int64 = 16

    /// Opens the file, or makes it.
    ///
    /// - Parameter path: The path of the database, as SQLite has found it; empty for a database in memory.
    /// - Throws: `POSIXError`.
    init(beside path: String) throws {
        if path.isEmpty {
            descriptor = nil
            return
        }
        // All spellings of the path lead to one file.
        let real = realpath(path, nil)
        defer { free(real) }
        let file = (real.map { String(cString: $0) } ?? path) + "-jobs"
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        self.descriptor = descriptor
    }

    deinit { if let descriptor { close(descriptor) } }

    /// Locks a job.
    ///
    /// - Returns: `false` if another holder has the lock, or if the file system has no locks. `true` if this object has
    ///   it, also from before.
    func lock(_ id: Job.ID) -> Bool { change(id, F_WRLCK) }

    func unlock(_ id: Job.ID) { _ = change(id, F_UNLCK) }

    private func change(_ id: Job.ID, _ type: CInt) -> Bool {
        guard var range = Self.range(of: id, type) else { return false }
        guard let descriptor else { return true }
        return fcntl(descriptor, Self.setLock, &range) == 0
    }

    private static func range(of id: Job.ID, _ type: CInt) -> flock? {
        guard let start = start(of: id) else { return nil }
        var range = flock()
        range.l_type = Int16(type)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = off_t(start)
        range.l_len = off_t(size)
        return range
    }

    /// - Returns: `nil` for a number that no job of ours has.
    private static func start(of id: Job.ID) -> Int64? {
        let (start, isTooLarge) = id.multipliedReportingOverflow(by: size)
        return id > 0 && !isTooLarge && start < .max - size ? start : nil
    }

    /// Writes the progress of a job. On a full disk the others see the progress before.
    func write(_ amount: JobAmount, of id: Job.ID) {
        guard let descriptor, let start = Self.start(of: id) else { return }
        let numbers = [Int64(amount.done).littleEndian, Int64(amount.total).littleEndian]
        _ = numbers.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(start)) }
    }

    /// Reads the progress of a job, which another process may be writing.
    func amount(of id: Job.ID) -> JobAmount {
        guard let descriptor, let start = Self.start(of: id) else { return JobAmount() }
        var numbers: [Int64] = [0, 0]
        let count = numbers.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(start)) }
        guard count == Self.size else { return JobAmount() }
        let (done, total) = (Int(Int64(littleEndian: numbers[0])), Int(Int64(littleEndian: numbers[1])))
        return JobAmount(done: max(0, done), total: max(0, total))
    }
}
