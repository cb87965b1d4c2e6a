#if Postgres
    /// A moment of the log: a snapshot of PostgreSQL's, and what it is a snapshot of.
    struct LogPosition: Equatable {
        /// See `LogSource`.
        var source: String
        /// See `LogCatalog`.
        var catalog: String
        /// How often the node had told its position. A server whose files were put back knows of fewer times.
        var told: Int64
        /// As PostgreSQL writes a `pg_snapshot`.
        var snapshot: String

        var position: FeedPosition { FeedPosition(rawValue: "log \(source) \(catalog) \(told) \(snapshot)") }
    }

    extension LogPosition {
        /// - Returns: `nil` for a text that is no position.
        init?(_ position: FeedPosition) {
            let parts = position.rawValue.split(separator: " ").map(String.init)
            guard parts.count == 5, parts[0] == "log", let told = Int64(parts[3]) else { return nil }
            self.init(source: parts[1], catalog: parts[2], told: told, snapshot: parts[4])
        }
    }
#endif
