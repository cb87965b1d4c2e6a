/// The periodic tasks of a node that follows the log: it reports its position, and trims entries that no node
/// needs.
///
/// A node only reports positions that the replica has stored. So the position is also stored from time to time
/// without changes. Otherwise a node without changes for days would keep reporting an old position.
struct LogChores {
    /// The shortest time between two rounds after changes.
    private static let shortest = Duration.seconds(1)
    /// How many entries are deleted at once. The number is small, because following waits meanwhile.
    private static let most = 2_500

    private let connection: PostgresConnection
    private let node: String
    private let keepDays: Int
    /// The time between two rounds without changes.
    private let longest: Duration
    private var stored: LogPosition
    private var last: ContinuousClock.Instant?
    /// `true` when there is more to report or to trim.
    private var isDue = true

    init(
        _ connection: PostgresConnection, node: String, keepDays: Int, reportInterval: Duration, position: LogPosition
    ) {
        self.connection = connection
        self.node = node
        self.keepDays = keepDays
        longest = reportInterval
        stored = position
    }

    /// Called after each look at the log, outside a transaction.
    ///
    /// - Parameters:
    ///   - position: The present position.
    ///   - hadChanges: `true` when the look has led to a step, so that the replica has stored the position.
    /// - Returns: How often the node has reported its position so far.
    mutating func run(at position: LogPosition, hadChanges: Bool, _ apply: FeedApply) throws -> Int64 {
        if hadChanges {
            stored = position
            isDue = true
        }
        let elapsed = last.map { $0.duration(to: .now) } ?? longest
        guard elapsed >= (isDue ? min(Self.shortest, longest) : longest) else { return position.reports }
        if elapsed >= longest, stored != position {
            try apply(position.position, nil)
            stored = position
        }
        let reports = try connection.query(
            "SELECT aviary.seen($1, $2)", [PostgresValue(node), PostgresValue(stored.snapshot)])
        let trimmed = try connection.query(
            "SELECT aviary.trim($1, $2)", [PostgresValue(Int64(keepDays)), PostgresValue(Int64(Self.most))])
        isDue = trimmed[0, 0].flatMap { Int($0) } == Self.most
        last = .now
        return reports[0, 0].flatMap { Int64($0) } ?? position.reports
    }
}
