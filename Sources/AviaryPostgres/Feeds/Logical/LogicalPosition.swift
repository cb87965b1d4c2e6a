#if Postgres
    /// A moment of a database, as logical replication names it.
    ///
    /// A position in the log alone would mean something else on another server, after a failover, or for tables that
    /// have been altered meanwhile. So it says of what it is a position.
    struct LogicalPosition: Hashable, Sendable {
        /// The identifier that a database cluster gets when it is made.
        var system: UInt64
        /// Counted up when a standby takes over, and when an older state is restored.
        var timeline: UInt32
        /// When the server was started, in microseconds since 1970.
        var started: Int64
        /// See `LogicalCatalog`.
        var catalog: String
        /// Everything before it is in the replica.
        var log: LSN

        var position: FeedPosition {
            FeedPosition(rawValue: "logical \(system) \(timeline) \(started) \(catalog) \(log)")
        }
    }

    extension LogicalPosition {
        /// - Throws: `FeedError.copyAgain` for the position of another feed.
        init(_ position: FeedPosition) throws {
            let parts = position.rawValue.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 6, parts[0] == "logical", let system = UInt64(parts[1]),
                let timeline = UInt32(parts[2]),
                let started = Int64(parts[3]), let log = LSN(String(parts[5]))
            else { throw FeedError.copyAgain("the replica has followed by another kind of feed") }
            self.init(system: system, timeline: timeline, started: started, catalog: String(parts[4]), log: log)
        }
    }
#endif
