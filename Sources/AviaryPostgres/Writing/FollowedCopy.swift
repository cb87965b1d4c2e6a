#if Postgres
    /// The copy that follows a PostgreSQL database, as its writer sees it.
    public protocol FollowedCopy: AnyObject, Sendable {
        /// The followed tables, that of receipts apart, as the copy has them now.
        var tables: [FeedTable] { get }

        /// How often a new copy has taken the place of the file.
        var copies: Int { get }

        /// Returns when the copy's file has the transaction with a receipt.
        ///
        /// - Returns: `false` when it has not come in this time.
        func wait(forReceipt receipt: String, timeout: Duration) async throws -> Bool

        /// Looks for new commits at once.
        func hurry()

        /// Hears of an error of the copy's file, which needs a new copy then, and of any other.
        func note(failure: any Error)

        /// Says how a write of this node came back.
        ///
        /// - Parameters:
        ///   - receipt: The receipt of the write.
        ///   - isLate: Whether it is committed, and has not come in time. The copy is behind until it comes.
        ///   - copy: The number of the copy before the write was sent. A copy that was made since has the write, or its
        ///     steps bring it, or PostgreSQL has lost it in a failover: then it never comes.
        func note(arrivalOf receipt: String, isLate: Bool, since copy: Int) async
    }
#endif
