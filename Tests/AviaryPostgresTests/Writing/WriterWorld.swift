import AviaryPostgres
import AviaryResults
import Foundation
import GRDB
import Testing

/// A PostgreSQL database with an app's tables, and nodes that follow it and write to it.
final class WriterWorld {
    static let names = ["thing", "note"]

    let database: TestDatabase
    /// That of another program.
    let connection: PostgresConnection
    private var nodes: [Node] = []

    /// One node: a store whose file follows, and its window's steps.
    final class Node {
        let name: String
        let replica: Replica
        let stack = UndoStack()
        private let following: Task<Void, Never>
        private let folder: URL

        var store: LiveStore { replica.store }

        init(_ name: String, _ url: String, writer: UpstreamWriter.Options, writerURL: String) throws {
            self.name = name
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("aviary-\(UUID().uuidString)")
            let configuration = ReplicaConfiguration(url: url, tables: WriterWorld.names, node: name)
            var file = StoreFile(folder.appendingPathComponent("replica.sqlite"), migrator: WriterWorld.migrator)
            file.options.pollInterval = nil
            let replica = try Replica.open(file, configuration) { replica in
                UpstreamWriter(writerURL, copy: replica, options: writer)
            }
            self.replica = replica
            following = Task { await replica.run() }
        }

        func close() async {
            following.cancel()
            await following.value
            store.close()
            try? FileManager.default.removeItem(at: folder)
        }

        func execute(_ sql: String, receipt: String? = nil) async throws {
            try await store.write(receipt: receipt) { db in try db.execute(sql: sql) }
        }

        func strings(_ sql: String) async throws -> [String] {
            try await store.read { db in try String.fetchAll(db, sql: sql) }
        }

        /// Returns when the replica does something.
        func wait(until condition: ReplicaCondition) async throws {
            while replica.condition != condition { try await Task.sleep(for: .milliseconds(5)) }
        }

        /// Returns when the file has a row.
        func wait(for condition: String) async throws {
            while try await store.read({ db in try Bool.fetchOne(db, sql: "SELECT \(condition)") }) != true {
                await replica.wait(after: replica.steps, timeout: .milliseconds(100))
                try Task.checkCancellation()
            }
        }
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("tables") { db in
            try db.execute(
                sql: """
                    CREATE TABLE thing (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, rank REAL, name TEXT UNIQUE, isDone BOOLEAN,
                        data BLOB, number INTEGER, createdAt DATETIME
                    );
                    CREATE TABLE note (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        thing INTEGER REFERENCES thing(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                        text TEXT
                    );
                    """)
            for name in WriterWorld.names { try History.install(on: name, in: db) }
            try Receipts.install(in: db)
        }
        return migrator
    }

    init() throws {
        database = try TestDatabase()
        connection = try PostgresConnection(database.url)
        let app = try DatabaseQueue()
        try Self.migrator.migrate(app)
        let connection = connection
        try app.read { db in
            _ = try UpstreamSchema.create(Self.names, from: db, in: connection)
            let tables = try UpstreamSchema.tables(Self.names, of: db, in: connection)
            try LogInstallation.install(tables, in: connection)
        }
    }

    func makeNode(
        _ name: String = "a", writer: UpstreamWriter.Options = .init(), writerURL: String? = nil
    ) throws -> Node {
        let node = try Node(name, database.url, writer: writer, writerURL: writerURL ?? database.url)
        nodes.append(node)
        return node
    }

    func close() async {
        for node in nodes { await node.close() }
        nodes = []
    }

    /// One column of PostgreSQL's rows.
    func strings(_ sql: String) throws -> [String?] {
        let result = try connection.query(sql)
        return (0..<result.count).map { result[$0, 0] }
    }

    /// The tables as PostgreSQL has them.
    func tables() throws -> [FeedTable] {
        let app = try DatabaseQueue()
        try Self.migrator.migrate(app)
        let connection = connection
        return try app.read { db in try UpstreamSchema.tables(Self.names, of: db, in: connection) }
    }

    /// Waits for a session of the writer that does something.
    func wait(forWriter condition: String) async throws -> Int64 {
        while true {
            let sessions = try strings(
                """
                SELECT pid::text FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'aviary writer' AND \(condition)
                """)
            if let session = sessions.first.flatMap({ $0 }).flatMap({ Int64($0) }) { return session }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
