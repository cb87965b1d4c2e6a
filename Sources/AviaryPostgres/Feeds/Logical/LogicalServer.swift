#if Postgres
    /// Who answers at the other end of a replication connection.
    struct LogicalServer {
        /// See `LogicalPosition`.
        var system: UInt64
        var timeline: UInt32
        var started: Int64
        /// The last checkpoint. A server makes one at its start or at its end, whichever way it ends.
        var checkpoint: LSN
        /// The end of the log.
        var end: LSN

        /// A node may have the checkpoint at the end of a server: more than its record in the log takes.
        private static let checkpointBytes: UInt64 = 256
    }

    extension LogicalServer {
        /// - Parameters:
        ///   - session: A replication connection.
        ///   - connection: Another one to the same server.
        init(_ session: PostgresConnection, _ connection: PostgresConnection) throws {
            let server = try session.execute("IDENTIFY_SYSTEM")
            let times = try connection.query(
                """
                SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint,
                  (SELECT checkpoint_lsn FROM pg_control_checkpoint())
                """)
            guard let system = server[0, 0].flatMap({ UInt64($0) }),
                let timeline = server[0, 1].flatMap({ UInt32($0) }),
                let end = server[0, 2].flatMap({ LSN($0) }), let started = times[0, 0].flatMap({ Int64($0) }),
                let checkpoint = times[0, 1].flatMap({ LSN($0) })
            else { throw PostgresError(message: "the server does not say who it is", isConnectionLost: true) }
            self.init(system: system, timeline: timeline, started: started, checkpoint: checkpoint, end: end)
        }

        /// Makes sure that a position means here what it meant when it was stored.
        ///
        /// - Throws: `FeedError.copyAgain` when it does not.
        func check(_ position: LogicalPosition) throws {
            guard position.system == system else {
                throw FeedError.copyAgain("the server is another one than that of the copy")
            }
            guard position.timeline == timeline else {
                throw FeedError.copyAgain("the server has another past since a failover or a restored backup")
            }
            // Somebody may have put its files back. When it was started again it had what the replica has, or it never had.
            let hadIt =
                position.started == started || position.log <= checkpoint
                || position.log.bytes - checkpoint.bytes <= Self.checkpointBytes
            guard hadIt, position.log <= end else {
                throw FeedError.copyAgain("the server is in an older state than the replica")
            }
        }

        /// Makes sure that the server decodes its log.
        ///
        /// - Throws: `FeedError.notInstalled`, or a `PostgresError` while the server is a standby.
        static func check(_ connection: PostgresConnection) throws {
            let answer = try connection.query("SELECT current_setting('wal_level'), pg_is_in_recovery()")
            guard answer[0, 1] == "f" else {
                throw PostgresError(message: "this server is a standby, which takes no writes", isConnectionLost: true)
            }
            guard answer[0, 0] == "logical" else {
                throw FeedError.notInstalled(
                    "logical replication needs wal_level = logical, and a restart of PostgreSQL; "
                        + "it is \(answer[0, 0] ?? "unknown")")
            }
        }
    }
#endif
