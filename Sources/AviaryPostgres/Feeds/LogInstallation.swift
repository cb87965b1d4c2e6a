/// The log of changes in PostgreSQL: the schema `aviary`, and triggers on the followed tables.
///
/// The schema and all objects in it belong to the role `aviary_log`, which cannot log in and has no other right.
/// The triggers call functions of that role, so a program that writes the tables needs no right to the log.
///
/// The schema `aviary` contains:
///
/// - `change`: the changed rows with their table and transaction
/// - `origin`: the identity of the log and of its server, and the point up to which it was trimmed
/// - `follower`: the position of each node, and the time of its last report
/// - `epoch`: a random identifier that a crash of the server deletes
/// - `seen`, `epoch()`, `trim`: functions that nodes call
public enum LogInstallation {
    static let role = "aviary_log"

    /// Installs the log, or completes it. Existing parts stay, so it may run while nodes follow.
    ///
    /// The connection's user need not be a superuser; see `checkRights(toFollow:in:)`.
    ///
    /// - Parameters:
    ///   - tables: The tables with their keys, from `UpstreamSchema.tables(_:of:in:)`.
    ///   - user: The role of the nodes, when it is not the connection's role. It gets the rights for following and
    ///     writing.
    ///   - connection: A connection to the database, as the user that owns the tables.
    /// - Throws: ``FeedError``, and `PostgresError`.
    public static func install(
        _ tables: [FeedTable], for user: String? = nil, in connection: PostgresConnection
    ) throws {
        try check(connection)
        try checkRights(toFollow: tables.map(\.name), in: connection)
        try connection.transaction {
            // The lock is needed because two simultaneous installations would both create the same objects.
            try connection.execute("SELECT pg_advisory_xact_lock(hashtext('aviary install'))")
            try createRole(connection)
            // Members of a role need not inherit its rights, so the rights are granted directly.
            let grant = "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA aviary TO SESSION_USER"
            let functions = LogScript.functions(Set(tables.map(\.key)))
            try connection.execute("SET LOCAL ROLE \(role); \(LogScript.tables); \(functions); \(grant)")
            try connection.execute(LogScript.grants(to: "SESSION_USER"))
            try renewOrigin(connection)
            if let user { try connection.execute(LogScript.grants(to: PostgresConnection.quoted(user))) }
            try connection.execute("RESET ROLE")
            for table in tables {
                let missing = try missingTriggers(of: table, in: connection)
                for trigger in LogScript.triggers(on: table) where missing.contains(trigger.name) {
                    try connection.execute(trigger.sql)
                }
                guard let user else { continue }
                let name = PostgresConnection.quoted(user)
                try connection.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON \(table.quotedName) TO \(name)")
                try connection.execute(
                    """
                    DO $$ DECLARE s text := pg_get_serial_sequence(\(PostgresConnection.literal(table.quotedName)), \
                    \(PostgresConnection.literal(table.key)));
                    BEGIN IF s IS NOT NULL THEN
                      EXECUTE format('GRANT USAGE, SELECT, UPDATE ON SEQUENCE %s TO %I', s, \(PostgresConnection.literal(user)));
                    END IF; END $$
                    """)
            }
        }
    }

    /// Checks that the connection's user may install the log.
    ///
    /// The user must own the tables, or be allowed to create them. The user must be able to create the schema
    /// `aviary`, and to act as the role `aviary_log`. The user creates this role, unless somebody else has created
    /// it.
    ///
    /// - Parameters:
    ///   - names: The tables to follow. They may be missing.
    ///   - connection: A connection to the database.
    /// - Throws: ``FeedError/notAllowed(role:statements:)`` with the statements that somebody else has to run,
    ///   ``FeedError/unsupported(_:)`` for an old server, and `PostgresError`.
    public static func checkRights(toFollow names: [String], in connection: PostgresConnection) throws {
        try UpstreamVersion.check(connection)
        var rights = try UpstreamRights(connection)
        try rights.needTables(names + [UpstreamSchema.receipts])
        try rights.needMembership(in: role)
        try rights.needCreation(unless: "to_regnamespace('aviary') IS NOT NULL")
        try rights.finish()
    }

    /// Returns the missing parts of the log, and the nodes that follow it.
    ///
    /// - Parameters:
    ///   - tables: The tables to follow.
    ///   - connection: A connection to the database.
    /// - Throws: `PostgresError`.
    public static func status(of tables: [FeedTable], in connection: PostgresConnection) throws -> LogStatus {
        var status = LogStatus()
        let isThere = try connection.query("SELECT to_regclass('aviary.change') IS NOT NULL")[0, 0] == "t"
        guard isThere else {
            status.faults = ["it has no log of changes"]
            return status
        }
        for table in tables {
            let missing = try Self.missingTriggers(of: table, in: connection)
            if !missing.isEmpty {
                status.faults.append(
                    "the table \(table.name) lacks triggers of the log: \(missing.joined(separator: ", "))")
            }
        }
        let counts = try connection.query(
            """
            SELECT pg_total_relation_size('aviary.change'),
              (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'aviary.change'::regclass)
            """)
        status.bytes = counts[0, 0].flatMap { Int64($0) } ?? 0
        status.rows = counts[0, 1].flatMap { Int64($0) } ?? 0
        let followers = try connection.query(
            """
            SELECT name, extract(epoch FROM now() - seen)::bigint,
              (SELECT count(*) FROM aviary.change
               WHERE xid >= pg_snapshot_xmin(position) AND NOT pg_visible_in_snapshot(xid, position))
            FROM aviary.follower ORDER BY name
            """)
        status.followers = (0..<followers.count).map { row in
            LogStatus.Follower(
                name: followers[row, 0] ?? "", secondsSinceSeen: followers[row, 1].flatMap { Int64($0) } ?? 0,
                changesBehind: followers[row, 2].flatMap { Int64($0) } ?? 0)
        }
        return status
    }

