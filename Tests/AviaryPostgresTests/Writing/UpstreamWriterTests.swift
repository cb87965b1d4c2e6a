import AviaryPostgres
import AviaryResults
import AviarySnapshots
import Foundation
import GRDB
import Testing

/// Stores that write to one PostgreSQL database.
struct UpstreamWriterTests {
    @Test func aWriteOfOneNodeReachesTheOthers() async throws {
        let world = try WriterWorld()
        let (one, two) = (try world.makeNode("one"), try world.makeNode("two"))
        try await one.execute("INSERT INTO thing(name, rank) VALUES ('a', 1.5), ('b', NULL)")
        // When the write returns, its own file has the rows.
        #expect(try await one.strings("SELECT name FROM thing ORDER BY id") == ["a", "b"])
        try await two.wait(for: "count(*) = 2 FROM thing")
        try await two.execute(
            "UPDATE thing SET rank = rank * 2 WHERE name = 'a'; DELETE FROM thing WHERE name = 'b'")
        #expect(try world.strings("SELECT name || rank FROM thing") == ["a3"])
        try await one.wait(for: "total(rank) = 3 FROM thing")
        await world.close()
    }

    @Test func windowsOfManyNodesAddAtOnce() async throws {
        let world = try WriterWorld()
        let nodes = try ["one", "two", "three"].map { try world.makeNode($0) }
        try await withThrowingTaskGroup(of: Int64.self) { group in
            for node in nodes {
                let (name, store) = (node.name, node.store)
                for number in 0..<40 {
                    group.addTask {
                        try await store.write(receipt: "\(name)/\(number)") { db in
                            try db.execute(sql: "INSERT INTO thing(name) VALUES ('\(name) \(number)')")
                            let id = db.lastInsertedRowID
                            try db.execute(sql: "INSERT INTO note(thing, text) VALUES (?, 'note')", arguments: [id])
                            return id
                        }
                    }
                }
            }
            var ids: Set<Int64> = []
            for try await id in group { #expect(ids.insert(id).inserted, "\(id) was given twice") }
        }
        #expect(
            try world.strings("SELECT count(*) FROM thing t JOIN note n ON n.thing = t.id") == ["120"])
        #expect(try world.strings("SELECT count(*) FROM \"aviaryReceipt\"") == ["120"])
        let expected = try world.strings("SELECT id || ' ' || name FROM thing ORDER BY id").compactMap(\.self)
        for node in nodes {
            try await node.wait(for: "count(*) = 120 FROM note")
            #expect(try await node.strings("SELECT id || ' ' || name FROM thing ORDER BY id") == expected)
        }
        await world.close()
    }

