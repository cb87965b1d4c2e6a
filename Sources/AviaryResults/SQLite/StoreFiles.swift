import GRDB
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Checks that the files of an open database are still the files at its path.
///
/// SQLite continues to write to a file that was moved or removed, and such changes would be lost. So the files are
/// checked before each commit, and a commit is refused when something is wrong.
final class StoreFiles: TransactionObserver, Sendable {
    enum Trouble {
        /// No file is at the path, or another file that is empty. An empty file may be a copy in progress.
        case gone
        /// Another file is at the path.
        case replaced
        /// The write-ahead log or its index was removed or replaced.
        case logGone
    }

    let path: String
    private let file: FileIdentity?
    private let logPaths: [String]
    private let log: Mutex<[FileIdentity?]>
    private let committed = Atomic(0)

    /// How many transactions were committed.
    var commits: Int { committed.load(ordering: .relaxed) }

    /// - Parameter path: The path of a database. Read the database first, because SQLite creates the log at the first
    ///   read.
    init(path: String) {
        self.path = path
        file = FileIdentity(path)
        logPaths = [path + "-wal", path + "-shm"]
        log = Mutex(logPaths.map { FileIdentity($0) })
    }

    /// The problem with the files; `nil` when there is none, and for a database in memory.
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

    /// Runs `replace`, which may create a new log. While it runs, no commit is refused because of a missing log.
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

    /// Removes the log and its index if they still belong to this database. Otherwise SQLite would apply them to the
    /// new file.
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

/// The identity of a file, independent of its name.
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
