#if Postgres
    import Testing

    @testable import AviaryPostgres

    /// The publication, the slots, and the rights.
    @Suite(.serialized)
    struct LogicalInstallationTests {
        @Test func installingAgainAddsWhatIsMissing() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            #expect(try LogicalInstallation.status(of: world.tables, in: world.connection).faults == [])
            let more = world.tables + [try LogicalWorld.table("other", world.connection)]
            #expect(
                try LogicalInstallation.status(of: more, in: world.connection).faults
                    == ["the publication aviary lacks the table other"])
            try LogicalInstallation.install(more, in: world.connection)
            #expect(try LogicalInstallation.status(of: more, in: world.connection).faults == [])
            // A node that follows the others goes on.
            try world.connection.execute("UPDATE item SET number = 1; INSERT INTO other VALUES (1)")
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
            try world.connection.execute("ALTER PUBLICATION aviary SET (publish = 'insert')")
            #expect(
                try LogicalInstallation.status(of: more, in: world.connection).faults
                    == ["the publication aviary leaves out some kinds of changes"])
            try LogicalInstallation.install(more, in: world.connection)
            #expect(try LogicalInstallation.status(of: more, in: world.connection).faults == [])
        }

        @Test func theStatusSaysWhatEachSlotHolds() throws {
            let world = try LogicalWorld()
            #expect(try LogicalInstallation.status(of: world.tables, in: world.connection).slots == [])
            let replica = try world.replica()
            try world.connection.execute("INSERT INTO other SELECT generate_series(1, 10000)")
            let slots = try LogicalInstallation.status(of: world.tables, in: world.connection).slots
            let slot = try #require(slots.first)
            #expect(try slots.count == 1 && slot.name == world.slot.name)
            #expect(!slot.isActive && !slot.isLost)
            #expect(slot.behindBytes > 500_000 && slot.heldBytes >= slot.behindBytes)
            try world.connection.execute("UPDATE item SET number = 1")
            try replica.follow(world.feed()) {
                let slots = try LogicalInstallation.status(of: world.tables, in: world.connection).slots
                #expect(slots.first?.isActive == true)
                return true
            }
        }

        @Test func adviceNamesWhatFillsDisks() throws {
            let world = try LogicalWorld()
            let isUnlimited = try world.connection.query("SHOW max_slot_wal_keep_size")[0, 0] == "-1"
            let advice = try LogicalInstallation.status(of: world.tables, in: world.connection).advice
            #expect(advice.contains { $0.contains("max_slot_wal_keep_size") } == isUnlimited)
        }

        @Test func removingDropsSlotsAndPublicationAndNothingElse() throws {
            let world = try LogicalWorld()
            _ = try world.replica()
            try world.connection.execute(
                "SELECT pg_create_logical_replication_slot('somebody_' || current_database(), 'pgoutput')")
            #expect(try LogicalInstallation.remove(in: world.connection) == [world.slot.name])
            #expect(try LogicalInstallation.remove(in: world.connection) == [])
            let left = try world.connection.query(
                "SELECT slot_name FROM pg_replication_slots WHERE database = current_database()")
            #expect(left.count == 1 && left[0, 0]?.hasPrefix("somebody_") == true)
            try world.connection.execute("SELECT pg_drop_replication_slot('somebody_' || current_database())")
            #expect(
                try LogicalInstallation.status(of: world.tables, in: world.connection).faults
                    == ["there is no publication aviary"])
            #expect(try world.connection.query("SELECT 1 FROM item").count == 10)
        }

        @Test func removingDisconnectsANodeThatFollows() throws {
            let world = try LogicalWorld()
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = 1")
            #expect(throws: (any Error).self) {
                try world.feed().follow(from: try #require(replica.position)) { position, send in
                    try replica.apply(position, send)
                    #expect(try LogicalInstallation.remove(in: world.connection) == [world.slot.name])
                }
            }
            let error = #expect(throws: FeedError.self) {
                try world.feed().follow(from: try #require(replica.position)) { _, _ in }
            }
            #expect(error != nil)
        }

        @Test(arguments: [
            ("ALTER TABLE item REPLICA IDENTITY NOTHING", "replica identity"),
            ("ALTER PUBLICATION aviary SET TABLE item (id, name), note", "part of its rows or columns"),
            ("ALTER PUBLICATION aviary SET TABLE item WHERE (id > 5), note", "part of its rows or columns"),
        ])
        func aTableThatCannotBeFollowedIsNamedWithItsReason(sql: String, reason: String) throws {
            let world = try LogicalWorld()
            try world.connection.execute(sql)
            let faults = try LogicalInstallation.status(of: world.tables, in: world.connection).faults
            #expect(faults.count == 1 && faults[0].contains("item") && faults[0].contains(reason), "\(faults)")
            let error = #expect(throws: FeedError.self) { try world.replica() }
            guard case .cannotFollow(table: "item", _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }

        @Test func aRoleWithoutTheRightIsNamed() throws {
            let world = try LogicalWorld()
            let role = "node_\(UInt32.random(in: 0 ... .max))"
            try world.connection.execute("CREATE ROLE \(role) LOGIN")
            defer { _ = try? world.connection.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let advice = try LogicalInstallation.install(world.tables, for: role, in: world.connection)
            #expect(advice.contains { $0.contains(role) && $0.contains("REPLICATION") })
            let url = world.database.server.url(world.database.name, user: role)
            let error = #expect(throws: FeedError.self) { _ = try world.feed(url: url).copy { _, _ in } }
            guard case .notInstalled(let what)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(what.contains("ALTER ROLE \"\(role)\" REPLICATION"))
            // With the right it follows, and needs no other one.
            try world.connection.execute("ALTER ROLE \(role) REPLICATION")
            let replica = MemoryReplica(world.tables)
            try replica.copy(from: world.feed(url: url))
            try world.connection.execute("UPDATE item SET number = 1")
            try world.catchUp(replica, world.feed(url: url))
            #expect(try replica.rows == world.rows())
            #expect(
                try LogicalInstallation.install(world.tables, for: role, in: world.connection)
                    .allSatisfy { !$0.contains("ALTER ROLE") })
        }
    }
#endif