    /// Removes the log and its triggers. The followed tables and the table of receipts stay. Nodes can no longer
    /// follow.
    ///
    /// - Returns: `true` when the role was removed, too. The role stays while other databases of the server have
    ///   such a log.
    /// - Throws: `PostgresError`.
    @discardableResult
    public static func remove(in connection: PostgresConnection) throws -> Bool {
        let triggers = try connection.query(
            """
            SELECT t.tgname, t.tgrelid::regclass FROM pg_trigger t
            JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_namespace n ON n.oid = p.pronamespace
            WHERE n.nspname = 'aviary' AND NOT t.tgisinternal
            """)
        return try connection.transaction {
            for row in 0..<triggers.count {
                guard let name = triggers[row, 0], let table = triggers[row, 1] else { continue }
                try connection.execute("DROP TRIGGER \(PostgresConnection.quoted(name)) ON \(table)")
            }
            try connection.execute("DROP SCHEMA IF EXISTS aviary CASCADE")
            do {
                try connection.savepoint {
                    // `DROP OWNED` removes only the grants of this database.
                    let isThere = try connection.query(
                        "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", [PostgresValue(role)])
                    if isThere[0, 0] == "t" { try connection.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
                }
                return true
            } catch let error as PostgresError where !error.isConnectionLost {
                return false
            }
        }
    }

    /// The triggers of the log that a table lacks, or that are not always enabled.
    static func missingTriggers(of table: FeedTable, in connection: PostgresConnection) throws -> [String] {
        let found = try connection.query(
            """
            SELECT t.tgname FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
            JOIN pg_namespace n ON n.oid = p.pronamespace
            WHERE t.tgrelid = $1 AND t.tgenabled = 'A' AND n.nspname = 'aviary'
            """, [PostgresValue(Int64(table.oid))])
        let names = Set((0..<found.count).compactMap { found[$0, 0] })
        return LogScript.triggerNames.filter { !names.contains($0) }
    }

    /// - Throws: `FeedError.unsupported` when this server cannot have a log.
    private static func check(_ connection: PostgresConnection) throws {
        try UpstreamVersion.check(connection)
        guard try connection.query("SELECT pg_is_in_recovery()")[0, 0] == "f" else {
            throw FeedError.unsupported("this server is a standby; name the primary one")
        }
    }

    private static func createRole(_ connection: PostgresConnection) throws {
        let facts = try connection.query(
            """
            SELECT rolsuper OR rolreplication OR rolcanlogin OR rolcreaterole OR rolcreatedb OR rolbypassrls
            FROM pg_roles WHERE rolname = $1
            """, [PostgresValue(role)])
        if facts.count == 0 {
            do { try connection.savepoint { try connection.execute("CREATE ROLE \(role) NOLOGIN") } } catch let
                error
                as PostgresError where error.state == "42710" || error.isUniqueViolation
            {
                // Another installation on the server has created the role at the same time.
            }
        } else if facts[0, 0] == "t" {
            throw FeedError.notInstalled("the role \(role) exists already and has other rights; rename it")
        }
        let isMember = try connection.query(
            "SELECT pg_has_role(session_user, $1, $2)",
            [PostgresValue(role), PostgresValue(UpstreamRights.membership(connection))])[0, 0]
        if isMember != "t" { try connection.execute("GRANT \(role) TO SESSION_USER") }
        let schema = try connection.query("SELECT to_regnamespace('aviary') IS NOT NULL")[0, 0]
        if schema != "t" { try connection.execute("CREATE SCHEMA aviary AUTHORIZATION \(role)") }
    }

    /// Empties a log that came with a dump, because its transactions belong to another server. The emptied log gets
    /// a new identity.
    private static func renewOrigin(_ connection: PostgresConnection) throws {
        let system = try LogSource.system(in: connection)
        let known = try connection.query("SELECT system FROM aviary.origin")
        if known.count == 1, known[0, 0] == system { return }
        try connection.execute("TRUNCATE aviary.change, aviary.follower, aviary.origin")
        try connection.query("INSERT INTO aviary.origin (system) VALUES ($1)", [PostgresValue(system)])
    }
}

/// The state of a log, from `LogInstallation.status(of:in:)`.
public struct LogStatus: Hashable, Sendable {
    /// A node that follows the log.
    public struct Follower: Hashable, Sendable {
        /// The name of the node.
        public var name: String
        /// The time since the last report of the node, in seconds.
        public var secondsSinceSeen: Int64
        /// How many changes were logged since the position that the node has reported last.
        public var changesBehind: Int64
    }

    /// The missing parts, as parts of sentences. Without any, nodes can follow.
    public var faults: [String] = []
    /// The size of the log on the disk, in bytes.
    public var bytes: Int64 = 0
    /// The approximate number of changes in the log.
    public var rows: Int64 = 0
    /// The nodes that follow, by name.
    public var followers: [Follower] = []
}
