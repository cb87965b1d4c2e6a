#if Postgres
    public import Logging

    /// What a replica follows, and as whom.
    public struct ReplicaConfiguration: Sendable {
        /// Where PostgreSQL is: `postgres://user@host/database`.
        public var url: String
        /// The tables that are followed, beside that of receipts. Others are local to this node, and empty again after a
        /// new copy.
        public var tables: [String]
        /// A name that no other node has. The log is not trimmed past it.
        public var node: String
        /// For how many days the log waits for this node while it is away.
        public var keepDays = 7
        /// Gets notices about new copies, and about connections that were lost.
        public var logger: Logger
        /// How often a replica looks whether somebody has written to its file.
        var inspection = Duration.seconds(2)
        /// How often the position is stored and told while nothing happens.
        var rest = Duration.seconds(60)

        /// Tables of a PostgreSQL database that a node follows.
        public init(url: String, tables: [String], node: String, logger: Logger = Logger(label: "aviary.postgres")) {
            self.url = url
            self.tables = tables
            self.node = node
            self.logger = logger
        }

        func makeFeed(_ tables: [FeedTable]) -> LogFeed {
            LogFeed(url, tables: tables, node: node, keepDays: keepDays, rest: rest)
        }
    }
#endif
