#if Postgres
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// One stream of a ``LogicalFeed``, from its beginning to the loss of its connection.
    final class LogicalFollower {
        private let feed: LogicalFeed
        private let session: PostgresConnection
        /// Asks the catalog while the session streams.
        private let connection: PostgresConnection
        private let start: LogicalPosition
        private var tables: LogicalTables
        private var group: LogicalGroup
        /// What the replica's file says. Only that is acknowledged.
        private var stored: LSN
        private var storedAt = ContinuousClock.now
        private var acknowledged: LSN?
        private var acknowledgedAt = ContinuousClock.now
        private var checkedAt = ContinuousClock.now
        /// Whether the last transaction came long after its commit.
        private var isBehind = false
        private var gatheringSince: ContinuousClock.Instant?
        /// Whether the server wants to hear where this is.
        private var isAsked = false
        private var heardAt = ContinuousClock.now
        /// Whether the server was asked for a sign of life since.
        private var hasAsked = false

        /// - Parameters:
        ///   - session: A replication connection that streams from `start` on.
        ///   - connection: Another one, for statements.
        init(
            _ feed: LogicalFeed, session: PostgresConnection, connection: PostgresConnection,
            from start: LogicalPosition
        ) {
            self.feed = feed
            self.session = session
            self.connection = connection
            self.start = start
            tables = LogicalTables(feed.tables)
            group = LogicalGroup(
                after: start.log, limit: feed.limits.memory, mostTransactions: feed.limits.transactions,
                folder: feed.limits.folder)
            stored = start.log
        }

        /// Applies steps until the feed is stopped.
        func follow(apply: FeedApply) throws {
            try checkCatalog()
            while !feed.isStopped {
                let hasReceived = try session.receive { try take(LogicalFrame($0)) }
                if hasReceived {
                    heardAt = .now
                    hasAsked = false
                }
                if group.isDue || (!hasReceived && group.hasRows && !isGathering()) { try commit(apply) }
                if isAsked { try answer(apply) }
                guard !hasReceived else { continue }
                try rest(apply)
                try listen()
                try session.wait(milliseconds: group.hasRows ? 5 : 100)
            }
        }

        private func take(_ frame: LogicalFrame) throws {
            switch frame {
            case .keepalive(let end, let wantsAnswer):
                group.reach(end)
                if wantsAnswer { isAsked = true }
            case .message(let bytes, let sent):
                let message = try LogicalMessage(bytes)
                switch message {
                case .begin: try group.begin()
                case .commit(let end, let time):
                    try group.commit(end: end)
                    // Both times are by the clock of the server.
                    let (lag, isTooMuch) = sent.subtractingReportingOverflow(time)
                    isBehind = !isTooMuch && .microseconds(lag) >= feed.limits.lag
                case .relation(let relation):
                    try tables.add(relation)
                    // It comes before the first row, and after whatever may have changed the table's shape.
                    if feed.tables.contains(where: { $0.oid == relation.id }) { try checkCatalog() }
                case .insert, .update, .delete, .truncate:
                    if try tables.concerns(message) { try group.append(bytes) }
                case .other: break
                }
            }
        }

        /// Whether a node that is behind waits for more transactions to come.
        private func isGathering() -> Bool {
            guard isBehind else { return false }
            let start = gatheringSince ?? .now
            gatheringSince = start
            return start.duration(to: .now) < feed.limits.gathering
        }

        /// Has the transactions that have come applied in one step.
        private func commit(_ apply: FeedApply) throws {
            if checkedAt.duration(to: .now) >= feed.limits.idle { try checkCatalog() }
            let end = group.end
            try apply(position(end)) { sink in
                var count = 0
                try self.group.forEachMessage { bytes in
                    try self.tables.send(try LogicalMessage(bytes), to: sink)
                    // A step of a million rows takes longer than the server waits for a sign of life.
                    count &+= 1
                    if count % 1000 == 0 { try self.acknowledge(after: .seconds(1)) }
                }
            }
            group.removeTransactions()
            gatheringSince = nil
            store(end)
            // Meanwhile nobody has listened.
            heardAt = .now
            try acknowledge(after: feed.limits.acknowledgement)
        }

        /// Stores and acknowledges the position while nothing comes.
        private func rest(_ apply: FeedApply) throws {
            if group.end > stored, !group.hasRows, storedAt.duration(to: .now) >= feed.limits.idle {
                // What alters a table moves the position, too.
                try checkCatalog()
                try storeEnd(apply)
            }
            let pause = acknowledged == stored ? feed.limits.idle : feed.limits.acknowledgement
            try acknowledge(after: pause)
        }

        /// Notices a server that hangs, and whose connection is open all the same.
        private func listen() throws {
            let silence = heardAt.duration(to: .now)
            if silence >= feed.limits.patience {
                throw PostgresError(message: "the server says nothing any more", isConnectionLost: true)
            }
            if silence >= feed.limits.patience / 2, !hasAsked {
                hasAsked = true
                try acknowledge(wantsAnswer: true)
            }
        }

        /// A server that shuts down asks again and again, until everything that it has sent is acknowledged.
        private func answer(_ apply: FeedApply) throws {
            isAsked = false
            if group.hasRows { try commit(apply) } else if group.end > stored { try storeEnd(apply) }
            try acknowledge()
        }

        /// Stores a position that nothing but others' changes has moved.
        private func storeEnd(_ apply: FeedApply) throws {
            let end = group.end
            try apply(position(end), nil)
            store(end)
        }

        private func store(_ end: LSN) {
            stored = end
            storedAt = .now
        }

        private func position(_ end: LSN) -> FeedPosition {
            var position = start
            position.log = end
            return position.position
        }

        private func acknowledge(after pause: Duration) throws {
            if acknowledgedAt.duration(to: .now) >= pause { try acknowledge() }
        }

        private func acknowledge(wantsAnswer: Bool = false) throws {
            if acknowledged != stored { try flush() }
            try session.send(
                LogicalFrame.acknowledgement(of: stored, time: Self.time, wantsAnswer: wantsAnswer))
            acknowledged = stored
            acknowledgedAt = .now
        }

        /// Has the disk write what SQLite has committed. With `synchronous = NORMAL` a commit survives the end of the
        /// process, and this has it survive a power cut.
        private func flush() throws {
            let log = open(feed.limits.file + "-wal", O_RDONLY | O_CLOEXEC)
            // Without a log everything is in the file, where SQLite has flushed it.
            guard log >= 0 else { return }
            defer { close(log) }
            guard fsync(log) == 0 else { throw SpoolFile.Failure(code: errno) }
        }

        private func checkCatalog() throws {
            guard try feed.catalog.digest(connection) == start.catalog else {
                // Says what is missing, if something is.
                try feed.catalog.check(connection)
                throw FeedError.copyAgain("the publication or the columns of a table have been altered")
            }
            checkedAt = .now
        }

        /// The time of this machine as PostgreSQL counts it, in microseconds since 2000-01-01.
        private static var time: Int64 {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return (Int64(now.tv_sec) - 946_684_800) * 1_000_000 + Int64(now.tv_nsec) / 1000
        }
    }
#endif
