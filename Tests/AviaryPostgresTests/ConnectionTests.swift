import Foundation
import Testing

@testable import AviaryPostgres

struct ConnectionTests {
    @Test(arguments: [(120_022, false), (130_000, true), (150_018, true), (180_006, true)])
    func serversBeforePostgreSQL13AreRefused(version: Int, isFollowed: Bool) throws {
        if isFollowed { return try UpstreamVersion.check(version) }
        let error = #expect(throws: FeedError.self) { try UpstreamVersion.check(version) }
        #expect(
            error == .unsupported("the server has PostgreSQL 12, and 13 or newer is needed"))
    }

    @Test(arguments: [("postgres://h/b", "disable"), ("postgres://h/b?gssencmode=require", "require")])
    func kerberosEncryptsWhereTheAddressSaysSo(url: String, mode: String) throws {
        let parameters = try PostgresAddress(url).parameters(PostgresConnection.Options())
        #expect(parameters.filter { $0.key == "gssencmode" }.map(\.value) == [mode])
    }

    @Test func theVersionIsThatOfTheServer() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        #expect(try connection.query("SHOW server_version_num")[0, 0] == "\(connection.serverVersion)")
        try UpstreamVersion.check(connection)
    }

    @Test func argumentsComeBackAsTheyWere() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        let texts = ["", "a", "it's", "\\ \" \u{7f}", "tab\tand\nline", "Grüße 👩‍👩‍👧", "NULL", "\\N"]
        for text in texts {
            #expect(try connection.query("SELECT $1::text", [PostgresValue(text)])[0, 0] == text)
            #expect(try connection.execute("SELECT \(PostgresConnection.literal(text))")[0, 0] == text)
            let name = PostgresConnection.quoted(text.isEmpty ? "x" : text)
            #expect(try connection.execute("SELECT 1 AS \(name)").name(0) == (text.isEmpty ? "x" : text))
        }
        let nothing = try connection.query("SELECT $1::text, 1", [nil])
        #expect(nothing[0, 0] == nil && nothing[0, 1] == "1")
        #expect(nothing[1, 0] == nil && nothing[0, 2] == nil && nothing[-1, 0] == nil)
        #expect(nothing.count == 1 && nothing.columnCount == 2 && nothing.type(1) == 23)
    }

    @Test func severalStatementsEndAtTheFirstError() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        try connection.execute("CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t VALUES (1)")
        #expect(try connection.query("UPDATE t SET id = 2").affected == 1)
        // The first of several that fails is told, and the connection goes on.
        #expect(throws: PostgresError.self) { try connection.executeAll("SELECT 1; SELECT 1/0; SELECT 2") }
        #expect(try connection.executeAll("SELECT 1; SELECT 2").map { $0[0, 0] } == ["1", "2"])
    }

    @Test(arguments: [
        "postgres://user:topsecret@127.0.0.1:1/db", "postgres://user:topsecret@host:port/db",
        "host=127.0.0.1 port=1 password=topsecret nonsense=1", "host=/nowhere password='topsecret",
        "postgresql://user:topsecret@[::1/db", "user:topsecret@host",
    ]) func noErrorHasAPassword(url: String) {
        let error = #expect(throws: PostgresError.self) { try PostgresConnection(url) }
        #expect(error?.isConnectionLost == true)
        #expect(error.map { !"\($0) \($0.message)".contains("topsecret") } == true)
    }

    @Test func aConnectionThatTheServerEndsIsLost() throws {
        let database = try TestDatabase()
        defer { withExtendedLifetime(database) {} }
        let connection = try database.connect()
        let process = try #require(try connection.execute("SELECT pg_backend_pid()")[0, 0])
        try database.connect().execute("SELECT pg_terminate_backend(\(process))")
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT 1") }
        #expect(error?.isConnectionLost == true)
        #expect(throws: PostgresError.self) { try connection.query("SELECT 1") }
    }

    @Test func valuesHaveOneFormWhateverTheServerIsSetTo() throws {
        let database = try TestDatabase()
        defer { withExtendedLifetime(database) {} }
        try database.connect().execute(
            """
            ALTER DATABASE \(database.name) SET datestyle = 'German'; ALTER DATABASE \(database.name) SET timezone = 'Asia/Tokyo';
            ALTER DATABASE \(database.name) SET bytea_output = 'escape'; ALTER DATABASE \(database.name) SET extra_float_digits = -5;
            ALTER DATABASE \(database.name) SET intervalstyle = 'sql_standard'
            """)
        let found = try database.connect().execute(
            """
            SELECT '2026-11-26 00:08:53.12+00'::timestamptz, '\\x0aff'::bytea, 0.1::float8 + 0.2::float8,
              '1 day 02:00'::interval
            """)
        #expect(found[0, 0] == "2026-11-26 00:08:53.12+00")
        #expect(found[0, 1] == "\\x0aff")
        #expect(found[0, 2] == "0.30000000000000004")
        #expect(found[0, 3] == "1 day 02:00:00")
    }

    @Test func rowsComeOneByOneUntilSomebodyHasEnough() throws {
        struct Enough: Error {}
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        var seen: [String] = []
        try connection.forEachRow("SELECT i FROM generate_series(1, $1::int) i", ["3"]) { row in
            #expect(row.count == 1)
            seen.append(row[0, 0] ?? "")
        }
        #expect(seen == ["1", "2", "3"])
        var count = 0
        #expect(throws: Enough.self) {
            try connection.forEachRow("SELECT generate_series(1, 1000000000)") { _ in
                count += 1
                if count == 10 { throw Enough() }
            }
        }
        #expect(count == 10)
        #expect(try connection.execute("SELECT 1")[0, 0] == "1")
        #expect(throws: PostgresError.self) {
            try connection.forEachRow("SELECT 1 / (i - 2) FROM generate_series(1, 3) i") { _ in }
        }
    }

    @Test func rowsInBulkComeBackAsTheyWere() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        try connection.execute("CREATE TABLE t (id int, name text)")
        let texts: [String?] = ["tab\t", "line\n\r", "\\", "\\N", "", nil, "ü"]
        try connection.copyIn("COPY t (id, name) FROM STDIN") { send in
            for (index, text) in texts.enumerated() {
                try send(UpstreamText.line([PostgresValue(Int64(index)), text.map { PostgresValue($0) }]))
            }
        }
        for (index, text) in texts.enumerated() {
            #expect(
                try connection.query("SELECT name FROM t WHERE id = $1", [PostgresValue(Int64(index))])[0, 0]
                    == text)
        }
        var lines: [String] = []
        try connection.copyOut("COPY (SELECT * FROM t ORDER BY id LIMIT 2) TO STDOUT") {
            lines.append(String(decoding: $0, as: UTF8.self))
        }
        #expect(lines == ["0\ttab\\t\n", "1\tline\\n\\r\n"])
        // A copy that is abandoned leaves no rows, and the connection stays usable.
        struct GivenUp: Error {}
        #expect(throws: GivenUp.self) {
            try connection.copyIn("COPY t (id, name) FROM STDIN") { send in
                try send(Array("100\tx\n".utf8))
                throw GivenUp()
            }
        }
        #expect(try connection.execute("SELECT count(*) FROM t")[0, 0] == "\(texts.count)")
    }

    @Test func manyStatementsArePreparedWithoutFillingTheServer() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        for number in 0..<450 { #expect(try connection.query("SELECT \(number)")[0, 0] == "\(number)") }
        let prepared = try connection.execute("SELECT count(*) FROM pg_prepared_statements")[0, 0]
        #expect(prepared.flatMap { Int($0) }.map { $0 <= 200 } == true)
    }
}
