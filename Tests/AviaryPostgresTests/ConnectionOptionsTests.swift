import AviaryPostgres
import Testing

/// What an app sets of a connection, and the errors that it gets.
struct ConnectionOptionsTests {
    @Test func theServerIsToldTheNameOfTheProgram() throws {
        let database = try TestDatabase()
        defer { withExtendedLifetime(database) {} }
        var options = PostgresConnection.Options()
        options.application = "a program"
        options.connectTimeout = 3
        let connection = try PostgresConnection(database.url, options: options)
        #expect(try connection.execute("SHOW application_name")[0, 0] == "a program")
    }

    @Test func errorsSayWhatHappened() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        try connection.execute("CREATE TABLE t (id int CONSTRAINT once PRIMARY KEY); INSERT INTO t VALUES (1)")
        let one = "1"
        let twice = #expect(throws: PostgresError.self) {
            try connection.query("INSERT INTO t VALUES ($1)", [PostgresValue(one)])
        }
        #expect(twice?.isUniqueViolation == true)
        #expect(twice?.constraint == "once")
        #expect(twice?.isConnectionLost == false)
        #expect(twice?.detail == "Key (id)=(1) already exists")
        let syntax = #expect(throws: PostgresError.self) { try connection.execute("SELEKT 1") }
        #expect(syntax?.state == "42601")
    }

    @Test func aTextWithNULIsRefusedBeforeItIsSent() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        let error = #expect(throws: PostgresError.self) {
            try connection.query("SELECT $1::text", [PostgresValue("a\0b")])
        }
        #expect(error?.isConnectionLost == false)
        #expect(error?.message.contains("NUL") == true)
        #expect(try connection.execute("SELECT 1")[0, 0] == "1")
    }

    @Test func anAnswerIsWaitedForWithALimit() throws {
        let database = try TestDatabase()
        defer { withExtendedLifetime(database) {} }
        var options = PostgresConnection.Options()
        options.answerTimeout = .milliseconds(300)
        let impatient = try PostgresConnection(database.url, options: options)
        let late = #expect(throws: PostgresError.self) { try impatient.execute("SELECT pg_sleep(60)") }
        #expect(late?.isConnectionLost == true)
        options = PostgresConnection.Options()
        options.statementTimeout = .milliseconds(200)
        let limited = try PostgresConnection(database.url, options: options)
        let cancelled = #expect(throws: PostgresError.self) { try limited.execute("SELECT pg_sleep(60)") }
        #expect(cancelled?.state == "57014" && cancelled?.isConnectionLost == false)
        options = PostgresConnection.Options()
        options.isStopped = { true }
        let stopped = try PostgresConnection(database.url, options: options)
        #expect(throws: CancellationError.self) { try stopped.execute("SELECT pg_sleep(60)") }
    }
}