    @Test func whatSeveralCountTogetherIsNotLost() async throws {
        let world = try WriterWorld()
        let nodes = try ["one", "two"].map { try world.makeNode($0) }
        try await nodes[0].execute("INSERT INTO thing(id, number) VALUES (7, 0)")
        try await nodes[1].wait(for: "count(*) = 1 FROM thing")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes {
                let store = node.store
                for _ in 0..<15 {
                    group.addTask {
                        try await store.write { db in
                            try db.execute(sql: "UPDATE thing SET number = number + 1 WHERE id = 7")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try world.strings("SELECT number FROM thing") == ["30"])
        await world.close()
    }

    @Test func anActionIsDoneOnceOnWhicheverNode() async throws {
        let world = try WriterWorld()
        let (one, two) = (try world.makeNode("one"), try world.makeNode("two"))
        try await one.execute("INSERT INTO thing(name) VALUES ('a')", receipt: "tab/1")
        await #expect(throws: ResultsError.self) {
            try await two.execute("INSERT INTO thing(name) VALUES ('again')", receipt: "tab/1")
        }
        #expect(try await two.store.hasReceipt("tab/1"))
        #expect(try await !two.store.hasReceipt("tab/2"))
        #expect(try world.strings("SELECT name FROM thing") == ["a"])
        await world.close()
    }

    /// A window that is told so asks for it again under another receipt.
    @Test func whatAPersonWasToldIsNotDoneIsNotDoneLaterByAnotherNode() async throws {
        let world = try WriterWorld()
        let (one, two) = (try world.makeNode("one"), try world.makeNode("two"))
        #expect(try await !two.store.settle(receipt: "tab/1"))
        for node in [one, two] {
            for _ in 0..<2 {
                await #expect(throws: UpstreamError.givenUp) {
                    try await node.execute("INSERT INTO thing(name) VALUES ('late')", receipt: "tab/1")
                }
                #expect(try await !node.store.settle(receipt: "tab/1"))
                #expect(try await !node.store.hasReceipt("tab/1"))
            }
        }
        try await one.execute("INSERT INTO thing(name) VALUES ('a')", receipt: "tab/2")
        #expect(try await two.store.settle(receipt: "tab/2"))
        // A write that was reported as done is visible.
        #expect(try await two.strings("SELECT name FROM thing") == ["a"])
        await world.close()
    }

    @Test func whetherAWriteIsDoneIsNotKnownWithoutAServer() async throws {
        let world = try WriterWorld()
        var options = UpstreamWriter.Options()
        options.writeTimeout = .milliseconds(50)
        let node = try world.makeNode(
            writer: options, writerURL: "postgres://nobody@127.0.0.1:9/nothing?connect_timeout=1")
        await #expect(throws: UpstreamError.self) { try await node.store.settle(receipt: "tab/1") }
        // The copy alone says that it is.
        try world.connection.execute("INSERT INTO \"aviaryReceipt\" (name) VALUES ('tab/1')")
        try await node.wait(for: "count(*) = 1 FROM aviaryReceipt")
        #expect(try await node.store.settle(receipt: "tab/1"))
        await world.close()
    }

    // MARK: Values

    static let values: [(column: String, value: String)] = [
        ("rank", "0.1"), ("rank", "-0.0"), ("rank", "9e999"), ("rank", "-9e999"), ("rank", "1e300"),
        ("rank", "5e-324"), ("rank", "0.30000000000000004"), ("rank", "NULL"), ("name", "''"), ("name", "'it''s'"),
        ("name", "'a\"b\\c'"), ("name", "'{,}'"), ("name", "'NULL'"), ("name", "char(10, 9, 13, 0x2028, 128512)"),
        ("name", "'\\x41'"), ("isDone", "TRUE"), ("isDone", "FALSE"), ("isDone", "NULL"), ("data", "x''"),
        ("data", "x'00ff27225c'"), ("data", "NULL"), ("number", "9223372036854775807"),
        ("number", "-9223372036854775808"), ("createdAt", "'2026-11-26 00:08:53.120'"),
        ("createdAt", "'any text'"),
    ]

    /// It is stored, is compared with what is stored, and comes back as it was.
    @Test func everyValueComesBack() async throws {
        let world = try WriterWorld()
        let (one, two) = (try world.makeNode("one"), try world.makeNode("two"))
        let alone = try DatabaseQueue()
        try WriterWorld.migrator.migrate(alone)
        for (column, value) in Self.values {
            let insertion = "INSERT INTO thing(id, \(column)) VALUES (1, \(value))"
            let reading = "SELECT typeof(\(column)) || quote(\(column)) FROM thing"
            let expected = try await alone.write { db in
                try db.execute(sql: insertion)
                defer { try? db.execute(sql: "DELETE FROM thing") }
                return try String.fetchAll(db, sql: reading)
            }
            try await one.execute(insertion)
            #expect(try await one.strings(reading) == expected, "\(column) \(value)")
            // The stored row is compared with the row of the file.
            try await one.execute("UPDATE thing SET \(column) = NULL, number = 5")
            try await one.execute("UPDATE thing SET number = NULL, \(column) = \(value)")
            #expect(try await one.strings(reading) == expected, "\(column) \(value)")
            try await two.wait(for: "count(*) = 1 FROM thing WHERE \(column) IS \(value)")
            try await two.execute("DELETE FROM thing")
            try await one.wait(for: "count(*) = 0 FROM thing")
        }
        await world.close()
    }

    @Test(arguments: [
        ("name", "char(65, 0, 66)"), ("name", "CAST(x'FF41' AS TEXT)"), ("isDone", "2"), ("number", "'seven'"),
        ("data", "'text'"),
    ]) func whatPostgreSQLCannotStoreIsRefused(column: String, value: String) async throws {
        let world = try WriterWorld()
        let node = try world.makeNode()
        await #expect(throws: UpstreamError.self) {
            try await node.execute("INSERT INTO thing(id, \(column)) VALUES (1, \(value))")
        }
        try await node.execute("INSERT INTO thing(id, name) VALUES (1, 'fine')")
        #expect(try world.strings("SELECT name FROM thing") == ["fine"])
        await world.close()
    }

