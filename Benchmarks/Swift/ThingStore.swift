import AviaryResults
import Foundation
import GRDB
import Synchronization

/// A row of the measured table: a date to sort by, and a text to show.
struct Thing: Codable, LiveRecord {
    static let databaseTableName = "thing"
    static let request = ListRequest<Thing>(sort: [Column("created").asc])

    /// Sections of ten minutes, which have ten rows in a store of any size.
    static let sectioned = ListRequest<Thing>(
        sort: [Column("created").asc], sections: .by(SQL("created / 600000").asc))

    static let groupKey = "created / 60000 % 1000"
    /// A count and a sum by a thousand groups.
    static let grouped = AggregateRequest(
        [.count, .sum(Column("created"))], of: Thing.self, by: SQL(sql: groupKey))

    /// A request with a limit, as for one screen.
    static func first(_ count: Int) -> ListRequest<Thing> {
        var request = request
        request.limit = count
        return request
    }

    var id: Int64
    var created: Int64
    var name: String
}

/// A store in a WAL file of its own, with history and an index on the date.
final class ThingStore: Sendable {
    let rows: Int
    let database: DatabasePool
    let store: LiveStore
    private let folder: URL
    private let committed = CommitClock()

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - columns: Additional text columns, behind the three that each row has.
    ///   - history: Whether the table logs its changes. Only observations of GRDB do without.
    ///   - names: The name of each row, as an SQL expression of its id.
    ///   - pageCache: The size of each connection's page cache in MiB; `nil` for SQLite's own size of 2 MiB.
    ///   - pollInterval: How often the store looks for commits of others. By default it does not, because polling is not
    ///     part of a change, and the observations of the peers do not poll.
    init(
        rows: Int, columns: [String] = [], history: Bool = true, names: String = "'Thing of ' || (1700000000000 + id)",
        pageCache: Int? = nil, pollInterval: Duration? = nil
    ) throws {
        self.rows = rows
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("aviary-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = Configuration()
        if let pageCache {
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -\(pageCache * 1024)") }
        }
        database = try DatabasePool(
            path: folder.appendingPathComponent("things.sqlite").path, configuration: configuration)
        try database.write { db in
            let more = columns.map { ", \($0) TEXT DEFAULT 'as it was'" }.joined()
            try db.execute(
                sql: "CREATE TABLE thing(id INTEGER PRIMARY KEY, created INTEGER NOT NULL, name TEXT\(more))")
            // Dates about a minute apart, in another order than the rowids. The names are as long as those of later
            // changes.
            try db.execute(
                sql: """
                    WITH RECURSIVE number(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < \(rows))
                    INSERT INTO thing(id, created, name)
                    SELECT id, 1700000000000 + id * 7919 % \(rows) * 60000 + id % 1000, \(names)
                    FROM number
                    """)
            try db.execute(sql: "CREATE INDEX thing_created ON thing(created)")
            if history { try History.install(on: "thing", in: db) }
        }
        // Without the checkpoint the file is small and the log long.
        try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        database.add(transactionObserver: committed, extent: .databaseLifetime)
        var options = LiveStore.Options()
        options.pollInterval = pollInterval
        store = try LiveStore(database, options: options)
    }

    /// Removes the file.
    func remove() throws {
        store.close()
        try database.close()
        try FileManager.default.removeItem(at: folder)
    }

    typealias Transaction = (start: ContinuousClock.Instant, end: ContinuousClock.Instant)

    /// Gives rows another date and name in one transaction, so each change is a move with an update.
    func change(_ ids: [Int64], to date: Int64) throws -> Transaction {
        try transaction { db in
            let statement = try db.cachedStatement(sql: "UPDATE thing SET created = ? + id, name = ? WHERE id = ?")
            for id in ids { try statement.execute(arguments: [date, "Thing of \(date)", id]) }
        }
    }

    /// Gives a row another date and this name.
    func change(_ id: Int64, to date: Int64, name: String) throws -> Transaction {
        try transaction { db in
            let statement = try db.cachedStatement(sql: "UPDATE thing SET created = ?, name = ? WHERE id = ?")
            try statement.execute(arguments: [date, name, id])
        }
    }

    func delete(_ id: Int64) throws -> Transaction {
        try transaction { try $0.execute(sql: "DELETE FROM thing WHERE id = ?", arguments: [id]) }
    }

    /// Runs a transaction.
    ///
    /// - Returns: The times of its start and of its commit.
    private func transaction(_ updates: (Database) throws -> Void) throws -> Transaction {
        let start = ContinuousClock.now
        try database.write(updates)
        return (start, committed.last.withLock { $0 })
    }

    /// The same on a dispatch thread, so that it takes no thread from the tasks.
    func changeSoon(_ ids: [Int64], to date: Int64) async throws -> Transaction {
        try await onDispatchThread { try self.change(ids, to: date) }
    }

    /// Runs a transaction on a dispatch thread.
    func soon(_ updates: @escaping @Sendable (Database) throws -> Void) async throws -> Transaction {
        try await onDispatchThread { try self.transaction(updates) }
    }

    private func onDispatchThread(_ work: @escaping @Sendable () throws -> Transaction) async throws -> Transaction {
        try await withCheckedThrowingContinuation { done in
            DispatchQueue.global().async { done.resume(with: Result { try work() }) }
        }
    }
}

/// Records the time of the last commit.
final class CommitClock: TransactionObserver, Sendable {
    let last = Mutex(ContinuousClock.now)

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { last.withLock { $0 = .now } }
    func databaseDidRollback(_ db: Database) {}
}
