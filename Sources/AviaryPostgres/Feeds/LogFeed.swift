import Synchronization

/// Follows a PostgreSQL database by a log that triggers write. An entry names a changed row, its table and the
/// transaction. Once the log is installed, following needs only the rights of an ordinary user.
///
/// A position is a snapshot of PostgreSQL. The next step has the changes that are visible now and were not visible
/// in that snapshot. So neither gaps in a sequence nor the order of transaction identifiers matter, and a long
/// transaction delays no other. The present values of the changed rows are read in the same snapshot as the log. So
/// each step leads exactly to that snapshot, and steps are idempotent.
///
/// The server is polled, with the pauses of `FeedPace`. A NOTIFY in the triggers would make all writers commit one
/// after the other.
///
/// All functions but `stop()` and `hurry()` are called by one thread, and block it.
final class LogFeed: Sendable {
    private let url: String
    private let node: String
    private let tables: [FeedTable]
    private let keepDays: Int
    private let reportInterval: Duration
    private let alarm = FeedAlarm()

    /// - Parameters:
    ///   - url: The address of PostgreSQL.
    ///   - tables: The tables to follow, with their triggers.
    ///   - node: A name that no other node has. The log keeps all entries that this node still needs.
    ///   - keepDays: For how many days the log keeps entries for an absent node.
    ///   - reportInterval: The time between two reports of the position without changes. The position is stored at the
    ///     same times.
    init(_ url: String, tables: [FeedTable], node: String, keepDays: Int = 7, reportInterval: Duration = .seconds(60)) {
        self.url = url
        self.tables = tables
        self.node = node
        self.keepDays = keepDays
        self.reportInterval = reportInterval
    }

    /// Ends `copy` and `follow` soon. May be called by any thread, and more than once. A stopped feed cannot be
    /// used again.
    func stop() { alarm.stop() }

    /// Makes the feed look at once, because a caller waits for a recent commit. May be called by any thread.
    func hurry() { alarm.ring() }

    private func connect() throws -> PostgresConnection {
        var options = PostgresConnection.Options()
        options.application = "aviary \(node)"
        options.answerTimeout = .seconds(60)
        options.isStopped = { [alarm] in alarm.isStopped }
        let connection = try PostgresConnection(url, options: options)
        // With these settings one plan serves all positions. The log's index finds each change, and the key's index
        // finds its row. Statistics are of no use, because the log grows and shrinks all the time. Large sorts use
        // the disk.
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
    /// - Parameter row: Called for each row, with the table's index and a line of COPY's text format. It may
    ///   overwrite the bytes of the line. The columns have the order of ``FeedTable/columns``.
    /// - Returns: The position of that moment.
    /// - Throws: `PostgresError`, `FeedError`, and the errors of `row`.
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
        // From here on the log keeps all entries after the snapshot that is copied.
        let reports = try report("pg_current_snapshot()", on: connection)
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
            return LogPosition(source: source, catalog: catalog, reports: reports, snapshot: snapshot).position
        }
    }

    /// Reports a position, given as an SQL expression, to the server.
    ///
    /// - Returns: How often this node has reported a position.
    private func report(_ snapshot: String, on connection: PostgresConnection) throws -> Int64 {
        let reports = try connection.execute(
            "SELECT aviary.seen(\(PostgresConnection.literal(node)), \(snapshot))")
        return reports[0, 0].flatMap { Int64($0) } ?? 0
    }

    // MARK: Following

    /// Polls the log, and applies each step, until the feed is stopped.
    ///
    /// - Parameters:
    ///   - position: A position that `copy` returned, or that `apply` was called with.
    ///   - didLook: Called after each look at the log. If the look leads to a step, it is called after that step.
    ///   - apply: Commits the rows of one step and its position in one transaction. The commit must survive a
    ///     killed process. An error ends the call.
    /// - Throws: ``FeedError/copyAgain(_:)`` when the server no longer has the changes after the position, other
    ///   cases of `FeedError`, `PostgresError`, and the errors of `apply`.
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
            guard let reports = known[0, 0].flatMap({ Int64($0) }), reports >= start.reports else {
                throw FeedError.copyAgain(
                    "the server was set back to an older state, or this node was away too long")
            }
            // The position is reported before the first step. If the server's files are restored to an earlier
            // state, the report is lost, too. So the next start notices the restored state.
            start.reports = try report(PostgresConnection.literal(start.snapshot), on: connection)
            let session = LogSession(connection, tables: tables, position: start)
            var chores = LogChores(
                connection, node: node, keepDays: keepDays, reportInterval: reportInterval, position: start)
            while !alarm.isStopped {
                let hadChanges = try session.step(apply)
                didLook()
                session.position.reports = try chores.run(at: session.position, hadChanges: hadChanges, apply)
                alarm.wait(hadChanges: hadChanges)
            }
        } catch is CancellationError where alarm.isStopped {
            return
        }
    }
}