    /// SQLite has NULL for NaN, and json no equality.
    @Test func rowsWithValuesOfOtherProgramsCanBeChanged() async throws {
        let world = try WriterWorld()
        try world.connection.execute(
            """
            ALTER TABLE note ALTER COLUMN text TYPE json USING NULL;
            INSERT INTO thing(id, name, rank) VALUES (1, 'a', 'NaN');
            INSERT INTO note(id, thing, text) VALUES (1, 1, '{"b": 1,  "a": [2]}')
            """)
        let node = try world.makeNode()
        try await node.execute("UPDATE thing SET name = 'b'; UPDATE note SET thing = NULL")
        #expect(try world.strings("SELECT name || rank FROM thing") == ["bNaN"])
        #expect(try world.strings("SELECT text FROM note WHERE thing IS NULL") == ["{\"b\": 1,  \"a\": [2]}"])
        await world.close()
    }

    /// Texts of numbers and dates differ, and are the same values.
    @Test func rowsOfTypesThatOthersHaveChosenCanBeChanged() async throws {
        let world = try WriterWorld()
        try world.connection.execute(
            """
            ALTER TABLE thing ALTER COLUMN rank TYPE real;
            ALTER TABLE thing ALTER COLUMN number TYPE numeric(10, 2);
            ALTER TABLE thing ALTER COLUMN "createdAt" TYPE timestamptz USING NULL;
            INSERT INTO thing(id, name, rank, number, "createdAt") VALUES
                (1, 'a', 0.1, 1.50, '2026-11-26 00:08:53.123456+02'),
                (2, 'b', 16777217, -0.01, '1999-12-31 23:59:60+00')
            """)
        let node = try world.makeNode()
        let values = "SELECT concat(rank, ' ', number, ' ', \"createdAt\") FROM thing ORDER BY id"
        let before = try world.strings(values)
        try await node.execute("UPDATE thing SET name = name || '!'")
        #expect(try world.strings("SELECT name FROM thing ORDER BY id") == ["a!", "b!"])
        #expect(try world.strings(values) == before)
        try await node.execute("UPDATE thing SET rank = 0.3, number = 2.25 WHERE id = 1")
        #expect(try world.strings("SELECT concat(rank, ' ', number) FROM thing WHERE id = 1") == ["0.3 2.25"])
        await world.close()
    }

    // MARK: Constraints

    @Test func uniqueValuesChangeHands() async throws {
        let world = try WriterWorld()
        let node = try world.makeNode()
        try await node.execute("INSERT INTO thing(id, name) VALUES (1, 'a'), (2, 'b')")
        try await node.execute(
            """
            UPDATE thing SET name = 'c' WHERE id = 1; UPDATE thing SET name = 'a' WHERE id = 2;
            UPDATE thing SET name = 'b' WHERE id = 1
            """)
        #expect(try world.strings("SELECT name FROM thing ORDER BY id") == ["b", "a"])
        await world.close()
    }

