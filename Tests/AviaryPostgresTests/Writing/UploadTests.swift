import AviaryResults
import Foundation
import Testing

@testable import AviaryPostgres

/// Single transactions of writes.
struct UploadTests {
    private let world: WriterWorld
    private let tables: [FeedTable]

    init() throws {
        world = try WriterWorld()
        tables = try world.tables()
    }

    private static let columns = ["id", "rank", "name", "isDone", "data", "number", "createdAt"]

    private static func row(_ id: Int64, name: String, number: Int64 = 0) -> [RowValue] {
        [.integer(id), .null, .text(Array(name.utf8)), .null, .null, .integer(number), .null]
    }

    private func change(_ id: Int64, _ before: [RowValue]?, _ after: [RowValue]?) -> RowChange {
        RowChange(table: "thing", rowid: id, columns: Self.columns, before: before, after: after)
    }

    private func upload(_ receipt: String, _ changes: [RowChange]) throws -> Upload {
        Upload(receipt: receipt, chunks: try WriteChunk.all(changes, in: tables))
    }

    @Test func aRowThatIsAnotherOneIsAConflictAndNothingIsDone() throws {
        let (a, b) = (Self.row(1, name: "a"), Self.row(2, name: "b"))
        let connection = world.connection
        #expect(try upload("1", [change(1, nil, a), change(2, nil, b)]).run(connection) == .committed)
        let late = Self.row(2, name: "late")
        for changes in [
            [change(1, a, nil), change(2, late, nil)], [change(1, a, late), change(2, late, b)],
            [change(3, late, nil)], [change(1, nil, a)],
        ] {
            guard case .conflict = try upload("2", changes).run(connection) else {
                Issue.record("\(changes) is no conflict")
                continue
            }
        }
        #expect(try world.strings("SELECT name FROM thing ORDER BY id") == ["a", "b"])
        #expect(try world.strings("SELECT name FROM \"aviaryReceipt\"") == ["1"])
        #expect(try upload("1", [change(1, nil, a)]).run(connection) == .hasReceipt)
    }

    /// The client has given up waiting for a COMMIT that succeeds after all.
    @Test func aReceiptSaysThatALostCommitSucceeded() async throws {
        let blocked = try PostgresConnection(world.database.url)
        try blocked.execute(
            """
            CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON thing DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION hold();
            SELECT pg_advisory_lock(42)
            """)
        var options = PostgresConnection.Options()
        options.answerTimeout = .seconds(1)
        let impatient = try PostgresConnection(world.database.url, options: options)
        let upload = try upload("tab/1", [change(1, nil, Self.row(1, name: "a"))])
        let lost = #expect(throws: Upload.Lost.self) { try upload.run(impatient) }
        #expect(lost?.mayBeCommitted == true)
        // Before it has ended, nobody is told that it is not done.
        let error = #expect(throws: UpstreamError.self) { try Upload.hasSettled("tab/1", world.connection) }
        if case .contested? = error {} else { Issue.record("\(String(describing: error))") }
        try blocked.execute("SELECT pg_advisory_unlock(42)")
        // It waits for the session that holds the receipt.
        #expect(try upload.run(world.connection) == .hasReceipt)
        #expect(try world.strings("SELECT count(*) FROM thing") == ["1"])
        #expect(try Upload.hasSettled("tab/1", world.connection))
        // The question has left no trace.
        #expect(try !Upload.hasSettled("tab/2", world.connection))
        #expect(try world.strings("SELECT name FROM \"aviaryReceipt\"") == ["tab/1"])
        withExtendedLifetime(impatient) {}
    }

    @Test func aTableOfTheSameNameInASchemaThatComesFirstIsNotWritten() throws {
        let (a, b) = (Self.row(1, name: "a"), Self.row(1, name: "b"))
        let connection = world.connection
        #expect(try upload("1", [change(1, nil, a)]).run(connection) == .committed)
        // A schema of the role's name comes before others.
        try connection.execute(
            """
            CREATE SCHEMA postgres; CREATE TABLE postgres.thing (LIKE public.thing INCLUDING ALL);
            INSERT INTO postgres.thing SELECT * FROM public.thing
            """)
        for changes in [[change(2, nil, Self.row(2, name: "c"))], [change(1, a, b)], [change(1, a, nil)]] {
            guard case .conflict = try upload("2", changes).run(connection) else {
                Issue.record("\(changes) is no conflict")
                continue
            }
        }
        #expect(try world.strings("SELECT name FROM postgres.thing") == ["a"])
        try connection.execute("DROP SCHEMA postgres CASCADE")
        #expect(try upload("2", [change(1, a, b)]).run(connection) == .committed)
        #expect(try world.strings("SELECT name FROM public.thing") == ["b"])
    }

