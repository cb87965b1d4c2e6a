#if Postgres
    import AviaryResults
    import Foundation
    import GRDB
    import Testing

    @testable import AviaryPostgres

    /// A replica in a file that follows by logical replication.
    @Suite(.serialized)
    struct LogicalReplicaTests {
        /// Opens a node's copy by logical replication, which is installed first.
        private static func open(_ world: ReplicaWorld) throws -> Replica {
            let sqlite = try DatabaseQueue()
            try ReplicaWorld.migrator.migrate(sqlite)
            let connection = try world.database.connect()
            let tables = try sqlite.read { try UpstreamSchema.tables(world.followed, of: $0, in: connection) }
            try LogicalInstallation.install(tables, in: connection)
            let (url, file) = (world.database.url, world.file())
            let configuration = ReplicaConfiguration(url: url, tables: world.followed) { tables in
                LogicalFeed(url, node: "a", tables: tables, file: file.url.path)
            }
            return try Replica.open(file, configuration)
        }

        /// A server has only so many slots.
        private static func close(_ world: ReplicaWorld) throws {
            try LogicalInstallation.remove(in: world.database.connect())
        }

        @Test func aReplicaHasTheRowsOfPostgreSQL() async throws {
            let world = try ReplicaWorld(on: TestServer.logical.get(), rows: 50)
            let replica = try Self.open(world)
            try world.expectEqual(replica)
            try await world.following(replica) {
                try world.sql(
                    """
                    UPDATE thing SET name = 'even', data = '\\x00ff' WHERE number % 2 = 0; DELETE FROM thing WHERE number = 7;
                    INSERT INTO thing (name, rank) VALUES ('Infinity', 'Infinity'); UPDATE thing SET id = 900 WHERE number = 9
                    """)
                // Values that must be unique change their rows, one after the other.
                try world.sql("INSERT INTO seat (id, number) VALUES (1, 10), (2, 20)")
                try world.sql("UPDATE seat SET number = 0 WHERE id = 1")
                try world.sql("UPDATE seat SET number = 10 WHERE id = 2")
                try world.sql("UPDATE seat SET number = 20 WHERE id = 1")
                try await world.settle(replica)
            }
            try world.expectEqual(replica)
            // It goes on where it was.
            try world.sql("UPDATE thing SET number = 1")
            try await world.following(replica) { try await world.settle(replica) }
            try world.expectEqual(replica)
            try Self.close(world)
        }

        @Test(arguments: [
            "ALTER TABLE thing ADD COLUMN extra text DEFAULT 'x'",
            "ALTER TABLE thing ALTER COLUMN number TYPE bigint USING number + 1",
            "SELECT pg_terminate_backend(active_pid), pg_sleep(0) FROM pg_replication_slots WHERE database = current_database()",
        ])
        func whateverHappensTheRowsAreThoseOfPostgreSQL(sql: String) async throws {
            let world = try ReplicaWorld(on: TestServer.logical.get(), rows: 20)
            let replica = try Self.open(world)
            try await world.following(replica) {
                try world.sql("UPDATE thing SET name = 'before'")
                try await world.settle(replica)
                try world.sql(sql)
                try world.sql("UPDATE thing SET name = 'after' WHERE id > 10")
                try await world.settle(replica)
            }
            try world.expectEqual(replica)
            try Self.close(world)
        }

        @Test func aSlotThatWasRemovedIsMadeAgain() async throws {
            let world = try ReplicaWorld(on: TestServer.logical.get(), rows: 20)
            let replica = try Self.open(world)
            let connection = try world.database.connect()
            let slots = try LogicalInstallation.status(of: replica.followed, in: connection).slots
            try #expect(LogicalInstallation.removeSlot(named: #require(slots.first).name, in: connection))
            try world.sql("UPDATE thing SET name = 'missed'")
            let file = try world.number(of: replica)
            try await world.following(replica) { try await world.settle(replica) }
            #expect(try world.number(of: replica) != file)
            try world.expectEqual(replica)
            try Self.close(world)
        }
    }
#endif
