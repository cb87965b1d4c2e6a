#if Postgres
    /// The copy that follows a PostgreSQL database, as its writer uses it.
    public protocol FollowedCopy: AnyObject, Sendable {
        /// The followed tables in the present copy, without the table of receipts.
        var tables: [FeedTable] { get }

        /// How often a new copy has replaced the file.
        var copies: Int { get }

        /// Waits until the copy's file has the transaction with a receipt.
        ///
        /// - Returns: `false` when it has not come in this time.
        func wait(forReceipt receipt: String, timeout: Duration) async throws -> Bool

        /// Makes the copy look for new commits at once.
        func hurry()

        /// Is told each error of the store. If the error proves that the copy's file is useless, a new copy is needed.
        func note(failure: any Error)

        /// Is told when a write of this node has come back, or is late.
        ///
        /// - Parameters:
        ///   - receipt: The receipt of the write.
        ///   - isLate: `true` when the write is committed but has not come in time. The copy is behind until it comes.
        ///   - copy: The number of the copy before the write was sent. A copy that was made since has the write, or its
        ///     steps bring it. If PostgreSQL has lost the write in a failover, it never comes.
        func note(arrivalOf receipt: String, isLate: Bool, since copy: Int) async
    }
#endif
