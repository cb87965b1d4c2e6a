#if Postgres
    import Foundation
    import Testing

    @testable import AviaryPostgres

    /// What makes a replica wrong or a node wait for ever, if nobody notices.
    @Suite(.serialized)
    struct LogicalFaultTests {
        /// The server begins at what was acknowledged, and says nothing.
        @Test func aSlotThatIsAheadOfTheReplicaIsNoticed() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            let old = try #require(replica.position)
            try world.connection.execute("UPDATE item SET number = 1")
            try world.catchUp(replica, world.feed { $0.acknowledgement = .zero })
            try world.awaitConfirmed(try LogicalPosition(try #require(replica.position)).log)
            expectCopyAgain { try world.feed().follow(from: old) { _, _ in Issue.record("A step came.") } }
            // From where the slot is, it goes on.
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }

        @Test func aSlotThatIsGoneIsNoticedAndANewCopyMakesAnother() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            #expect(try LogicalInstallation.removeSlot(named: world.slot.name, in: world.connection))
            #expect(try !LogicalInstallation.removeSlot(named: world.slot.name, in: world.connection))
            try world.connection.execute("UPDATE item SET number = 1")
            expectCopyAgain { try world.catchUp(replica) }
            try replica.copy(from: world.feed())
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }

        @Test func anotherSlotOfTheSameNameIsNoticed() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            let slot = try world.slot
            try slot.drop(world.connection)
            try world.connection.execute("UPDATE item SET number = 1")
            try world.connection.execute("SELECT pg_create_logical_replication_slot('\(slot.name)', 'pgoutput')")
            expectCopyAgain { try world.catchUp(replica) }
        }

        @Test(arguments: [
            "ALTER TABLE item ADD COLUMN color text", "ALTER TABLE item DROP COLUMN number",
            "ALTER TABLE item RENAME COLUMN number TO count", "ALTER TABLE item RENAME TO thing",
            "ALTER TABLE item ALTER COLUMN number TYPE bigint",
            // Nothing of it is in the stream, and all rows have other values.
            "ALTER TABLE item ALTER COLUMN number TYPE int USING number + 1",
            "ALTER TABLE item ADD COLUMN color text DEFAULT 'red'",
            "DROP TABLE item; CREATE TABLE item (id bigint PRIMARY KEY, number int, name text)",
            "ALTER PUBLICATION aviary DROP TABLE item; ALTER PUBLICATION aviary ADD TABLE item",
            "DROP PUBLICATION aviary; CREATE PUBLICATION aviary FOR TABLE item, note",
        ])
        func anAlteredTableIsNoticedWithoutAnyRow(sql: String) throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute(sql)
            expectCopyAgain { try world.catchUp(replica) }
        }

        @Test(arguments: [
            "ALTER TABLE item ADD COLUMN color text", "ALTER TABLE item DROP COLUMN number",
            "ALTER TABLE item ALTER COLUMN number TYPE int USING number + 1",
        ])
        func aTableThatIsAlteredWhileTheNodeFollowsIsNoticed(sql: String) throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = 1 WHERE id = 1")
            var isAltered = false
            expectCopyAgain {
                try replica.follow(world.feed { $0.idle = .milliseconds(10) }) {
                    guard !isAltered, replica.steps == 1 else { return false }
                    isAltered = true
                    try world.connection.execute(sql)
                    try world.connection.execute("UPDATE item SET name = 'x' WHERE id = 1")
                    return false
                }
            }
            #expect(replica.rows[0]["1"]?[1] == "1")
            #expect(replica.rows[0]["1"]?[2] == "item 1")
        }

        @Test func othersChangesOfOtherTablesDisturbNobody() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            for sql in [
                "ALTER TABLE other ADD COLUMN color text", "ALTER PUBLICATION aviary ADD TABLE other", "ANALYZE",
                "CREATE INDEX ON item (number)", "VACUUM FULL item",
            ] {
                try world.connection.execute(sql)
            }
            try world.connection.execute("INSERT INTO other VALUES (1, 'red'); UPDATE item SET number = 5 WHERE id = 2")
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }

        @Test func aPublicationThatIsGoneIsNamed() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute("DROP PUBLICATION aviary")
            let error = #expect(throws: FeedError.self) { try world.catchUp(replica) }
            #expect(error == .notInstalled("there is no publication aviary"))
            #expect(throws: FeedError.self) { try replica.copy(from: world.feed()) }
            try LogicalInstallation.install(world.tables, in: world.connection)
            expectCopyAgain { try world.catchUp(replica) }
            try replica.copy(from: world.feed())
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }

        @Test func positionsOfOtherServersAndFeedsAskForACopy() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            let position = try LogicalPosition(try #require(replica.position))
            var others = [position, position, position]
            others[0].system += 1
            others[1].timeline += 1
            // A server that was put back to an older state.
            others[2].log = LSN(position.log.bytes + 1 << 40)
            for other in others.map(\.position) + [FeedPosition(rawValue: "100:100:")] {
                expectCopyAgain { try world.feed().follow(from: other) { _, _ in Issue.record("A step came.") } }
            }
        }

        @Test func aNodeOfTheSameNameIsRefusedWhileTheOtherFollows() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = 1")
            // The address names the connections of the first node: they are not those of this process.
            let feed = world.feed(url: world.database.url + "&application_name=elsewhere")
            try replica.follow(feed) {
                let error = #expect(throws: PostgresError.self) {
                    try world.feed().follow(from: try #require(replica.position)) { _, _ in Issue.record("A step came.")
                    }
                }
                #expect(error?.state == "55006")
                return true
            }
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }

        /// Its connection was cut, and the server has not noticed.
        @Test func aNodeTakesItsOwnSlotBack() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = 1")
            let lost = #expect(throws: PostgresError.self) {
                try world.feed().follow(from: try #require(replica.position)) { position, send in
                    try replica.apply(position, send)
                    guard replica.steps == 1 else { return }
                    try world.catchUp(replica)
                }
            }
            #expect(lost?.isConnectionLost == true)
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }

        /// The process that serves the node is stopped. The connection stays open.
        @Test func aServerThatHangsIsGivenUp() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = 1")
            var stopped: pid_t?
            defer {
                if let stopped { kill(stopped, SIGCONT) }
                withExtendedLifetime(world) {}
            }
            let error = #expect(throws: PostgresError.self) {
                try replica.follow(world.feed { $0.patience = .milliseconds(500) }) {
                    let process = try world.slot.state(world.connection)?.process.flatMap { pid_t($0) }
                    if stopped == nil, let process, kill(process, SIGSTOP) == 0 { stopped = process }
                    return false
                }
            }
            #expect(error?.isConnectionLost == true)
        }

        /// With so little patience the server is asked all the time, and answers.
        @Test func aServerThatHasNothingToSayIsNotGivenUp() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            var rests = 0
            try world.connection.execute("INSERT INTO other VALUES (1), (2), (3), (4), (5)")
            let feed = world.feed {
                $0.patience = .milliseconds(250)
                $0.idle = .milliseconds(300)
            }
            try replica.follow(feed) {
                rests += 1
                try world.connection.execute("DELETE FROM other WHERE id = (SELECT min(id) FROM other)")
                return rests == 4
            }
            #expect(replica.steps == 0)
        }

        @Test func aCopyThatFailsLeavesNoSlot() throws {
            struct Full: Error {}
            let world = try LogicalWorld()
            #expect(throws: Full.self) { _ = try world.feed().copy { _, _ in throw Full() } }
            #expect(try world.slot.state(world.connection) == nil)
        }
    }
#endif