    @Test func aNameThatAnotherNodeHasTakenIsSeenByTheNextRun() async throws {
        let world = try WriterWorld()
        let node = try world.makeNode()
        try world.connection.execute("INSERT INTO thing(name) VALUES ('a')")
        // The program's own sentence is reported, whether the file already has the row or not.
        await #expect(throws: DatabaseError.self) { try await node.execute("INSERT INTO thing(name) VALUES ('a')") }
        await world.close()
    }

    @Test func aConstraintOfPostgreSQLsAloneRefusesTheWrite() async throws {
        let world = try WriterWorld()
        let node = try world.makeNode()
        try world.connection.execute("ALTER TABLE thing ADD CHECK (number < 10)")
        await #expect(throws: UpstreamError.self) {
            try await node.execute("INSERT INTO thing(number) VALUES (5), (10)")
        }
        #expect(try world.strings("SELECT number FROM thing") == [])
        await world.close()
    }

    // MARK: Many rows, and undo

    @Test func manyRowsAreFewStatements() async throws {
        let world = try WriterWorld()
        let (one, two) = (try world.makeNode("one"), try world.makeNode("two"))
        try await one.store.write(undoable: "Fill", in: one.stack) { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                    INSERT INTO thing(name, rank) SELECT 'number ' || i, i FROM n
                    """)
        }
        #expect(try world.strings("SELECT count(*) || ' ' || sum(rank) FROM thing") == ["20000 200010000"])
        try await one.store.write(undoable: "Negate", in: one.stack) { db in
            try db.execute(sql: "UPDATE thing SET rank = -rank")
        }
        #expect(try world.strings("SELECT sum(rank) FROM thing") == ["-200010000"])
        try await two.wait(for: "total(rank) = -200010000 FROM thing")
        // Meanwhile another node changes a row.
        try await two.execute("UPDATE thing SET rank = -70 WHERE name = 'number 7'")
        let outcome = try await one.store.undo(one.stack)
        #expect(outcome == UndoOutcome(name: "Negate", restored: 19_999, conflicting: 1))
        #expect(try world.strings("SELECT count(*) FROM thing WHERE rank < 0") == ["1"])
        #expect(try await one.store.undo(one.stack)?.restored == 19_999)
        #expect(try world.strings("SELECT name FROM thing") == ["number 7"])
        await world.close()
    }

    @Test func cascadesTravelWithTheirParent() async throws {
        let world = try WriterWorld()
        let node = try world.makeNode()
        try await node.execute("INSERT INTO thing(id) VALUES (1); INSERT INTO note(thing) VALUES (1), (1)")
        try await node.store.write(undoable: "Delete", in: node.stack) { db in
            try db.execute(sql: "DELETE FROM thing")
        }
        #expect(try world.strings("SELECT count(*) FROM note") == ["0"])
        #expect(try await node.store.undo(node.stack)?.restored == 3)
        #expect(try world.strings("SELECT count(*) FROM note WHERE thing = 1") == ["2"])
        await world.close()
    }

    // MARK: Faults

    @Test func sessionsThatTheServerEndsAreReplaced() async throws {
        let world = try WriterWorld()
        let node = try world.makeNode()
        for number in 0..<3 {
            try await node.execute("INSERT INTO thing(number) VALUES (\(number))")
            try world.connection.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'aviary writer'
                """)
        }
        #expect(try world.strings("SELECT count(*) FROM thing") == ["3"])
        await world.close()
    }

    /// A session ends within its COMMIT.
    @Test func aCommitWhoseOutcomeIsUnknownIsDoneOnce() async throws {
        let world = try WriterWorld()
        let node = try world.makeNode()
        // A first write gets the ids.
        try await node.execute("INSERT INTO thing(name) VALUES ('first')")
        try world.connection.execute(
            """
            CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON thing DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION hold();
            SELECT pg_advisory_lock(42)
            """)
        let store = node.store
        let writing = Task {
            try await store.write(receipt: "tab/2") { db in
                try db.execute(sql: "INSERT INTO thing(name) VALUES ('second')")
            }
        }
        let session = try await world.wait(forWriter: "query = 'COMMIT' AND wait_event_type = 'Lock'")
        try world.connection.query("SELECT pg_terminate_backend($1)", [PostgresValue(session)])
        try world.connection.execute("SELECT pg_advisory_unlock(42)")
        try await writing.value
        #expect(try world.strings("SELECT name FROM thing ORDER BY id") == ["first", "second"])
        #expect(try world.strings("SELECT count(*) FROM \"aviaryReceipt\" WHERE name = 'tab/2'") == ["1"])
        await world.close()
    }

    /// The follower waits for a locked table, but the writer does not.
    @Test func aWriteThatComesLateIsDoneAndTheCopyIsBehindUntilItComes() async throws {
        let world = try WriterWorld()
        var options = UpstreamWriter.Options()
        options.arrival = .milliseconds(50)
        // A check of what a note refers to would wait for that table, too.
        try world.connection.execute("ALTER TABLE note DROP CONSTRAINT note_thing_fkey")
        let node = try world.makeNode(writer: options)
        try await node.execute("INSERT INTO note(text) VALUES ('first')")
        try await node.wait(for: "count(*) = 1 FROM note")
        // The delayed changes have arrived.
        try await node.wait(until: .following)
        let conditions = node.replica.conditions
        try world.connection.execute("BEGIN; LOCK TABLE thing IN ACCESS EXCLUSIVE MODE")
        try await node.execute("INSERT INTO note(text) VALUES ('late')", receipt: "tab/1")
        #expect(node.replica.condition == .behind)
        #expect(node.replica.condition.isFollowing)
        #expect(try world.strings("SELECT text FROM note ORDER BY id") == ["first", "late"])
        #expect(try await node.strings("SELECT text FROM note") == ["first"])
        // A repeated question gets the same answer.
        await #expect(throws: ResultsError.self) {
            try await node.execute("INSERT INTO note(text) VALUES ('late')", receipt: "tab/1")
        }
        try world.connection.execute("COMMIT")
        try await node.wait(for: "count(*) = 2 FROM note")
        try await node.wait(until: .following)
        // Only the newest is kept for who reads slowly.
        var told = conditions.makeAsyncIterator()
        #expect(await told.next() == .following)
        await world.close()
    }

    /// A failover may have lost it, and the copy of the other server is there before the write is given up.
    @Test func aLateWriteOfBeforeACopyIsNotWaitedFor() async throws {
        let world = try WriterWorld()
        let node = try world.makeNode(), replica = node.replica
        try await node.wait(until: .following)
        let copies = replica.copies
        await replica.note(arrivalOf: "tab/lost", isLate: true, since: copies)
        #expect(replica.condition == .behind)
        // No trigger fires, so it is copied again.
        try world.connection.execute("ALTER TABLE thing ALTER COLUMN name TYPE text USING upper(name)")
        while replica.copies == copies { try await Task.sleep(for: .milliseconds(5)) }
        try await node.wait(until: .following)
        await replica.note(arrivalOf: "tab/lost", isLate: true, since: copies)
        #expect(replica.condition == .following)
        await world.close()
    }

    @Test func withoutAServerWritesFailAndListsStay() async throws {
        let world = try WriterWorld()
        var options = UpstreamWriter.Options()
        options.writeTimeout = .milliseconds(100)
        // Nothing listens there.
        let node = try world.makeNode(
            writer: options, writerURL: "postgres://nobody@127.0.0.1:9/nothing?connect_timeout=1")
        try world.connection.execute("INSERT INTO thing(id, name) VALUES (1, 'a')")
        try await node.wait(for: "count(*) = 1 FROM thing")
        let error = await #expect(throws: UpstreamError.self) {
            try await node.execute("UPDATE thing SET name = 'b'", receipt: "tab/1")
        }
        if case .unreachable? = error {} else { Issue.record("\(String(describing: error))") }
        #expect(try await node.strings("SELECT name FROM thing") == ["a"])
        await world.close()
    }
}
