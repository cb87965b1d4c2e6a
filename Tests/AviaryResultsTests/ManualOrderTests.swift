import AviaryResults
import AviaryTesting
import GRDB
import Testing

/// Rows that people put where they like.
struct ManualOrderTests {
    private let order = ManualOrder(of: "photo", by: "position", within: "album")

    /// - Parameter albums: The positions of photos, as SQL has them.
    private func database(_ albums: [[String]]) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE photo(id INTEGER PRIMARY KEY, album INTEGER, position REAL);
                    CREATE INDEX photoOrder ON photo(album, position)
                    """)
            for (album, positions) in albums.enumerated() {
                for position in positions {
                    try db.execute(sql: "INSERT INTO photo(album, position) VALUES (\(album), \(position))")
                }
            }
        }
        return queue
    }

    private func photos(_ db: Database, album: Int = 0) throws -> [Int64] {
        try Int64.fetchAll(db, sql: "SELECT id FROM photo WHERE album = ? ORDER BY position, id", arguments: [album])
    }

    @Test func noRowOfAnOutlineIsMovedBelowItself() throws {
        let outline = ManualOrder(of: "photo", by: "position", within: "album", isOutline: true)
        try database([["1", "2", "3", "4"]]).write { db in
            try db.execute(sql: "UPDATE photo SET album = NULL")
            try outline.move([2], .last(in: 1.databaseValue), in: db)
            try outline.move([3], .last(in: 2.databaseValue), in: db)
            // As another window may ask that does not know it yet.
            for (ids, target) in [
                ([1], .last(in: 3.databaseValue)), ([1], .last(in: 1.databaseValue)), ([4, 2], .behind(3)),
                ([1], .before(2)),
            ] as [([Int64], ManualOrder.Target)] {
                #expect(throws: ManualOrder.CircleError.self) { try outline.move(ids, target, in: db) }
            }
            try outline.move([3], .first(in: .null), in: db)
            let roots = try Int64.fetchAll(db, sql: "SELECT id FROM photo WHERE album IS NULL ORDER BY position")
            #expect(roots == [3, 1, 4])
            // A circle that another program has made.
            try db.execute(sql: "UPDATE photo SET album = 2 WHERE id = 1")
            #expect(throws: ManualOrder.CircleError.self) { try outline.move([1], .last(in: 2.databaseValue), in: db) }
            try outline.move([4], .last(in: 2.databaseValue), in: db)
        }
    }

    @Test func rowsAreMovedBeforeAndBehindOthers() throws {
        try database([["1", "2", "3"], ["1"]]).write { db in
            try order.move([3], .before(1), in: db)
            #expect(try photos(db) == [3, 1, 2])
            try order.move([3], .behind(1), in: db)
            #expect(try photos(db) == [1, 3, 2])
            try order.move([2, 1], .first(in: 0.databaseValue), in: db)
            #expect(try photos(db) == [2, 1, 3])
            try order.move([2], .last(in: 0.databaseValue), in: db)
            #expect(try photos(db) == [1, 3, 2])
            try order.move([1, 2], .behind(4), in: db)
            #expect(try photos(db) == [3])
            #expect(try photos(db, album: 1) == [4, 1, 2])
            try order.move([3], .last(in: 7.databaseValue), in: db)
            #expect(try photos(db, album: 7) == [3], "an album without photos")
        }
    }

    @Test func aMoveWritesOneRowWhileThereIsRoom() throws {
        try database([["1", "2", "3"]]).write { db in
            let before = db.totalChangesCount
            for turn in 0..<40 { try order.move([turn % 2 == 0 ? 2 : 3], .behind(1), in: db) }
            #expect(db.totalChangesCount - before == 40)
        }
    }

    @Test func manyRowsAreMovedByOneStatement() throws {
        let queue = try database([(0..<2_000).map { "\($0)" }, ["1"]])
        let count = StatementCounter("photo")
        queue.add(transactionObserver: count, extent: .databaseLifetime)
        try queue.write { db in
            let moved = Array((1...2_000 as ClosedRange<Int64>).reversed())
            // Rows that are gone are left out; one that is named twice stands at its last place.
            try order.move([7] + moved + [9_999], .before(2_001), in: db)
            #expect(count.count == 1)
            #expect(try photos(db) == [])
            #expect(try photos(db, album: 1) == moved + [2_001])
        }
    }

    @Test func crowdedRowsAreRenumberedByOneStatement() throws {
        let queue = try database([Array(repeating: "1", count: 500) + ["2"]])
        let count = StatementCounter("photo")
        queue.add(transactionObserver: count, extent: .databaseLifetime)
        try queue.write { db in
            try order.move([501], .behind(100), in: db)
            #expect(count.count == 2)
            let expected = (1...100).map { Int64($0) } + [501] + (101...500).map { Int64($0) }
            #expect(try photos(db) == expected)
        }
    }

    @Test func aTableWithoutGroupsIsOneOrder() throws {
        let order = ManualOrder(of: "photo", by: "position")
        try database([["1", "3"], ["2"]]).write { db in
            try order.move([2], .behind(1), in: db)
            #expect(try Int64.fetchAll(db, sql: "SELECT id FROM photo ORDER BY position, id") == [1, 2, 3])
            #expect(try Int.fetchOne(db, sql: "SELECT album FROM photo WHERE id = 3") == 1, "an album is left alone")
        }
    }

    @Test func aPlaceBesideARowThatIsGoneIsAnError() throws {
        try database([["1"]]).write { db in
            #expect(throws: RecordError.self) { try order.move([1], .behind(99), in: db) }
            #expect(throws: RecordError.self) { try order.makePositions(for: 1, .before(99), in: db) }
        }
    }

    @Test func aViewInPlaceOfTheTableIsAnError() throws {
        try database([["1", "2"]]).write { db in
            try db.execute(sql: "ALTER TABLE photo RENAME TO was; CREATE VIEW photo AS SELECT * FROM was")
            for target in [ManualOrder.Target.first(in: 0.databaseValue), .last(in: 0.databaseValue), .behind(1)] {
                #expect(throws: (any Error).self) { try order.move([2], target, in: db) }
            }
        }
    }

    /// What other programs may have written.
    @Test(
        arguments: [
            ["NULL", "NULL", "NULL", "1", "2"], ["0", "0", "0", "0", "0", "0", "0"], ["'a'", "'b'", "'c'"],
            ["NULL", "-1e308", "0", "1e308", "'x'"], ["-9e999", "-1e300", "0", "9e999", "9e999"],
            ["1e300", "1e300", "1e300"], ["4.9e-324", "9.9e-324", "1.5e-323"],
            ["9007199254740992", "9007199254740994", "9007199254740996"],
        ] as [[String]])
    func thereIsRoomBetweenWhateverStandsThere(positions: [String]) throws {
        try database([positions]).write { db in
            for next in 1..<Int64(positions.count) {
                var expected = try photos(db)
                let index = try #require(expected.firstIndex(of: next))
                for position in try order.makePositions(for: 2, .behind(next), in: db).positions {
                    try db.execute(sql: "INSERT INTO photo(album, position) VALUES (0, ?)", arguments: [position])
                }
                let last = db.lastInsertedRowID
                expected.insert(contentsOf: [last - 1, last], at: index + 1)
                #expect(try photos(db) == expected)
            }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func anyMovesAreThoseOfAList(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let queue = try database([(0..<60).map { "\($0)" }])
        var list = (1...60).map { Int64($0) }
        try queue.write { db in
            for _ in 0..<draws(2_000, long: 200_000) {
                let moved = Array(list.shuffled(using: &random).prefix(.random(in: 1...3, using: &random)))
                // Mostly at one target, so that there is no room soon.
                let rest = list.filter { !moved.contains($0) }
                let index = Int.random(in: 0...3, using: &random) == 0 ? rest.indices.randomElement(using: &random)! : 7
                let isBefore = Bool.random(using: &random)
                list = rest
                list.insert(contentsOf: moved, at: isBefore ? index : index + 1)
                try order.move(moved, isBefore ? .before(rest[index]) : .behind(rest[index]), in: db)
                #expect(try photos(db) == list)
            }
        }
    }

    /// Each is put between the same two: at any distance the gap is halved until nothing lies in it.
    @Test func manyRowsInOnePlaceHaveFewOthersRenumbered() throws {
        let queue = try database([(0..<20_000).map { "\($0 - 1_800_000_000_000)" }])
        let count = draws(5_000, long: 100_000)
        let written = try queue.write { db in
            let before = db.totalChangesCount
            for _ in 0..<count {
                let position = try order.makePositions(for: 1, .behind(10_000), in: db).positions[0]
                try db.execute(sql: "INSERT INTO photo(album, position) VALUES (0, ?)", arguments: [position])
            }
            let list = try photos(db)
            #expect(list[9_999] == 10_000)
            let expected = (1...Int64(count)).reversed().map { 20_000 + $0 }
            #expect(Array(list[10_000..<10_000 + count]) == expected)
            return db.totalChangesCount - before
        }
        #expect(written < 60 * count, "\(written / count) rows for each")
    }

    @Test func whatWasCrowdedIsNumberedOnceOnly() throws {
        try database([Array(repeating: "0", count: 10_000)]).write { db in
            _ = try order.makePositions(for: 3, .behind(5_000), in: db)
            let before = db.totalChangesCount
            _ = try order.makePositions(for: 3, .behind(5_000), in: db)
            _ = try order.makePositions(for: 1, .behind(2_000), in: db)
            #expect(db.totalChangesCount == before)
        }
    }

    @Test func neighboursAreFoundByTheIndex() throws {
        try database([["1", "2"]]).read { db in
            for comparison in [
                "(position, rowid) > (?, ?) ORDER BY position ASC, rowid ASC",
                "(position, rowid) < (?, ?) ORDER BY position DESC, rowid DESC",
            ] {
                let plan = try Row.fetchAll(
                    db,
                    sql:
                        "EXPLAIN QUERY PLAN SELECT rowid, position FROM photo WHERE album IS ? AND \(comparison) LIMIT ?",
                    arguments: [0, 1, 1, 1])
                #expect(plan.count == 1)
                #expect("\(plan)".contains("USING COVERING INDEX photoOrder"), "\(plan)")
            }
        }
    }
}
