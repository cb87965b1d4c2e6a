/// The rights of a role that prepares a database. The role need not be a superuser: the owner of a hosted database
/// suffices.
struct UpstreamRights {
    private let connection: PostgresConnection
    private let role: String
    private let database: String
    /// The schema for new tables.
    private let schema: String
    private let isSuperuser: Bool
    private let createsRoles: Bool
    private let createsInDatabase: Bool
    private let createsInSchema: Bool
    /// The statements that somebody else has to run.
    private var statements: [String] = []

    init(_ connection: PostgresConnection) throws {
        self.connection = connection
        let facts = try connection.query(
            """
            SELECT rolname, current_database(), s.name, rolsuper, rolcreaterole,
              has_database_privilege(current_database(), 'CREATE'),
              coalesce(has_schema_privilege(to_regnamespace(quote_ident(s.name)), 'CREATE'), false)
            FROM pg_roles, (SELECT coalesce(current_schema(), 'public')::text AS name) s
            WHERE rolname = current_user
            """)
        role = PostgresConnection.quoted(facts[0, 0] ?? "")
        database = PostgresConnection.quoted(facts[0, 1] ?? "")
        schema = PostgresConnection.quoted(facts[0, 2] ?? "")
        isSuperuser = facts[0, 3] == "t"
        createsRoles = isSuperuser || facts[0, 4] == "t"
        createsInDatabase = facts[0, 5] == "t"
        createsInSchema = facts[0, 6] == "t"
    }

    /// - Throws: `FeedError.notAllowed` when a right is missing.
    func finish() throws(FeedError) {
        guard statements.isEmpty else { throw .notAllowed(role: role, statements: statements) }
    }

    private mutating func need(_ statement: String) {
        if !statements.contains(statement) { statements.append(statement) }
    }

    // MARK: What is needed

    /// Requires that the role owns the tables, or may create them.
    mutating func needTables(_ names: [String]) throws {
        let found = try connection.query(
            """
            SELECT n.name, c.oid IS NOT NULL, pg_has_role(c.relowner, 'USAGE'), r.rolname, r.rolsuper
            FROM unnest($1::text[]) WITH ORDINALITY n(name, place)
            LEFT JOIN pg_class c ON c.oid = to_regclass(quote_ident(n.name))
            LEFT JOIN pg_roles r ON r.oid = c.relowner ORDER BY n.place
            """, [PostgresValue(UpstreamArray.text(names))])
        for row in 0..<found.count {
            if found[row, 1] == "f" {
                if !createsInSchema { need("GRANT CREATE ON SCHEMA \(schema) TO \(role)") }
            } else if found[row, 2] == "f" {
                // If the owner is a superuser, membership would give the role all rights. So the table gets a new
                // owner instead.
                let (table, owner) = (found[row, 0] ?? "", found[row, 3] ?? "")
                need(
                    found[row, 4] == "t"
                        ? "ALTER TABLE \(PostgresConnection.quoted(table)) OWNER TO \(role)"
                        : "GRANT \(PostgresConnection.quoted(owner)) TO \(role)")
            }
        }
    }

    /// Requires that the role may act as another role. The other role is created if it is missing.
    mutating func needMembership(in other: String) throws {
        let found = try connection.query(
            """
            SELECT pg_has_role(oid, $2), pg_has_role(oid, 'MEMBER WITH ADMIN OPTION')
            FROM pg_roles WHERE rolname = $1
            """, [PostgresValue(other), PostgresValue(Self.membership(connection))])
        let name = PostgresConnection.quoted(other)
        if found.count == 0 {
            if createsRoles { return }
            need("CREATE ROLE \(name) NOLOGIN")
        } else {
            // Before PostgreSQL 16, any role that may create roles may also join them.
            let joins = found[0, 1] == "t" || createsRoles && connection.serverVersion < 160_000
            if found[0, 0] == "t" || isSuperuser || joins { return }
        }
        need("GRANT \(name) TO \(role)")
    }

    /// Requires the right to create a schema, unless the schema exists.
    ///
    /// - Parameter exists: An SQL expression that tells whether the schema exists.
    mutating func needCreation(unless exists: String) throws {
        guard !createsInDatabase, try connection.query("SELECT \(exists)")[0, 0] != "t" else { return }
        need("GRANT CREATE ON DATABASE \(database) TO \(role)")
    }

    /// The kind of membership that lets a role act as another one. Since PostgreSQL 16 not every member may do so:
    /// the creator of a role is at first a member that may only add members to the role, including itself.
    static func membership(_ connection: PostgresConnection) -> String {
        connection.serverVersion < 160_000 ? "MEMBER" : "SET"
    }
}
