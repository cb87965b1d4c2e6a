public import Logging

/// The database and tables that a replica follows, and the name of its node.
public struct ReplicaConfiguration: Sendable {
    /// The address of PostgreSQL: `postgres://user@host/database`.
    public var url: String
    /// The tables to follow, besides the table of receipts. Other tables are local to this node, and empty after a
    /// new copy.
    public var tables: [String]
    /// A name that no other node has. The log keeps all entries that this node still needs.
    public var node: String
    /// For how many days the log keeps entries for this node while it is absent.
    public var keepDays = 7
    /// Gets notices about new copies and lost connections.
    public var logger: Logger
    /// How often a replica checks whether its file was written to.
    var inspection = Duration.seconds(2)
    /// How often the position is stored and reported without changes.
    var reportInterval = Duration.seconds(60)

    /// Creates a configuration for tables of a PostgreSQL database.
    public init(url: String, tables: [String], node: String, logger: Logger = Logger(label: "aviary.postgres")) {
        self.url = url
        self.tables = tables
        self.node = node
        self.logger = logger
    }

    func makeFeed(_ tables: [FeedTable]) -> LogFeed {
        LogFeed(url, tables: tables, node: node, keepDays: keepDays, reportInterval: reportInterval)
    }
}
