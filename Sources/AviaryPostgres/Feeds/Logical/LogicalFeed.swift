#if Postgres
    import Synchronization

    /// Follows a database by logical replication: PostgreSQL reads the changes out of its write-ahead log and sends them
    /// to a slot, one for each node.
    ///
    /// Writers pay nothing, and a commit comes sooner than with the log of triggers. In return the server needs
    /// `wal_level = logical`, the node's role needs REPLICATION, and a slot makes the server keep its log until the node
    /// has it: see ``LogicalInstallation``.
    ///
    /// - A copy is read in the snapshot that the making of the slot exports, so the slot begins where the copy ends. It is
    ///   made when all transactions have ended that were under way.
    /// - Only what the replica has on its disk is acknowledged. So a node that is killed, or whose machine loses its power,
    ///   finds its slot where its file is, or behind.
    /// - A server begins at what was acknowledged, and says nothing, when it is asked for what was before. So the slot is
    ///   looked at when this connection has it: if it is ahead of the file, a new copy is needed.
    /// - Transactions that are already here become one step. One that is large waits in a file beside the replica.
    public final class LogicalFeed: ChangeFeed {
        let url: String
        let node: String
        let tables: [FeedTable]
        let catalog: LogicalCatalog
        let limits: LogicalLimits
        private let stopped = Atomic<Bool>(false)

        /// - Parameters:
        ///   - url: The address of the server. Its role has REPLICATION, and may read the tables.
        ///   - node: The name of this node, of which there is only one at a time.
        ///   - tables: The followed tables.
        ///   - file: The path of the replica's file.
        ///   - publication: The publication that `LogicalInstallation` has made.
        public convenience init(
            _ url: String, node: String, tables: [FeedTable], file: String, publication: String = "aviary"
        ) {
            self.init(url, node: node, tables: tables, publication: publication, limits: LogicalLimits(file: file))
        }

        init(_ url: String, node: String, tables: [FeedTable], publication: String, limits: LogicalLimits) {
            self.url = url
            self.node = node
            self.tables = tables
            self.limits = limits
            catalog = LogicalCatalog(publication: publication, tables: tables)
        }

        /// Ends `copy` and `follow` soon.
        public func stop() { stopped.store(true, ordering: .releasing) }

        var isStopped: Bool { stopped.load(ordering: .acquiring) }

        /// Makes the node's slot anew, and copies the rows of all tables as of the slot's beginning.
        public func copy(
            _ row: (_ table: Int, _ line: UnsafeMutableBufferPointer<UInt8>) throws -> Void
        ) throws -> FeedPosition {
            let connection = try connect()
            try LogicalServer.check(connection)
            try catalog.check(connection)
            let slot = try slot(connection)
            // That of an earlier copy.
            try awaitRelease(of: slot, connection)
            try slot.drop(connection)
            let session = try replicationConnection(connection)
            let server = try LogicalServer(session, connection)
            // Also waits for the transactions that are under way. It is not limited in time, but ends with `stop()`.
            let made = try session.execute(
                "CREATE_REPLICATION_SLOT \(PostgresConnection.quoted(slot.name)) LOGICAL pgoutput EXPORT_SNAPSHOT")
            do {
                guard let start = made[0, 1].flatMap({ LSN($0) }), let snapshot = made[0, 2] else {
                    throw PostgresError(message: "the server has exported no snapshot")
                }
                // A copy may take longer than the role's statements usually may.
                try connection.execute("SET statement_timeout = 0")
                try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                try connection.execute("SET TRANSACTION SNAPSHOT \(PostgresConnection.literal(snapshot))")
                let digest = try catalog.digest(connection)
                for (index, table) in tables.enumerated() {
                    try connection.copyOut("COPY \(table.quotedName) (\(table.quotedColumns)) TO STDOUT") { line in
                        if isStopped { throw CancellationError() }
                        try row(index, line)
                    }
                }
                try connection.execute("COMMIT")
                return LogicalPosition(
                    system: server.system, timeline: server.timeline, started: server.started, catalog: digest,
                    log: start
                ).position
            } catch {
                // A slot that nobody follows would make the server keep its log for ever.
                if let connection = try? PostgresConnection(url) { _ = try? slot.drop(connection) }
                throw error
            }
        }

        /// Applies each transaction that the slot sends as a step, until the feed is stopped.
        public func follow(from position: FeedPosition, apply: FeedApply) throws {
            do {
                try followStream(from: position, apply)
            } catch is CancellationError where isStopped {
                return
            }
        }

        private func followStream(from position: FeedPosition, _ apply: FeedApply) throws {
            var start = try LogicalPosition(position)
            let connection = try connect()
            try LogicalServer.check(connection)
            let slot = try slot(connection)
            guard try slot.state(connection) != nil else { throw FeedError.copyAgain("the slot \(slot.name) is gone") }
            try awaitRelease(of: slot, connection)
            let session = try replicationConnection(connection)
            let server = try LogicalServer(session, connection)
            try server.check(start)
            start.started = server.started
            do {
                // Both kinds of quotes: a list of identifiers within a text.
                let publications = PostgresConnection.quoted(catalog.publication).replacing("'", with: "''")
                try session.execute(
                    "START_REPLICATION SLOT \(PostgresConnection.quoted(slot.name)) LOGICAL \(start.log) "
                        + "(proto_version '1', publication_names '\(publications)')")
            } catch let error as PostgresError {
                throw try explained(error, slot, connection)
            }
            // From here on nobody else moves the slot.
            guard let state = try slot.state(connection), state.isOfThisDatabase, !state.isLost,
                let confirmed = state.confirmed
            else { throw FeedError.copyAgain("the slot \(slot.name) has lost its log") }
            guard confirmed <= start.log else {
                throw FeedError.copyAgain(
                    "the slot \(slot.name) is at \(confirmed), and the replica has what was before \(start.log) only")
            }
            let follower = LogicalFollower(self, session: session, connection: connection, from: start)
            do {
                try follower.follow(apply: apply)
            } catch let error as PostgresError {
                throw try explained(error, slot, connection)
            }
        }

        // MARK: Connections

        private func connect() throws -> PostgresConnection {
            var options = PostgresConnection.Options()
            options.application = LogicalSlot.application
            options.isStopped = { [weak self] in self?.isStopped ?? true }
            return try PostgresConnection(url, options: options)
        }

        /// - Parameter connection: One that is open, which tells why there cannot be one for replication.
        private func replicationConnection(_ connection: PostgresConnection) throws -> PostgresConnection {
            var options = connection.options
            options.isReplication = true
            do { return try PostgresConnection(url, options: options) } catch let error as PostgresError {
                let role = try connection.query(
                    """
                    SELECT rolname, rolreplication OR rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user
                    """)
                guard role[0, 1] == "f" else { throw error }
                throw FeedError.notInstalled(
                    "the role \(role[0, 0] ?? "") needs the right to replicate "
                        + "(ALTER ROLE \(PostgresConnection.quoted(role[0, 0] ?? "")) REPLICATION)")
            }
        }

        private func slot(_ connection: PostgresConnection) throws -> LogicalSlot {
            guard let database = try connection.query("SELECT current_database()")[0, 0] else {
                throw PostgresError(message: "the connection has no database")
            }
            return LogicalSlot(node: node, database: database)
        }

        private func awaitRelease(of slot: LogicalSlot, _ connection: PostgresConnection) throws {
            try slot.awaitRelease(connection) { milliseconds in
                try connection.wait(milliseconds: milliseconds)
                if isStopped { throw CancellationError() }
            }
        }

        /// What an error of the stream means for the replica.
        private func explained(
            _ error: PostgresError, _ slot: LogicalSlot, _ connection: PostgresConnection
        ) throws -> any Error {
            switch error.state {
            case "55000", "58P01":
                // Not in the state that it needs to be in; a file of the log is missing.
                return FeedError.copyAgain("the slot \(slot.name) cannot be used any more (\(error.message))")
            case "42704":
                // The publication has to be there as of the change, and was made later. Or it is not there at all.
                try catalog.check(connection)
                return FeedError.copyAgain("the slot or the publication has been replaced (\(error.message))")
            default: return error
            }
        }
    }
#endif
