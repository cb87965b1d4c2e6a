#if Postgres
    import Foundation
    import Testing

    @testable import AviaryPostgres

    /// A database with a few followed tables, and a node that follows by logical replication.
    final class LogicalWorld {
        let database: TestDatabase
        /// Writes, and looks.
        private(set) var connection: PostgresConnection
        let tables: [FeedTable]
        let node = "a"

        /// - Parameters:
        ///   - rows: How many rows the table `item` has.
        ///   - server: One that a test stops; that of all tests of logical replication by default.
        init(rows: Int = 10, on server: TestServer? = nil) throws {
            database = try TestDatabase(on: server ?? TestServer.logical.get())
            let connection = try PostgresConnection(database.url)
            try connection.execute(
                """
                CREATE TABLE item (id bigint PRIMARY KEY, number int, name text);
                CREATE TABLE note (id int PRIMARY KEY, text text);
                CREATE TABLE other (id int PRIMARY KEY);
                -- Long values are stored apart, and not compressed.
                ALTER TABLE item ALTER COLUMN name SET STORAGE EXTERNAL;
                INSERT INTO item SELECT i, i * 2, 'item ' || i FROM generate_series(1, \(rows)) i;
                INSERT INTO note VALUES (1, NULL)
                """)
            tables = try ["item", "note"].map { try Self.table($0, connection) }
            self.connection = connection
            try LogicalInstallation.install(tables, in: connection)
        }

        /// A server has only so many slots.
        deinit {
            guard let slot = try? slot else { return }
            try? slot.release(connection)
            _ = try? slot.drop(connection)
        }

        static func table(_ name: String, _ connection: PostgresConnection) throws -> FeedTable {
            let columns = try connection.query(
                """
                SELECT attrelid, attname, atttypid, format_type(atttypid, atttypmod) FROM pg_attribute
                WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
                """, [PostgresValue(name)])
            return FeedTable(
                name: name, oid: try #require(columns[0, 0].flatMap { UInt32($0) }),
                columns: try (0..<columns.count).map { row in
                    FeedTable.Column(
                        name: try #require(columns[row, 1]), type: try #require(columns[row, 2].flatMap { UInt32($0) }),
                        typeName: columns[row, 3] ?? "")
                })
        }

        /// After the server was away.
        func connectAgain() throws { connection = try PostgresConnection(database.url) }

        /// A feed is used once.
        func feed(url: String? = nil, _ set: (inout LogicalLimits) -> Void = { _ in }) -> LogicalFeed {
            var limits = LogicalLimits(file: FileManager.default.temporaryDirectory.path + "/no-replica")
            set(&limits)
            return LogicalFeed(url ?? database.url, node: node, tables: tables, publication: "aviary", limits: limits)
        }

        /// A replica that was copied just now.
        func replica() throws -> MemoryReplica {
            let replica = MemoryReplica(tables)
            try replica.copy(from: feed())
            return replica
        }

        /// Follows until the replica has everything that was committed before the call.
        func catchUp(_ replica: MemoryReplica, _ feed: LogicalFeed? = nil) throws {
            let mark = UUID().uuidString
            try connection.execute("INSERT INTO note VALUES ((SELECT max(id) + 1 FROM note), '\(mark)')")
            try replica.follow(feed ?? self.feed()) { replica.rows[1].values.contains { $0[1] == mark } }
        }

        /// What PostgreSQL has, in the form of `MemoryReplica.rows`.
        func rows() throws -> [[String: [String]]] {
            try tables.map { table in
                let result = try connection.query("SELECT \(table.quotedColumns) FROM \(table.quotedName)")
                return Dictionary(
                    uniqueKeysWithValues: try (0..<result.count).map { row in
                        (
                            try #require(result[row, 0]),
                            table.columns.indices.map { result[row, $0] ?? "\\N" }
                        )
                    })
            }
        }

        var slot: LogicalSlot {
            get throws {
                LogicalSlot(node: node, database: try #require(try connection.query("SELECT current_database()")[0, 0]))
            }
        }

        /// Waits until the server has sent everything before a position.
        func awaitSent(_ position: LSN) throws {
            try reach("r.sent_lsn", position)
        }

        /// Waits until the server has taken the acknowledgement of a position.
        func awaitConfirmed(_ position: LSN) throws { try reach("s.confirmed_flush_lsn", position) }

        private func reach(_ column: String, _ position: LSN) throws {
            for _ in 0..<600 {
                let found = try connection.execute(
                    """
                    SELECT \(column) >= '\(position)' FROM pg_replication_slots s
                    LEFT JOIN pg_stat_replication r ON r.pid = s.active_pid WHERE s.slot_name = '\(try slot.name)'
                    """)
                if found[0, 0] == "t" { return }
                try connection.wait(milliseconds: 100)
            }
            Issue.record("The server has not come to \(position).")
        }

        func confirmed() throws -> LSN? { try slot.state(connection)?.confirmed }
    }

    /// Makes sure that a new copy is asked for.
    func expectCopyAgain(
        _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: FeedError.self, sourceLocation: sourceLocation) { try body() }
        guard case .copyAgain? = error else {
            Issue.record("No new copy is asked for: \(String(describing: error))", sourceLocation: sourceLocation)
            return
        }
    }
#endif
