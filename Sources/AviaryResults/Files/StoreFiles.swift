import GRDB
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files of an open database: whether they are still what stands at its path.
///
/// SQLite goes on writing to a file that was moved or removed, and nobody would find again what it wrote. So every
/// commit looks first, and is refused when something is wrong.
final class StoreFiles: TransactionObserver, Sendable {
    enum Trouble {
        /// Nothing stands at the path, or an empty file: a copy on its way.
        case gone
        /// Another file stands there.
        case replaced
        /// The write-ahead log, or its index, was removed from beside the file.
        case logGone
    }

    let path: String
    private let file: FileIdentity?
    private let logPaths: [String]
    private let log: Mutex<[FileIdentity?]>
    private let committed = Atomic(0)

    /// How many transactions were committed.
    var commits: Int { committed.load(ordering: .relaxed) }

    /// - Parameter path: Of a database that was read from already, so that its log is there.
    init(path: String) {
        self.path = path
        file = FileIdentity(path)
        logPaths = [path + "-wal", path + "-shm"]
        log = Mutex(logPaths.map { FileIdentity($0) })
    }

    /// What is wrong; `nil` when nothing is, and for a database in memory.
    ///
    /// - Complexity: Three calls of `stat`.
    var trouble: Trouble? {
        guard let file else { return nil }
        guard let now = FileIdentity(path) else { return .gone }
        guard now == file else { return now.isEmpty ? .gone : .replaced }
        let isLogThere = log.withLock { log in
            zip(logPaths, log).allSatisfy { path, known in known == nil || FileIdentity(path) == known }
        }
        return isLogThere ? nil : .logGone
    }

    /// Lets the log be made anew; these commits are not refused.
    func replacingLog(_ replace: () throws -> Void) rethrows {
        let known = log.withLock { log in
            defer { log = log.map { _ in nil } }
            return log
        }
        do { try replace() } catch {
            log.withLock { $0 = known }
            throw error
        }
        log.withLock { $0 = logPaths.map { FileIdentity($0) } }
    }

    /// Removes the log, if it is still the one of this database: what replaces the database must not replay it.
    func removeLog() {
        log.withLock { log in
            for (path, identity) in zip(logPaths, log) where identity != nil {
                if FileIdentity(path) == identity { unlink(path) }
            }
        }
    }

    // MARK: Commits

    func databaseWillCommit() throws {
        switch trouble {
        case nil: return
        case .gone: throw ResultsError.gone(path)
        case .replaced: throw ResultsError.replaced(path)
        case .logGone: throw ResultsError.logGone(path)
        }
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { committed.add(1, ordering: .relaxed) }
    func databaseDidRollback(_ db: Database) {}
}

/// Which file it is, whatever its name.
private struct FileIdentity: Equatable {
    let isEmpty: Bool
    private let device: UInt64
    private let number: UInt64

    /// - Returns: `nil` when there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        isEmpty = status.st_size == 0
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.device == other.device && one.number == other.number
    }
}
