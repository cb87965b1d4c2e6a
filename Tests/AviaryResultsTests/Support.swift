import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Logging
import Synchronization

/// A row of the table the tests edit.
struct Thing: LiveRecord, Codable, Hashable {
    static let databaseTableName = "thing"
    var id: Int64
    var rank: DatabaseValueBox?
    var name: DatabaseValueBox?
    var shown: DatabaseValueBox?
    var hidden: DatabaseValueBox?
}

/// Any value at all.
struct DatabaseValueBox: Codable, DatabaseValueConvertible, Hashable {
    var value: DatabaseValue
    init(value: DatabaseValue) { self.value = value }
    init(from decoder: any Decoder) throws { value = .null }
    func encode(to encoder: any Encoder) throws {}
    var databaseValue: DatabaseValue { value }
    static func fromDatabaseValue(_ value: DatabaseValue) -> Self? { Self(value: value) }
}

/// A database in a file of its own, and a store over it that looks for others' commits when told to.
struct TestStore {
    let path: String
    let database: any DatabaseWriter
    let store: LiveStore

    /// - Parameters:
    ///   - encoding: Of text in the file.
    ///   - schema: Creates the tables.
    ///   - clock: Tells the store the time.
    ///   - upstream: Decides the writes. All tables have history then, and are guarded.
    ///   - prepare: Adds functions and collations to each connection.
    init(
        history: Bool = true, limit: Int64 = 1_000_000, encoding: String = "UTF-8",
        schema: String = "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden)",
        logger: Logger = Logger(label: "test"), clock: any Clock<Duration> = ContinuousClock(),
        upstream: CentreUpstream? = nil, prepare: @escaping @Sendable (Database) -> Void = { _ in }
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aviary-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appendingPathComponent("test.sqlite").path
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            db.add(collation: DatabaseCollation("backwards") { $1.compare($0) })
            prepare(db)
            try db.execute(sql: "PRAGMA encoding = '\(encoding)'")
        }
        if upstream != nil { StoreGuard.addFunction(to: &configuration) }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // No test pulls the plug.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        try pool.write { db in
            try db.execute(sql: schema)
            if history { try History.install(on: "thing", in: db) }
            if upstream != nil { try Self.followTables(db) }
        }
        database = pool
        upstream?.attach(pool)
        var options = LiveStore.Options()
        options.pollInterval = nil
        options.historyLimit = limit
        options.upstream = upstream
        store = try LiveStore(pool, reopening: nil, options: options, logger: logger, clock: clock)
    }

    /// Gives all tables what a copy of another database's has.
    private static func followTables(_ db: Database) throws {
        let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE %'"
        let names = try String.fetchAll(db, sql: tables).filter {
            !$0.hasPrefix("sqlite_") && !$0.hasPrefix("aviary") && !$0.hasPrefix("local")
        }
        for name in names {
            try StoreGuard.install(on: name, in: db)
            try History.install(on: name, in: db)
        }
        try Receipts.install(in: db)
    }

    func remove() {
        store.close()
        try? database.close()
        try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
    }

    /// A connection of another program's.
    func openOutside() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    func execute(_ sql: String) async throws { try await store.write { try $0.execute(sql: sql) } }

    /// Runs one of `RandomEdits`' transactions, which may roll itself back, and follows it.
    ///
    /// - Parameter outside: The other connection that makes it; `nil` when the store does.
    func follow(from outside: DatabaseQueue?, _ updates: @escaping @Sendable (Database) throws -> Void) async throws {
        do {
            if let outside { try await outside.write(updates) } else { try await store.write(updates) }
        } catch is RandomEdits.Rollback {}
        if outside != nil { try await store.catchUp() }
    }

    /// Compares what a list hands out for its cells with what the table holds.
    func expectElements(of results: FetchedResults<Thing>, _ context: String) async throws {
        let ids = results.snapshot.allItems
        try await expect(results.elements(for: ids), for: ids, context)
    }

    /// Compares what cells show with what the table holds.
    func expect(_ elements: [Int64: Thing], for ids: [Int64], _ context: String) async throws {
        let held = try await store.read { db in
            try Dictionary(Thing.fetchAll(db).map { ($0.id, $0) }) { first, _ in first }
        }
        for id in ids where elements[id] != held[id] {
            throw ReplayError(
                description: "\(context): row \(id) is shown as \(elements[id] as Any), not \(held[id] as Any)")
        }
    }

    func ids(_ sql: String) async throws -> [Int64] { try await store.read { try Int64.fetchAll($0, sql: sql) } }

    private static let starting = Mutex(())

    /// Runs a program of another process on the file.
    ///
    /// - Parameter command: What the program is told first, beginning with a dot.
    /// - Returns: What it prints.
    @discardableResult
    func sqlite3(_ sql: String, after command: String = ".timeout 5000") throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-cmd", ".timeout 5000", "-cmd", command, path, sql]
        let output = Pipe()
        process.standardOutput = output
        // Foundation crashed now and then when several threads started processes at once.
        try Self.starting.withLock { _ in try process.run() }
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw ReplayError(description: "sqlite3 exits with a failure") }
        return String(decoding: printed, as: UTF8.self)
    }
}

extension Snapshot {
    var allItems: [ItemID] { items(in: 0..<numberOfItems) }
}
