#if Postgres
    import Dispatch
    import Foundation
    import Synchronization
    import Testing

    @testable import AviaryPostgres

    /// What becomes of a node when its server ends, loses its log, or is put back. They have a server of their own.
    @Suite(.serialized)
    struct LogicalServerTests {
        private static let server = Result { try TestServer() }

        @Test func aServerThatIsStartedAgainIsFollowedFromThePosition() throws {
            let server = try Self.server.get()
            let world = try LogicalWorld(on: server)
            let replica = try world.replica()
            let ends: [() throws -> Void] = [{ try server.stop() }, { try server.kill() }]
            for end in ends {
                try world.connection.execute("UPDATE item SET number = number + 1")
                try world.catchUp(replica)
                try world.connection.execute("UPDATE item SET number = number + 1 WHERE id = 1")
                try end()
                #expect(throws: PostgresError.self) {
                    try world.feed().follow(from: #require(replica.position)) { _, _ in }
                }
                try server.start()
                try world.connectAgain()
                try world.catchUp(replica)
                #expect(try replica.rows == world.rows())
            }
        }

        /// A server that shuts down waits until the node has acknowledged all that was sent.
        @Test func aServerThatShutsDownIsNotKeptWaiting() throws {
            let server = try Self.server.get()
            let world = try LogicalWorld(on: server)
            let replica = try world.replica()
            try world.connection.execute("UPDATE item SET number = 1")
            let stopping = DispatchGroup()
            let failure = Mutex<(any Error)?>(nil)
            let error = #expect(throws: PostgresError.self) {
                // It stores and acknowledges nothing by itself.
                try replica.follow(
                    world.feed {
                        $0.idle = .seconds(1000)
                        $0.acknowledgement = .seconds(1000)
                    }
                ) {
                    guard replica.steps == 1, replica.rests == 0 else { return false }
                    stopping.enter()
                    DispatchQueue.global().async {
                        do { try server.stop() } catch { failure.withLock { $0 = error } }
                        stopping.leave()
                    }
                    return false
                }
            }
            stopping.wait()
            // It gives up after a minute otherwise.
            #expect(failure.withLock { $0 == nil })
            #expect(error?.isConnectionLost == true)
            try server.start()
            try world.connectAgain()
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }

        @Test func aSlotWhoseLogWasRemovedIsNoticed() throws {
            let server = try Self.server.get()
            let world = try LogicalWorld(on: server)
            let replica = try world.replica()
            try world.connection.execute("ALTER SYSTEM SET max_slot_wal_keep_size = '32MB'")
            try world.connection.execute("SELECT pg_reload_conf()")
            while try world.connection.execute("SHOW max_slot_wal_keep_size")[0, 0] != "32MB" {}
            for _ in 0..<4 {
                try world.connection.execute("INSERT INTO other VALUES ((SELECT count(*) FROM other))")
                try world.connection.execute("SELECT pg_switch_wal()")
            }
            try world.connection.execute("CHECKPOINT")
            let status = try LogicalInstallation.status(of: world.tables, in: world.connection)
            #expect(status.slots.map(\.isLost) == [true])
            #expect(!status.advice.contains { $0.contains("max_slot_wal_keep_size") })
            expectCopyAgain { try world.catchUp(replica) }
            try replica.copy(from: world.feed())
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
            let slot = try #require(try LogicalInstallation.status(of: world.tables, in: world.connection).slots.first)
            #expect(!slot.isLost && slot.bytesToLoss != nil)
            try world.connection.execute("ALTER SYSTEM RESET max_slot_wal_keep_size")
            try world.connection.execute("SELECT pg_reload_conf()")
        }

        /// The server does not know that it is another one. The log has grown past the position of the replica.
        @Test func aServerWhoseFilesWerePutBackIsNoticed() throws {
            let server = try Self.server.get()
            let world = try LogicalWorld(on: server)
            let replica = try world.replica()
            try server.stop()
            try server.keepFiles()
            try server.start()
            try world.connectAgain()
            try world.connection.execute("UPDATE item SET number = 77")
            try world.catchUp(replica)
            try server.stop()
            try server.putBackFiles()
            try server.start()
            try world.connectAgain()
            let position = try LogicalPosition(try #require(replica.position)).log
            func end() throws -> LSN {
                let flushed = try world.connection.query("SELECT pg_current_wal_flush_lsn()")[0, 0]
                return try #require(flushed.flatMap { LSN($0) })
            }
            while try end() < position {
                try world.connection.execute("INSERT INTO note SELECT max(id) + 1, 'another past' FROM note")
            }
            expectCopyAgain { try world.catchUp(replica) }
            try replica.copy(from: world.feed())
            try world.catchUp(replica)
            #expect(try replica.rows == world.rows())
        }
    }
#endif
