import AviaryPostgres
import AviaryResults
import Foundation
import GRDB
import Logging
import Testing

/// The code of the article *When one machine is not enough* is compiled here, and follows a database.
struct ArticleTests {
    private static let file = URL(filePath: #filePath)

    @Test func everyLineOfCodeIsCompiled() throws {
        let article = Self.file.deletingLastPathComponent().appending(
            path: "../../Sources/AviaryPostgres/AviaryPostgres.docc/WhenOneMachineIsNotEnough.md"
        ).standardized
        let text = try String(contentsOf: article, encoding: .utf8)
        let own = lines(try String(contentsOf: Self.file, encoding: .utf8))
        let blocks = text.components(separatedBy: "```swift\n").dropFirst()
        #expect(blocks.count == 3)
        for block in blocks {
            let code = lines(block.components(separatedBy: "\n```")[0])
            #expect(own.contains(code), "not compiled as it stands: \(code.first ?? "")")
        }
    }

    @Test(.timeLimit(.minutes(1))) func anAppFollowsADatabaseThatItHasPrepared() async throws {
        let database = try TestDatabase()
        defer { withExtendedLifetime(database) {} }
        var migrator = DatabaseMigrator()
        migrator.registerMigration("plant") { db in
            try db.execute(
                sql: """
                    CREATE TABLE plant (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL DEFAULT '');
                    INSERT INTO plant (name) VALUES ('Fern');
                    """)
            try History.install(on: "plant", in: db)
            try Receipts.install(in: db)
        }
        let sqlite = try DatabaseQueue()
        try migrator.migrate(sqlite)
        try prepare(database.url, sqlite)
        let folder = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
        let (replica, following) = try follow(
            database.url, folder.appending(path: "plants.sqlite").path, migrator, as: "one")
        try await replica.store.write(receipt: "a/1") { db in
            try db.execute(sql: "UPDATE plant SET name = 'Moss'; INSERT INTO plant (name) VALUES ('Ivy')")
        }
        let names = try await replica.store.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM plant ORDER BY id")
        }
        #expect(names == ["Moss", "Ivy"])
        #expect(try database.connect().execute("SELECT count(*) FROM plant")[0, 0] == "2")
        let (configuration, writer) = settings(database.url, replica, "one")
        #expect(configuration.node == "one" && configuration.url == database.url && configuration.keepDays == 14)
        withExtendedLifetime(writer) {}
        following.cancel()
        await following.value
        replica.store.close()
        try replica.store.database.close()
        try FileManager.default.removeItem(at: folder)
    }

    /// Without indentation and empty lines.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The third code block of the article.
    private func prepare(_ url: String, _ sqlite: DatabaseQueue) throws {
        let connection = try PostgresConnection(url)
        try sqlite.read { db in
            _ = try UpstreamSchema.create(["plant"], from: db, in: connection)
            try LogInstallation.install(UpstreamSchema.tables(["plant"], of: db, in: connection), in: connection)
        }
    }

    /// The first code block of the article.
    private func follow(
        _ url: String, _ path: String, _ migrator: DatabaseMigrator, as node: String
    ) throws -> (Replica, Task<Void, Never>) {
        let configuration = ReplicaConfiguration(url: url, tables: ["plant"], node: node)
        let replica = try Replica.open(StoreFile(path, migrator: migrator), configuration) { replica in
            UpstreamWriter(url, copy: replica)
        }
        let following = Task { await replica.run() }
        return (replica, following)
    }

    /// The second code block of the article.
    private func settings(
        _ url: String, _ replica: Replica, _ node: String
    ) -> (ReplicaConfiguration, UpstreamWriter) {
        var configuration = ReplicaConfiguration(url: url, tables: ["plant"], node: node)
        configuration.keepDays = 14
        configuration.logger.logLevel = .debug
        var options = UpstreamWriter.Options()
        options.connections = 8
        options.certainty = .seconds(30)
        options.receipts = 1_000_000
        let writer = UpstreamWriter(url, copy: replica, options: options)
        return (configuration, writer)
    }
}
