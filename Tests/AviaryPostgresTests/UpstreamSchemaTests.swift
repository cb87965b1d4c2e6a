import AviaryPostgres
import AviaryResults
import GRDB
import Testing

struct UpstreamSchemaTests {
    private static func sqlite(_ schema: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(sql: schema)
            try Receipts.install(in: db)
        }
        return queue
    }

    @Test func theTablesOfAnAppAreCreatedWithTheirRows() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        let sqlite = try Self.sqlite(
            """
            CREATE TABLE "group" (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, UNIQUE (name));
            CREATE TABLE item (
                id INTEGER PRIMARY KEY AUTOINCREMENT, "group" INTEGER REFERENCES "group" ON DELETE CASCADE,
                name TEXT DEFAULT 'it''s new', weight REAL DEFAULT 0.5, isDone BOOLEAN NOT NULL DEFAULT 0, data BLOB, any,
                createdAt INTEGER NOT NULL
                    DEFAULT (CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)),
                strange INTEGER DEFAULT (unixepoch()), double REAL AS (weight * 2));
            CREATE UNIQUE INDEX itemName ON item(name COLLATE NOCASE, "group");
            CREATE UNIQUE INDEX partial ON item(weight) WHERE weight > 5;
            INSERT INTO "group" (id, name) VALUES (7, 'a'), (9, 'b'); DELETE FROM "group" WHERE id = 9;
            INSERT INTO item (id, "group", name, data, any) VALUES (3, 7, 'tab\there', x'00ff', '12');
            """)
        try sqlite.read { db in
            let notes = try UpstreamSchema.create(["item", "group"], from: db, in: connection)
            #expect(notes.count == 2)
            #expect(notes.contains { $0.contains("strange of item") })
            #expect(notes.contains { $0.contains("partial of item") })
            let tables = try UpstreamSchema.tables(["item", "group"], of: db, in: connection)
            #expect(tables.map(\.name) == ["item", "group", "aviaryReceipt"])
            #expect(
                tables[0].columns.map(\.name) == [
                    "id", "group", "name", "weight", "isDone", "data", "any", "createdAt", "strange",
                ])
            #expect(
                tables[0].columns.map(\.typeName) == [
                    "bigint", "bigint", "text", "double precision", "boolean", "bytea", "text", "bigint", "bigint",
                ])
            #expect(tables[2].columns.map(\.name) == ["seq", "name"])
            // Once more changes nothing.
            #expect(try UpstreamSchema.create(["item", "group"], from: db, in: connection) == [])
        }
        let row = try connection.execute("SELECT name, \"isDone\", data, weight FROM item")
        #expect(
            row.count == 1 && row[0, 0] == "tab\there" && row[0, 1] == "f" && row[0, 2] == "\\x00ff"
                && row[0, 3] == "0.5")
        // Identifiers are not used again.
        #expect(try connection.execute("INSERT INTO \"group\" (name) VALUES ('c') RETURNING id")[0, 0] == "10")
        let defaults = try connection.execute(
            """
            INSERT INTO item ("group") VALUES (7)
            RETURNING name, weight, "isDone", abs("createdAt" - extract(epoch FROM clock_timestamp()) * 1000) < 60000
            """)
        #expect(
            defaults[0, 0] == "it's new" && defaults[0, 1] == "0.5" && defaults[0, 2] == "f"
                && defaults[0, 3] == "t")
        // Unique as in SQLite, and foreign keys, at the end of a transaction.
        let twice = #expect(throws: PostgresError.self) {
            try connection.execute("INSERT INTO item (name, \"group\") VALUES ('TAB\there', 7)")
        }
        #expect(twice?.isUniqueViolation == true)
        try connection.execute("UPDATE \"group\" SET name = CASE name WHEN 'a' THEN 'c' ELSE 'a' END")
        let orphan = #expect(throws: PostgresError.self) {
            try connection.execute("DELETE FROM \"group\" WHERE id = 7")
        }
        #expect(orphan?.state == "23503")
        try connection.execute("BEGIN; DELETE FROM \"group\" WHERE id = 7; DELETE FROM item; COMMIT")
    }

    @Test func aTableThatLacksColumnsGetsThem() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        try Self.sqlite("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)").read { db in
            _ = try UpstreamSchema.create(["t"], from: db, in: connection)
        }
        try Self.sqlite("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'n', size REAL)").read {
            db in
            _ = try UpstreamSchema.create(["t"], from: db, in: connection)
            _ = try UpstreamSchema.tables(["t"], of: db, in: connection)
        }
        let row = try connection.execute("SELECT name, size FROM t")
        #expect(row[0, 0] == "n" && row[0, 1] == nil)
        #expect(throws: PostgresError.self) { try connection.execute("INSERT INTO t VALUES (2, NULL)") }
        // The unique indexes of new columns come with them.
        let form = "ALTER TABLE t ADD COLUMN form TEXT; CREATE UNIQUE INDEX forms ON t(form)"
        for _ in 0..<2 {
            try Self.sqlite(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'n', size REAL); \(form)"
            )
            .read { db in
                let notes = try UpstreamSchema.create(["t"], from: db, in: connection)
                #expect(notes == [])
            }
        }
        try connection.execute("INSERT INTO t (id, form) VALUES (2, 'a'), (3, NULL), (4, NULL)")
        let twice = #expect(throws: PostgresError.self) {
            try connection.execute("INSERT INTO t (id, form) VALUES (5, 'a')")
        }
        #expect(twice?.isUniqueViolation == true)
    }

    @Test(arguments: [
        (
            "CREATE TABLE t (id TEXT PRIMARY KEY)", "CREATE TABLE t (id text PRIMARY KEY)",
            "its key is not one integer"
        ),
        ("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b))", "", "its key is not one integer"),
        ("CREATE TABLE t (id INTEGER PRIMARY KEY)", "", "PostgreSQL has no such table"),
        (
            "CREATE TABLE s (id INTEGER PRIMARY KEY)", "CREATE TABLE t (id int PRIMARY KEY)",
            "the app has no such table"
        ),
        ("CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE VIEW t AS SELECT 1 AS id", "no ordinary table"),
        ("CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE TABLE t (id int)", "id is not its primary key"),
        (
            "CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE TABLE t (id int, b int, PRIMARY KEY (id, b))",
            "id is not its primary key"
        ),
        (
            "CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE TABLE t (id text PRIMARY KEY)",
            "its key id is no integer"
        ),
        (
            "CREATE TABLE t (id INTEGER PRIMARY KEY)",
            "CREATE TABLE t (id int PRIMARY KEY) PARTITION BY RANGE (id)", "no ordinary table"
        ),
        (
            "CREATE TABLE t (id INTEGER PRIMARY KEY)",
            "CREATE TABLE t (id int PRIMARY KEY); CREATE TABLE u () INHERITS (t)", "parents or children"
        ),
        (
            "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)", "CREATE TABLE t (id int PRIMARY KEY)",
            "PostgreSQL's table has no column name"
        ),
        (
            "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)",
            "CREATE TABLE t (id int PRIMARY KEY, name text GENERATED ALWAYS AS ('x') STORED)", "name is generated"
        ),
        (
            "CREATE TABLE t (id INTEGER PRIMARY KEY, price REAL)",
            "CREATE TABLE t (id int PRIMARY KEY, price numeric)", "price is numeric in PostgreSQL"
        ),
    ]) func whatCannotBeFollowedIsNamed(schema: String, upstream: String, reason: String) throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        try connection.execute(
            "\(upstream); CREATE TABLE \"aviaryReceipt\" (seq bigint PRIMARY KEY, name text)")
        try Self.sqlite(schema).read { db in
            let error = #expect(throws: FeedError.self) { try UpstreamSchema.tables(["t"], of: db, in: connection) }
            guard case .cannotFollow("t", let words)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(words.contains(reason), "\(words)")
        }
    }

    @Test func aDomainIsItsType() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        try connection.execute(
            """
            CREATE DOMAIN size AS float8; CREATE TABLE t (id smallint PRIMARY KEY, size size, price numeric(10, 2));
            CREATE TABLE "aviaryReceipt" (seq bigint PRIMARY KEY, name text)
            """)
        try Self.sqlite("CREATE TABLE t (id INTEGER PRIMARY KEY, size REAL, price NUMERIC)").read { db in
            let tables = try UpstreamSchema.tables(["t"], of: db, in: connection)
            #expect(tables[0].columns.map(\.type) == [21, 701, 1700])
        }
    }
}
