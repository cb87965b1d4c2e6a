import AviaryText
import Foundation
import Logging

/// The lock of a store's directory. It keeps two programs from opening or migrating one store at once.
struct DirectoryLock {
    /// The time between two attempts to get a lock that another program holds.
    private static let interval = Duration.milliseconds(20)
    private let directory: URL
    private let lockTimeout: Duration
    private let logger: Logger
    private let pause: (Duration) -> Void

    /// - Parameter pause: Waits for a duration. The waiting time is counted in such pauses.
    init(
        _ directory: URL, lockTimeout: Duration, logger: Logger,
        pause: @escaping (Duration) -> Void = { usleep(UInt32($0 / .microseconds(1))) }
    ) {
        self.directory = directory
        self.lockTimeout = lockTimeout
        self.logger = logger
        self.pause = pause
    }

    /// Runs `body` while no other program holds the lock.
    ///
    /// - Throws: `StoreError.locked` when another program holds the lock for longer than `lockTimeout`,
    ///   `directoryUnusable` when the directory cannot be read, and the errors of `body`.
    func withLock<T>(_ body: () throws -> T) throws -> T {
        let descriptor = Foundation.open(directory.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.directoryUnusable(directory.path, "it is not readable") }
        // The system releases the lock with the descriptor, even if this program crashes.
        defer { close(descriptor) }
        var waited = Duration.zero
        var hasSaid = false
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            // Some file systems have no locks. Then `body` runs without the lock.
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            guard waited < lockTimeout else { throw StoreError.locked(directory.path, by: owner(descriptor)) }
            if waited > .seconds(1), !hasSaid {
                hasSaid = true
                logger.notice(
                    "Waiting for another program that has locked the directory",
                    metadata: ["directory": "\(directory.path)", "program": "\(owner(descriptor) ?? "unknown")"])
            }
            pause(Self.interval)
            waited += Self.interval
        }
        return try body()
    }

    /// Returns the name and the process identifier of the program that has the lock, if the system tells them.
    private func owner(_ descriptor: Int32) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            let locks = try? FileHandle(forReadingFrom: URL(filePath: "/proc/locks")).readToEnd()
        else { return nil }
        for line in String(decoding: locks, as: UTF8.self).split(separator: "\n") {
            // 1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[1] == "FLOCK", fields[5].hasSuffix(":\(status.st_ino)"),
                let process = Int32(fields[4]), process > 0
            else { continue }
            let name = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? ""
            return name.isBlank ? "process \(process)" : "\(name.onOneLine), process \(process)"
        }
        return nil
    }
}
