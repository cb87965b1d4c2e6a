#if Postgres
    /// The copy that follows a PostgreSQL database, as its writer sees it.
    public protocol FollowedCopy: AnyObject, Sendable {
        /// The followed tables, that of receipts apart, as the copy has them now.
        var tables: [FeedTable] { get }

        /// Returns when the copy's file has the transaction with a receipt.
        ///
        /// - Returns: `false` when it has not come in this time.
        func wait(forReceipt receipt: String, timeout: Duration) async throws -> Bool

        /// Looks for new commits at once.
        func hurry()
    }
#endif
