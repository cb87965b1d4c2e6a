import AviaryResults
import Foundation
import GRDB
import Logging
import Synchronization
import Testing

@testable import AviaryPostgres

/// A database of PostgreSQL's with a log, and nodes that follow it.
final class ReplicaWorld: Sendable {
    let database: TestDatabase
    let folder: URL
    let followed: [String]

    static let things = "thing"
    static let seats = "seat"

    /// The app's schema. `seat` has a value that must be unique, `local` is not followed.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("first") { db in
            try db.execute(
                sql: """
                    CREATE TABLE thing (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT DEFAULT 'new', rank REAL, number INTEGER, data BLOB);
                    CREATE INDEX thingOrder ON thing(rank);
                    CREATE TABLE seat (id INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER NOT NULL, name TEXT);
                    CREATE UNIQUE INDEX seatOnce ON seat(number);
                    CREATE TABLE local (id INTEGER PRIMARY KEY, name TEXT);
                    INSERT INTO thing (id, name, rank) VALUES (1, 'first', 0.5);
                    """)
            try History.install(on: "thing", in: db)
            try Receipts.install(in: db)
        }
        return migrator
    }()

    /// - Parameters:
    ///   - isInstalled: Whether the app's tables and the log exist.
    ///   - rows: How many rows `thing` gets in addition to its initial row.
    init(on server: TestServer? = nil, tables: [String] = [things, seats], isInstalled: Bool = true, rows: Int = 0)
        throws
    {
        database = try TestDatabase(on: server)
        followed = tables
        folder = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard isInstalled else { return }
        try install()
        if rows > 0 {
            try sql(
                "INSERT INTO thing (name, rank, number) SELECT 'thing ' || i, i / 8.0, i FROM generate_series(1, \(rows)) i"
            )
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func install(_ migrator: DatabaseMigrator = migrator) throws {
        let connection = try database.connect()
        let sqlite = try DatabaseQueue()
        try migrator.migrate(sqlite)
        try sqlite.read { db in
            _ = try UpstreamSchema.create(followed, from: db, in: connection)
            let tables = try UpstreamSchema.tables(followed, of: db, in: connection)
            try LogInstallation.install(tables, in: connection)
        }
    }

    /// Runs statements in PostgreSQL, as somebody else does.
    @discardableResult func sql(_ sql: String) throws -> PostgresResult { try database.connect().execute(sql) }

    /// Has the log trimmed until it is empty. Transactions of other tests may be open for a while.
    ///
    /// - Parameter before: Statements that come before each attempt.
    func trim(_ before: String = "") async throws {
        let end = ContinuousClock.now + .seconds(60)
        repeat {
            if !before.isEmpty { try sql(before) }
            try sql("SELECT aviary.trim(7, 1000)")
            if try sql("SELECT EXISTS (SELECT FROM aviary.change)")[0, 0] == "f" { return }
            try await Task.sleep(for: .milliseconds(20))
        } while ContinuousClock.now < end
        Issue.record("The log is not trimmed")
    }

    /// Has the log trimmed past all nodes, as if they were away for days.
    func trimPastAll() async throws {
        try sql("UPDATE aviary.follower SET seen = now() - interval '8 days'")
        try await trim()
    }

    // MARK: Nodes

    func file(_ name: String = "a", migrator: DatabaseMigrator = migrator) -> StoreFile {
        var file = StoreFile(
            folder.appending(path: "\(name).sqlite"), migrator: migrator,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        file.options.pollInterval = nil
        return file
    }

    /// Opens a node's copy. Nobody follows yet.
    func open(
        _ name: String = "a", migrator: DatabaseMigrator = migrator, url: String? = nil,
        reportInterval: Duration = .seconds(60)
    ) throws -> Replica {
        let url = url ?? database.url
        var configuration = ReplicaConfiguration(
            url: url, tables: followed, node: name, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        configuration.inspection = .milliseconds(20)
        configuration.reportInterval = reportInterval
        return try Replica.open(file(name, migrator: migrator), configuration)
    }

    /// Follows while `body` runs.
    func following<T: Sendable>(_ replica: Replica, _ body: () async throws -> T) async throws -> T {
        let task = Task { await replica.run() }
        let result: Result<T, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        task.cancel()
        await task.value
        return try result.get()
    }

    /// Gives a replica up, and returns when it has gone. The lock of its file ends with it. A task that has just ended
    /// may hold it a moment longer.
    func giveUp(_ replica: inout Replica?) async {
        struct Ended { weak var replica: Replica? }
        let ended = Ended(replica: replica)
        replica = nil
        while ended.replica != nil { await Task.yield() }
    }

    /// Returns when replicas have all that was committed before the call, and the receipt that tells it.
    func settle(_ replicas: Replica..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let receipt = UUID().uuidString
        try sql("INSERT INTO \"aviaryReceipt\" (name) VALUES ('\(receipt)')")
        for replica in replicas {
            let hasCome = try await replica.wait(forReceipt: receipt, timeout: .seconds(60))
            #expect(hasCome, "It does not follow: \(replica.condition)", sourceLocation: sourceLocation)
        }
    }

    /// Returns when the replica does something.
    func wait(
        _ replica: Replica, until isDone: (ReplicaCondition) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let end = ContinuousClock.now + .seconds(60)
        while !isDone(replica.condition), ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(5))
        }
        #expect(isDone(replica.condition), "It is \(replica.condition)", sourceLocation: sourceLocation)
    }

    /// Which file a replica is in: another one after another copy.
    func number(of replica: Replica) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: replica.file.url.path)
        return try #require(attributes[.systemFileNumber] as? Int)
    }

    // MARK: Comparing

    /// Compares every value of every row.
    func expectEqual(_ replica: Replica, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let connection = try database.connect()
        for table in replica.followed {
            let result = try connection.query("SELECT \(table.quotedColumns) FROM \(table.quotedName) ORDER BY 1")
            let upstream = (0..<result.count).map { row in
                table.columns.indices.map { column -> RowValue in
                    let value = result.bytes(row, column).map {
                        ReplicaForm(type: table.columns[column].type).value(of: $0)
                    }
                    // A REAL column of SQLite has no −0.0.
                    return value == .real(-0.0) ? .real(0) : value ?? .null
                }
            }
            let local = try replica.store.database.read { db in
                try Row.fetchAll(db, sql: "SELECT \(table.quotedColumns) FROM \(table.quotedName) ORDER BY 1").map {
                    row in
                    Array(row.databaseValues.map { RowValue($0) })
                }
            }
            #expect(local == upstream, "\(table.name)", sourceLocation: sourceLocation)
        }
    }
}
