#if Postgres
    /// What logical replication needs in PostgreSQL: a publication with the followed tables, and a slot for each node,
    /// which the node makes itself.
    ///
    /// A slot makes PostgreSQL keep its log until the node has it. So a node that does not come back fills the disk,
    /// unless `max_slot_wal_keep_size` limits that or its slot is removed: `status(of:in:)` says how much each one holds.
    public enum LogicalInstallation {
        /// Creates the publication, or adds what it lacks. It may run while nodes follow, which are not disturbed.
        ///
        /// The connection's user need not be a superuser; see `checkRights(toFollow:publication:in:)`.
        ///
        /// - Parameters:
        ///   - tables: The tables, as `UpstreamSchema.tables(_:of:in:)` finds them.
        ///   - user: The role that nodes connect as, when it is another one than the connection's. It gets what following
        ///     and writing need, but for the right to replicate, which only an administrator gives.
        ///   - publication: The name of the publication.
        ///   - connection: A connection to the database, as the user that owns the tables.
        /// - Returns: What the administrator should know or do, in sentences.
        @discardableResult
        public static func install(
            _ tables: [FeedTable], for user: String? = nil, publication: String = "aviary",
            in connection: PostgresConnection
        ) throws -> [String] {
            try LogicalServer.check(connection)
            try checkRights(toFollow: tables.map(\.name), publication: publication, in: connection)
            try connection.transaction {
                // Two installations at once would both create the same.
                try connection.execute("SELECT pg_advisory_xact_lock(hashtext('aviary install'))")
                try publish(tables, publication, connection)
                try LogicalCatalog(publication: publication, tables: tables).check(connection)
                if let user { for table in tables { try grant(table, to: user, connection) } }
            }
            return try advice(for: user, connection)
        }

        /// Whether the connection's user may install it: own the tables or make them, and make the publication.
        ///
        /// - Parameters:
        ///   - names: The tables that are to be followed, which may not be there yet.
        ///   - publication: The name of the publication.
        ///   - connection: A connection to the database.
        /// - Throws: ``FeedError/notAllowed(role:statements:)`` with what somebody else has to run.
        public static func checkRights(
            toFollow names: [String], publication: String = "aviary", in connection: PostgresConnection
        ) throws {
            try UpstreamVersion.check(connection)
            var rights = try UpstreamRights(connection)
            try rights.needTables(names + [UpstreamSchema.receipts])
            let name = PostgresConnection.literal(publication)
            try rights.needCreation(
                unless: "EXISTS (SELECT FROM pg_catalog.pg_publication WHERE pubname = \(name))")
            try rights.finish()
        }

        /// What is missing, and what the slots hold.
        ///
        /// - Parameters:
        ///   - tables: The tables that are to be followed.
        ///   - publication: The name of the publication.
        ///   - connection: A connection to the database.
        public static func status(
            of tables: [FeedTable], publication: String = "aviary", in connection: PostgresConnection
        ) throws -> LogicalStatus {
            var status = LogicalStatus()
            do {
                try LogicalServer.check(connection)
                try LogicalCatalog(publication: publication, tables: tables).check(connection)
            } catch let error as FeedError {
                switch error {
                case .copyAgain(let reason), .notInstalled(let reason): status.faults.append(reason)
                case .cannotFollow(let table, let reason):
                    status.faults.append("the table \(table) cannot be followed: \(reason)")
                case .unsupported, .notAllowed: throw error
                }
            }
            status.slots = try slots(connection)
            status.advice = try advice(for: nil, connection)
            return status
        }

        /// Drops the publication, and the slots of all nodes of this database. Tables and rows stay. Nodes that follow
        /// stop.
        ///
        /// - Returns: The names of the slots that were dropped.
        @discardableResult
        public static func remove(
            publication: String = "aviary", in connection: PostgresConnection
        ) throws -> [String] {
            // First the publication: without it no node makes a slot anew.
            try connection.execute("DROP PUBLICATION IF EXISTS \(PostgresConnection.quoted(publication))")
            return try slots(connection).map(\.name).filter { try removeSlot(named: $0, in: connection) }
        }

        /// Drops the slot of a node that does not come back, so that PostgreSQL may remove the log that it holds. If the
        /// node does come back, it makes a new copy.
        ///
        /// - Parameters:
        ///   - name: The name of the slot, as the status has it.
        ///   - connection: A connection to the database.
        /// - Returns: Whether there was such a slot in this database.
        @discardableResult
        public static func removeSlot(named name: String, in connection: PostgresConnection) throws -> Bool {
            let slot = LogicalSlot(name: name)
            guard LogicalSlot.isName(name), try slot.state(connection)?.isOfThisDatabase == true else { return false }
            try slot.release(connection)
            return try slot.drop(connection)
        }

        // MARK: Installing

        private static func publish(_ tables: [FeedTable], _ publication: String, _ connection: PostgresConnection)
            throws
        {
            let name = PostgresConnection.quoted(publication)
            let kinds = "publish = 'insert, update, delete, truncate'"
            let found = try connection.query(
                """
                SELECT puballtables, pubinsert AND pubupdate AND pubdelete AND pubtruncate
                FROM pg_catalog.pg_publication WHERE pubname = $1::name
                """, [PostgresValue(publication)])
            guard found.count == 1 else {
                let list = tables.map(\.quotedName).joined(separator: ", ")
                try connection.execute("CREATE PUBLICATION \(name) FOR TABLE \(list) WITH (\(kinds))")
                return
            }
            if found[0, 1] != "t" { try connection.execute("ALTER PUBLICATION \(name) SET (\(kinds))") }
            if found[0, 0] == "t" { return }
            let members = try connection.query(
                """
                SELECT r.prrelid FROM pg_catalog.pg_publication_rel r
                JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid WHERE p.pubname = $1::name
                """, [PostgresValue(publication)])
            let known = Set((0..<members.count).compactMap { members[$0, 0] })
            for table in tables where !known.contains(String(table.oid)) {
                try connection.execute("ALTER PUBLICATION \(name) ADD TABLE \(table.quotedName)")
            }
        }

        private static func grant(_ table: FeedTable, to user: String, _ connection: PostgresConnection) throws {
            let role = PostgresConnection.quoted(user)
            try connection.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON \(table.quotedName) TO \(role)")
            // The sequence of its key: a node takes ranges from it, and moves it past keys that somebody chose.
            let sequence = try connection.query(
                "SELECT pg_get_serial_sequence($1, $2)", [PostgresValue(table.quotedName), PostgresValue(table.key)])
            guard let name = sequence[0, 0] else { return }
            try connection.execute("GRANT USAGE, SELECT, UPDATE ON SEQUENCE \(name) TO \(role)")
        }

        // MARK: What there is

        private static func slots(_ connection: PostgresConnection) throws -> [LogicalStatus.Slot] {
            let result = try connection.query(
                """
                SELECT slot_name, active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint,
                  pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::bigint, wal_status = 'lost',
                  safe_wal_size
                FROM pg_catalog.pg_replication_slots
                WHERE database = current_database() AND plugin = 'pgoutput' AND starts_with(slot_name::text, $1)
                ORDER BY slot_name::text COLLATE "C"
                """, [PostgresValue(LogicalSlot.prefix)])
            return (0..<result.count).map { row in
                func number(_ column: Int) -> Int64? { result[row, column].flatMap { Int64($0) } }
                return LogicalStatus.Slot(
                    name: result[row, 0] ?? "", isActive: result[row, 1] == "t", heldBytes: max(0, number(2) ?? 0),
                    behindBytes: max(0, number(3) ?? 0), isLost: result[row, 4] == "t", bytesToLoss: number(5))
            }
        }

        /// What the right of a role and the settings of the server mean for slots.
        private static func advice(for user: String?, _ connection: PostgresConnection) throws -> [String] {
            let role = try connection.query(
                """
                SELECT rolname, rolsuper OR rolreplication FROM pg_catalog.pg_roles
                WHERE rolname = coalesce($1::name, current_user)
                """, [user.map { PostgresValue($0) }])
            let settings = try connection.query(
                """
                SELECT current_setting('max_slot_wal_keep_size'),
                  current_setting('max_replication_slots')::int
                    - (SELECT count(*) FROM pg_catalog.pg_replication_slots),
                  current_setting('max_wal_senders')::int - (SELECT count(*) FROM pg_catalog.pg_stat_replication)
                """)
            var advice: [String] = []
            if let name = role[0, 0], role[0, 1] != "t" {
                advice.append(
                    "The role \(name) of the nodes needs the right to replicate: "
                        + "ALTER ROLE \(PostgresConnection.quoted(name)) REPLICATION.")
            }
            if settings[0, 0] == "-1" {
                advice.append(
                    "A node that stays away makes PostgreSQL keep its log until the disk is full. This limits it: "
                        + "ALTER SYSTEM SET max_slot_wal_keep_size = '10GB', then SELECT pg_reload_conf(). "
                        + "A node that was away for longer makes a new copy.")
            }
            let free = (1...2).compactMap { settings[0, $0].flatMap { Int($0) } }.min() ?? 0
            if free < 3 {
                advice.append(
                    "PostgreSQL has room for \(max(0, free)) more slots, and each node needs one: see "
                        + "max_replication_slots and max_wal_senders.")
            }
            return advice
        }
    }
#endif
