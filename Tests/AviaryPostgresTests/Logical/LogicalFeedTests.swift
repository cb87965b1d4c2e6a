#if Postgres
    import AviaryTesting
    import Foundation
    import Testing

    @testable import AviaryPostgres

    /// Logical replication from a real server.
    @Suite(.serialized)
    struct LogicalFeedTests {
        @Test func aCopyAndWhatComesAfterItIsWhatPostgreSQLHas() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            #expect(try replica.rows == world.rows())
            #expect(replica.rows[0].count == 10)
            try world.connection.execute(
                """
                INSERT INTO item VALUES (100, NULL, 'tab here'); UPDATE item SET number = -1 WHERE id <= 3;
                DELETE FROM item WHERE id = 4; INSERT INTO other VALUES (1)
                """)
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
            #expect(replica.rows[0]["100"] == ["100", "\\N", "tab here"])
            #expect(replica.rows[0]["4"] == nil)
        }

        /// Random transactions, while the node follows for a while, is stopped, and begins again from its position.
        @Test(arguments: [1, 2, 3] as [UInt64]) func afterAnyTransactionsTheReplicaIsEqual(seed: UInt64) throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            var random = SeededGenerator(seed: seed)
            for round in 0..<draws(5, long: 50) {
                for _ in 0..<random.skewed(upTo: 40) {
                    let statements = (0..<random.skewed(upTo: 5)).map { _ in Self.statement(&random) }
                    // Some are rolled back, as a whole or to a savepoint.
                    let end = random.chance(20) ? "ROLLBACK" : "COMMIT"
                    let middle =
                        random.chance(30)
                        ? "SAVEPOINT s; \(Self.statement(&random)); ROLLBACK TO s;" : ""
                    try world.connection.execute("BEGIN; \(middle)\(statements.joined(separator: "; ")); \(end)")
                }
                try world.catchUp(replica, world.feed { $0.memory = random.skewed(upTo: 4000) })
                #expect(try replica.rows == world.rows(), "round \(round)")
            }
        }

        private static func statement(_ random: inout SeededGenerator) -> String {
            let id = Int.random(in: 1...30, using: &random), number = Int.random(in: 0...99, using: &random)
            return switch Int.random(in: 0..<100, using: &random) {
            case 0..<30:
                "INSERT INTO item VALUES (\(id), \(number), repeat('x', \(number * 50))) ON CONFLICT (id) DO UPDATE "
                    + "SET number = excluded.number"
            case 30..<60: "UPDATE item SET number = \(number) WHERE id % 3 = \(id % 3)"
            case 60..<75: "DELETE FROM item WHERE id = \(id)"
            // The key changes; a value that is stored apart is not sent.
            case 75..<85: "UPDATE item SET id = (SELECT max(id) + 1 FROM item) WHERE id = \(id)"
            case 85..<97: "UPDATE item SET name = NULL WHERE id = \(id)"
            default: "TRUNCATE item"
            }
        }

        @Test func aLongValueThatIsNotSentStaysWithItsRow() throws {
            let world = try LogicalWorld(rows: 0)
            try world.connection.execute(
                "INSERT INTO item VALUES (1, 1, repeat('a', 20000)), (2, 2, repeat('b', 20000))")
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = 7 WHERE id = 1")
            try world.connection.execute("UPDATE item SET id = 5 WHERE id = 2")
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
            #expect(replica.rows[0]["1"]?[2].count == 20000)
            #expect(replica.rows[0]["5"] == ["5", "2", String(repeating: "b", count: 20000)])
        }

        @Test func aFullReplicaIdentityIsFollowedToo() throws {
            let world = try LogicalWorld()
            try world.connection.execute("ALTER TABLE item REPLICA IDENTITY FULL")
            let replica = try world.replica()
            try world.connection.execute(
                "UPDATE item SET number = 9; UPDATE item SET id = 50 WHERE id = 1; DELETE FROM item WHERE id = 2")
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }

        @Test func truncateEmptiesATable() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute("TRUNCATE item, other; INSERT INTO item VALUES (3, 3, 'c')")
            try world.catchUp(replica)
            #expect(replica.rows[0] == ["3": ["3", "3", "c"]])
        }

        @Test func transactionsThatAreThereAlreadyBecomeOneStep() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            // Few enough to be in the socket while the node does not read.
            for _ in 0..<40 { try world.connection.execute("UPDATE item SET number = number + 1 WHERE id = 1") }
            let end = try #require(
                try world.connection.query("SELECT pg_current_wal_flush_lsn()")[0, 0].flatMap { LSN($0) })
            try replica.follow(world.feed()) {
                // The first step ends when all others are here.
                if replica.steps == 1 { try world.awaitSent(end) }
                return replica.changes == 40
            }
            #expect(replica.steps <= 3, "\(replica.steps) steps")
            #expect(try replica.rows == world.rows())
        }

        @Test func aNodeThatIsBehindWaitsForMoreTransactions() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            for _ in 0..<40 { try world.connection.execute("UPDATE item SET number = number + 1 WHERE id = 1") }
            let feed = world.feed {
                $0.lag = .zero
                $0.gathering = .seconds(1000)
                $0.transactions = 20
            }
            try replica.follow(feed) { replica.changes == 40 }
            #expect(replica.steps == 2)
            #expect(try replica.rows == world.rows())
        }

        @Test func aLargeTransactionIsOneStepThatLiesInAFileMeanwhile() throws {
            let world = try LogicalWorld(rows: 20_000)
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = number + 1")
            // A tenth of a megabyte is much less than the transaction.
            try world.catchUp(replica, world.feed { $0.memory = 100_000 })
            #expect(replica.changes == 20_001)
            #expect(replica.steps <= 2)
            #expect(try replica.rows == world.rows())
        }

        /// Other programs' changes move the position, and PostgreSQL need not keep its log.
        @Test func othersTrafficIsAcknowledgedWhileNothingOfOursChanges() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            let before = try #require(try world.confirmed())
            try world.connection.execute("INSERT INTO other SELECT generate_series(1, 10000)")
            let end = try world.connection.query("SELECT pg_current_wal_lsn()")[0, 0]
            let target = try #require(end.flatMap { LSN($0) })
            let feed = world.feed {
                $0.idle = .milliseconds(10)
                $0.acknowledgement = .zero
            }
            try replica.follow(feed) {
                if let confirmed = try world.confirmed(), confirmed >= target { return true }
                // The server hears of a position after it was stored, and the next one is stored when there is one.
                try world.connection.execute("DELETE FROM other WHERE id = (SELECT min(id) FROM other)")
                return false
            }
            #expect(target > before)
            #expect(replica.steps == 0 && replica.rests > 0)
        }

        @Test func whatIsNotStoredIsSentAgain() throws {
            struct Killed: Error {}
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = 1000")
            // The node is killed in the middle of a step, and after one that it has not acknowledged.
            for _ in 0..<2 {
                #expect(throws: Killed.self) {
                    try world.feed().follow(from: try #require(replica.position)) { position, send in
                        try replica.apply(position) { sink in
                            try send?(sink)
                            throw Killed()
                        }
                    }
                }
            }
            #expect(throws: Killed.self) {
                try world.feed().follow(from: try #require(replica.position)) { position, send in
                    try replica.apply(position, send)
                    throw Killed()
                }
            }
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
            // Ten rows twice that were not stored, ten that were, and the mark.
            #expect(replica.changes == 31)
        }

        @Test func aLostConnectionIsAnErrorAndThePositionGoesOn() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = 1000")
            let error = #expect(throws: PostgresError.self) {
                try world.feed().follow(from: try #require(replica.position)) { position, send in
                    try replica.apply(position, send)
                    try world.slot.release(world.connection)
                }
            }
            #expect(error?.isConnectionLost == true)
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }

        @Test func aFeedThatIsStoppedReturns() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            let feed = world.feed()
            feed.stop()
            try feed.follow(from: try #require(replica.position)) { _, _ in Issue.record("A step came.") }
            #expect(throws: CancellationError.self) { try replica.copy(from: feed) }
        }
    }
#endif