    @Test func statementsAreOneForManyRows() throws {
        let rows = (1...5_000 as ClosedRange<Int64>).map { Self.row($0, name: "'\($0)\\\"") }
        let chunks = try WriteChunk.all(
            rows.enumerated().map { change(Int64($0 + 1), nil, $1) }, in: tables)
        #expect(chunks.map(\.count) == [2_000, 2_000, 1_000])
        let changed = try WriteChunk.all(
            rows.enumerated().map { index, row in
                let id = Int64(index + 1)
                if index < 10 { return change(id, row, nil) }
                let name = index % 2 == 0 ? "other" : "'\(id)\\\""
                return change(id, row, Self.row(id, name: name, number: index % 2 == 0 ? 0 : 7))
            }, in: tables)
        #expect(changed.map(\.kind) == [.deletion, .update([2]), .update([2]), .update([5]), .update([5])])
        #expect(try Upload(receipt: "1", chunks: chunks).run(world.connection) == .committed)
        // Rows are unique by name: those of one kind would meet.
        try world.connection.execute("ALTER TABLE thing DROP CONSTRAINT thing_name_key")
        #expect(try Upload(receipt: "2", chunks: changed).run(world.connection) == .committed)
        #expect(try world.strings("SELECT count(*) FROM thing WHERE name = 'other'") == ["2495"])
        #expect(try world.strings("SELECT count(*) FROM thing WHERE number = 7") == ["2495"])
    }

    @Test func whatPostgreSQLHasNoColumnForIsRefused() throws {
        let columns = Self.columns + ["local"]
        let row = Self.row(1, name: "a")
        let change = RowChange(
            table: "thing", rowid: 1, columns: columns, before: row + [.null], after: row + [.integer(1)])
        #expect(throws: UpstreamError.self) { try WriteChunk.all([change], in: tables) }
        #expect(throws: UpstreamError.notFollowed(table: "other")) {
            let other = RowChange(table: "other", rowid: 1, columns: ["id"], before: nil, after: [.integer(1)])
            return try WriteChunk.all([other], in: tables)
        }
    }

    // MARK: Giving up

    /// Another node may have the write on its way still.
    @Test func aWriteThatIsGivenUpIsNeverDone() throws {
        let write = try upload("tab/1", [change(1, nil, Self.row(1, name: "a"))])
        for _ in 0..<2 { #expect(try !Upload.settle("tab/1", world.connection)) }
        #expect(try write.run(world.connection) == .givenUp)
        #expect(try !Upload.hasSettled("tab/1", world.connection))
        #expect(try world.strings("SELECT count(*) FROM thing") == ["0"])
        let other = try upload("tab/2", [change(2, nil, Self.row(2, name: "b"))])
        #expect(try other.run(world.connection) == .committed)
        for _ in 0..<2 { #expect(try Upload.settle("tab/2", world.connection)) }
        #expect(try other.run(world.connection) == .hasReceipt)
        #expect(
            try world.strings("SELECT name FROM \"aviaryReceipt\" ORDER BY seq") == [
                "tab/1", Receipts.givenUp("tab/1"), "tab/2",
            ])
    }

    // MARK: Ids

    @Test func rangesNeverOverlap() async throws {
        let (url, table) = (world.database.url, try #require(tables.first))
        var given: [Range<Int64>] = []
        try await withThrowingTaskGroup(of: [Range<Int64>].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let connection = try PostgresConnection(url)
                    return try (0..<20).compactMap { _ in
                        try IdReservation(table: table, taken: 0, count: 50).run(connection)
                    }
                }
            }
            for try await ranges in group { given += ranges }
        }
        #expect(given.count == 80)
        let sorted = given.sorted { $0.lowerBound < $1.lowerBound }
        for (one, next) in zip(sorted, sorted.dropFirst()) { #expect(one.upperBound <= next.lowerBound) }
    }

    @Test func aRangeOutlivesACrash() throws {
        let server = try TestServer()
        defer { try? server.stop() }
        let url = server.url("postgres")
        // Commits that are not on the disk are lost.
        try PostgresConnection(url).execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        try PostgresConnection(url).execute(
            "SELECT pg_reload_conf(); CREATE TABLE thing (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)")
        let table = FeedTable(
            name: "thing", oid: 0, columns: [.init(name: "id", type: 20, typeName: "bigint")])
        let reservation = IdReservation(table: table, taken: 0, count: 64)
        let before = try #require(try reservation.run(PostgresConnection(url)))
        try server.kill()
        try server.start()
        let after = try #require(try reservation.run(PostgresConnection(url)))
        #expect(before.upperBound <= after.lowerBound)
    }

    @Test func aSequenceThatIsBehindItsTableIsSetForward() throws {
        let table = try #require(tables.first)
        let range = try IdReservation(table: table, taken: 100_000, count: 10).run(world.connection)
        #expect(range == 100_001..<100_011)
        // Never back.
        #expect(try IdReservation(table: table, taken: 5, count: 10).run(world.connection) == 100_011..<100_021)
    }

    @Test func aTableWithoutASequenceHasNoRanges() throws {
        try world.connection.execute("ALTER TABLE thing ALTER COLUMN id DROP IDENTITY")
        let table = try #require(tables.first)
        #expect(try IdReservation(table: table, taken: 0, count: 10).run(world.connection) == nil)
    }
}
