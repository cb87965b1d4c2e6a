#if Postgres
    import Synchronization

    /// Follows a PostgreSQL database by a log that triggers write: which row of which table changed, in which
    /// transaction. It needs no right beyond those of an ordinary user, once the log is installed.
    ///
    /// A position is a snapshot of PostgreSQL's. What comes next are the changes that are visible now and were not
    /// visible then. So neither gaps in a sequence nor the order of transaction identifiers matter, and a transaction
    /// that stays open delays nobody. Rows are read as they are now, in the snapshot of the same transaction. So each
    /// step leads to that snapshot exactly, and a step that is done twice does no harm.
    ///
    /// The server is asked again and again, at the pace of `FeedPace`. A NOTIFY in the triggers would have all writers
    /// commit one after the other.
    ///
    /// All functions but `stop()` and `hurry()` are called by one thread, and block it.
    final class LogFeed: Sendable {
        private let url: String
        private let node: String
        private let tables: [FeedTable]
        private let keepDays: Int
        private let rest: Duration
        private let alarm = FeedAlarm()

        /// - Parameters:
        ///   - url: Where PostgreSQL is.
        ///   - tables: The tables to follow, with their triggers.
        ///   - node: A name that no other node has. The log is not trimmed past it.
        ///   - keepDays: For how many days the log waits for a node that is away.
        ///   - rest: How often the position is stored and told without changes.
        init(_ url: String, tables: [FeedTable], node: String, keepDays: Int = 7, rest: Duration = .seconds(60)) {
            self.url = url
            self.tables = tables
            self.node = node
            self.keepDays = keepDays
            self.rest = rest
        }

        /// Ends `copy` and `follow` soon. May be called by any thread, and more than once. A feed that was stopped is not
        /// used again.
        func stop() { alarm.stop() }

        /// Has the server asked at once: somebody waits for what was committed just now. May be called by any thread.
        func hurry() { alarm.ring() }

        private func connect() throws -> PostgresConnection {
            var options = PostgresConnection.Options()
            options.application = "aviary \(node)"
            options.patience = .seconds(60)
            options.isStopped = { [alarm] in alarm.isStopped }
            let connection = try PostgresConnection(url, options: options)
            // Plans are made once, for whatever position: each change is found by the log's index, and its row by the
            // key's. Statistics of a log that grows and shrinks are wrong most of the time. Sorting spills to the disk.
            try connection.execute(
                """
                SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off;
                SET enable_mergejoin = off; SET enable_hashagg = off; SET jit = off; SET work_mem = '16MB';
                SET max_parallel_workers_per_gather = 0; SET synchronous_commit = off
                """)
            return connection
        }

        // MARK: Copying

        /// Copies the rows of all tables by COPY, in one transaction.
        ///
        /// - Parameter row: Called for each row with the table's index and a line of COPY's text format, whose bytes the
        ///   callee may overwrite. The columns are those of ``FeedTable/columns``, in that order.
        /// - Returns: The position of that moment.
        /// - Throws: `PostgresError`, `FeedError`, and whatever `row` throws.
        func copy(
            _ row: (_ table: Int, _ line: UnsafeMutableBufferPointer<UInt8>) throws -> Void
        ) throws -> FeedPosition {
            let connection = try connect()
            let source = try LogSource.read(in: connection)
            for table in tables {
                let missing = try LogInstallation.missingTriggers(of: table, in: connection)
                guard missing.isEmpty else {
                    throw FeedError.notInstalled(
                        "the table \(table.name) lacks triggers of the log; run aviary upstream install")
                }
            }
            // From here on the log is not trimmed past what is copied.
            let told = try tell("pg_current_snapshot()", on: connection)
            return try connection.transaction(LogSession.begin(tables)) {
                let catalog = try LogCatalog.read(tables, in: connection)
                let snapshot = try connection.query("SELECT pg_current_snapshot()")[0, 0] ?? ""
                for (index, table) in tables.enumerated() {
                    let statement = "COPY \(table.quotedName) (\(table.quotedColumns)) TO STDOUT"
                    try connection.copyOut(statement) { line in
                        if alarm.isStopped { throw CancellationError() }
                        try row(index, line)
                    }
                }
                return LogPosition(source: source, catalog: catalog, told: told, snapshot: snapshot).position
            }
        }

        /// Tells the server a position, an expression of SQL.
        ///
        /// - Returns: How often that was done.
        private func tell(_ snapshot: String, on connection: PostgresConnection) throws -> Int64 {
            let told = try connection.execute(
                "SELECT aviary.seen(\(PostgresConnection.literal(node)), \(snapshot))")
            return told[0, 0].flatMap { Int64($0) } ?? 0
        }

        // MARK: Following

        /// Asks the log again and again, and applies each step, until the feed is stopped.
        ///
        /// - Parameters:
        ///   - position: One that `copy` returned, or that `apply` was called with.
        ///   - didLook: Called after each look at the log, when its step is applied.
        ///   - apply: Commits the rows of one step and its position in one transaction, which outlives a killed process.
        ///     What it throws ends the call.
        /// - Throws: ``FeedError/copyAgain(_:)`` when the server no longer has what comes after the position.
        func follow(from position: FeedPosition, didLook: () -> Void = {}, apply: FeedApply) throws {
            guard var start = LogPosition(position) else {
                throw FeedError.copyAgain("the copy does not say what it is a copy of")
            }
            do {
                let connection = try connect()
                guard try LogSource.read(in: connection) == start.source else {
                    throw FeedError.copyAgain(
                        "the server is another one, has crashed, or was set back, or its log was installed anew")
                }
                let known = try connection.query(
                    "SELECT told FROM aviary.follower WHERE name = $1", [PostgresValue(node)])
                guard let told = known[0, 0].flatMap({ Int64($0) }), told >= start.told else {
                    throw FeedError.copyAgain(
                        "the server was set back to an older state, or this node was away too long")
                }
                // Before the first step: who puts back the files of the server as they are now takes this back, too.
                start.told = try tell(PostgresConnection.literal(start.snapshot), on: connection)
                let session = LogSession(connection, tables: tables, position: start)
                var chores = LogChores(
                    connection, node: node, keepDays: keepDays, rest: rest, position: start)
                while !alarm.isStopped {
                    let hadChanges = try session.step(apply)
                    didLook()
                    session.position.told = try chores.run(at: session.position, hadChanges: hadChanges, apply)
                    alarm.wait(hadChanges: hadChanges)
                }
            } catch is CancellationError where alarm.isStopped {
                return
            }
        }
    }
#endif
