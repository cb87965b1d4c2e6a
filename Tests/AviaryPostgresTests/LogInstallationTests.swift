import GRDB
import Testing

@testable import AviaryPostgres

struct LogInstallationTests {
    @Test func theRoleOfTheLogHasNoOtherRight() throws {
        let world = try ReplicaWorld()
        let role = try world.sql(
            """
            SELECT rolsuper OR rolreplication OR rolcanlogin OR rolcreaterole OR rolcreatedb OR rolbypassrls,
              (SELECT count(*) FROM pg_auth_members WHERE member = r.oid),
              has_table_privilege('aviary_log', 'thing', 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
            FROM pg_roles r WHERE rolname = 'aviary_log'
            """)
        #expect(role[0, 0] == "f" && role[0, 1] == "0" && role[0, 2] == "f")
        // The role owns only the log.
        let others = try world.sql(
            """
            SELECT count(*) FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
            WHERE rolname = 'aviary_log' AND relkind = 'r' AND relnamespace <> 'aviary'::regnamespace
            """)
        #expect(others[0, 0] == "0")
        let functions = try world.sql(
            """
            SELECT proname, prosecdef, proconfig::text, pg_get_userbyid(proowner), prosrc,
              has_function_privilege('public', oid, 'EXECUTE')
            FROM pg_proc WHERE pronamespace = 'aviary'::regnamespace
            """)
        #expect(functions.count == 12)
        for row in 0..<functions.count {
            let name = functions[row, 0] ?? ""
            #expect(functions[row, 1] == "t", "\(name)")
            #expect(functions[row, 2] == "{\"search_path=pg_catalog, pg_temp\"}", "\(name)")
            #expect(functions[row, 3] == "aviary_log", "\(name)")
            // A NOTIFY would have all writers commit one after the other.
            #expect(functions[row, 4]?.lowercased().contains("notify") == false, "\(name)")
            #expect(functions[row, 5] == "f", "\(name)")
        }
    }

    @Test func aWriterNeedsNoRightOnTheLog() async throws {
        let world = try ReplicaWorld()
        let (writer, reader) = ("writer_\(world.database.name)", "reader_\(world.database.name)")
        try world.sql(
            """
            CREATE ROLE \(writer) LOGIN; CREATE ROLE \(reader) LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON thing TO \(writer);
            GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO \(writer)
            """)
        let replica = try world.open()
        let connection = try PostgresConnection(world.database.server.url(world.database.name, user: writer))
        // Functions of this name would be found first, if the triggers looked for theirs where the writer does.
        try connection.execute(
            "CREATE TEMP TABLE change (xid xid8, key bigint, tbl oid, op \"char\"); SET search_path = pg_temp, public"
        )
        try await world.following(replica) {
            try connection.execute(
                "INSERT INTO thing (name) VALUES ('written'); UPDATE thing SET id = id + 5; DELETE FROM thing WHERE id = 6"
            )
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
        for statement in [
            "SELECT * FROM aviary.change", "INSERT INTO aviary.change (key, tbl, op) VALUES (1, 1, 'i')",
            "SELECT aviary.trim(0, 1000)", "SELECT aviary.seen('x', pg_current_snapshot())",
            "SELECT aviary.epoch()", "DELETE FROM aviary.follower",
        ] {
            let error = #expect(throws: PostgresError.self) { try connection.execute(statement) }
            #expect(error?.state == "42501", "\(statement)")
        }
        try world.sql("DROP OWNED BY \(writer), \(reader); DROP ROLE \(writer), \(reader)")
    }

    @Test func aNodeFollowsAsAnOrdinaryUser() async throws {
        let world = try ReplicaWorld(rows: 3)
        let user = "node_\(world.database.name)"
        try world.sql("CREATE ROLE \(user) LOGIN")
        let sqlite = try DatabaseQueue()
        try ReplicaWorld.migrator.migrate(sqlite)
        try await sqlite.read { [database = world.database, followed = world.followed] db in
            let connection = try database.connect()
            let tables = try UpstreamSchema.tables(followed, of: db, in: connection)
            try LogInstallation.install(tables, for: user, in: connection)
        }
        let url = world.database.server.url(world.database.name, user: user)
        let replica = try world.open(url: url, reportInterval: .zero)
        try await world.following(replica) {
            let own = try PostgresConnection(url)
            try own.execute("INSERT INTO thing (name) VALUES ('own')")
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
        #expect(try world.sql("SELECT name FROM aviary.follower")[0, 0] == "a")
        try world.sql("DROP OWNED BY \(user); DROP ROLE \(user)")
    }

    @Test func installingTwiceChangesNothingForNodes() async throws {
        let world = try ReplicaWorld(rows: 3)
        let replica = try world.open()
        let file = try world.number(of: replica)
        try await world.following(replica) {
            try world.install()
            try world.sql("UPDATE thing SET name = 'after'")
            try await world.settle(replica)
        }
        try world.expectEqual(replica)
        #expect(try world.number(of: replica) == file)
    }

    @Test func theStatusNamesWhatIsMissing() throws {
        let world = try ReplicaWorld(isInstalled: false)
        let connection = try world.database.connect()
        #expect(try LogInstallation.status(of: [], in: connection).faults == ["it has no log of changes"])
        try world.install()
        let replica = try world.open()
        try world.sql(
            "UPDATE thing SET name = 'x'; ALTER TABLE seat DISABLE TRIGGER aviary_delete; DROP TRIGGER aviary_key ON seat"
        )
        let status = try LogInstallation.status(of: replica.followed, in: connection)
        #expect(status.faults == ["the table seat lacks triggers of the log: aviary_key, aviary_delete"])
        #expect(status.followers.map(\.name) == ["a"])
        #expect(status.followers.first?.changesBehind == 1)
        #expect(status.bytes > 0)
        #expect(replica.tables.map(\.name) == world.followed)
    }

    @Test func removingLeavesTheTables() throws {
        // The role is that of all databases of a server.
        let server = try TestServer()
        defer { try? server.stop() }
        let world = try ReplicaWorld(on: server, rows: 3)
        #expect(try LogInstallation.remove(in: try world.database.connect()))
        #expect(try world.sql("SELECT count(*) FROM pg_roles WHERE rolname = 'aviary_log'")[0, 0] == "0")
        try LogInstallation.remove(in: try world.database.connect())
        #expect(try world.sql("SELECT to_regnamespace('aviary') IS NULL")[0, 0] == "t")
        #expect(try world.sql("SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'aviary%'")[0, 0] == "0")
        try world.sql("UPDATE thing SET name = 'y'")
        #expect(try world.sql("SELECT count(*) FROM thing WHERE name = 'y'")[0, 0] == "4")
        let error = #expect(throws: FeedError.self) { try world.open() }
        guard case .notInstalled? = error else { Issue.record("\(String(describing: error))"); return }
        // Once more.
        try LogInstallation.remove(in: try world.database.connect())
        try world.install()
        try world.expectEqual(world.open())
    }
}
