#if Postgres
    public import Logging

    /// What a replica follows, and how.
    public struct ReplicaConfiguration: Sendable {
        /// Makes a feed for a connection, with the tables as PostgreSQL has them now.
        public typealias MakeFeed = @Sendable (_ tables: [FeedTable]) throws -> any ChangeFeed

        /// Where PostgreSQL is: `postgres://user@host/database`.
        public var url: String
        /// The tables that are followed, beside that of receipts. Others are local to this node, and empty again after a
        /// new copy.
        public var tables: [String]
        /// Makes the feed.
        public var makeFeed: MakeFeed
        /// Gets notices about new copies, and about connections that were lost.
        public var logger: Logger
        /// How often a replica looks whether somebody has written to its file.
        var inspection = Duration.seconds(2)

        /// Tables of a PostgreSQL database, followed by the feeds that a closure makes.
        public init(
            url: String, tables: [String], logger: Logger = Logger(label: "aviary.postgres"),
            makeFeed: @escaping MakeFeed
        ) {
            self.url = url
            self.tables = tables
            self.logger = logger
            self.makeFeed = makeFeed
        }
    }
#endif
