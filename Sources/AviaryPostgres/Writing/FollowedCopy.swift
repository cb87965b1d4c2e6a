/// A copy of a PostgreSQL database that follows it, in the form that its writer uses.
protocol FollowedCopy: AnyObject, Sendable {
    /// The followed tables in the present copy, without the table of receipts.
    var tables: [FeedTable] { get }

    /// How often a new copy has replaced the file.
    var copies: Int { get }

    /// Waits until the copy's file has the transaction with a receipt.
    ///
    /// - Parameters:
    ///   - receipt: The receipt of the transaction.
    ///   - timeout: How long to wait.
    /// - Returns: `true` when the file has the transaction; `false` after the timeout.
    /// - Throws: `CancellationError`, or an error of the copy.
    func wait(forReceipt receipt: String, timeout: Duration) async throws -> Bool

    /// Makes the copy look for new commits at once.
    func hurry()

    /// Receives each error of the store. If the error proves that the copy's file is useless, a new copy is needed.
    func note(failure: any Error)

    /// Receives whether a committed write of this node has arrived in the copy, or is late.
    ///
    /// - Parameters:
    ///   - receipt: The receipt of the write.
    ///   - isLate: `true` when the write is committed but has not arrived in time. The copy is behind until it
    ///     arrives.
    ///   - copy: The value of `copies` before the write was sent. If a new copy was made since then, nobody waits
    ///     for the write any more. The new copy has the write, or gets it by its steps, or PostgreSQL has lost the
    ///     write in a failover.
    func note(arrivalOf receipt: String, isLate: Bool, since copy: Int) async
}
