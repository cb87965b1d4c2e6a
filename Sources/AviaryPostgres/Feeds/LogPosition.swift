/// A moment of the log: a snapshot of PostgreSQL, and the log and catalog that it belongs to.
struct LogPosition: Equatable {
    /// See `LogSource`.
    var source: String
    /// See `LogCatalog`.
    var catalog: String
    /// How often the node had reported its position. A server whose files were restored has a smaller number.
    var reports: Int64
    /// The snapshot, as PostgreSQL writes a `pg_snapshot`.
    var snapshot: String

    var position: FeedPosition { FeedPosition(rawValue: "log \(source) \(catalog) \(reports) \(snapshot)") }
}

extension LogPosition {
    /// - Returns: `nil` when the text is not a position.
    init?(_ position: FeedPosition) {
        let parts = position.rawValue.split(separator: " ").map(String.init)
        guard parts.count == 5, parts[0] == "log", let reports = Int64(parts[3]) else { return nil }
        self.init(source: parts[1], catalog: parts[2], reports: reports, snapshot: parts[4])
    }
}
