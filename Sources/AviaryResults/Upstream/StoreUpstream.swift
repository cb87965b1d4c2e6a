public import GRDB

/// Another database in which the writes of a store are decided, while the store's own file is a copy that follows it.
///
/// A write of such a store runs on the file and is rolled back there. Its row changes, with the values before, go to
/// the other database, which makes them when every row is there as the file had it. They come back to the file like the
/// changes of anybody else, and then the write returns, or after a while if they do not come. Where a row is another
/// one, the write runs again on newer rows.
///
/// See `LiveStore.Options.upstream`.
public protocol StoreUpstream: Sendable {
    /// Runs a write on the store's file, in a transaction that is rolled back afterwards.
    ///
    /// It opens the followed tables meanwhile (see `StoreGuard`), and says beforehand which ids new rows get.
    ///
    /// - Parameters:
    ///   - db: The store's file, in that transaction.
    ///   - run: Makes the changes and returns them.
    /// - Returns: What `run` has returned.
    /// - Throws: Whatever `run` throws; `UpstreamUnprepared` when `prepare` has to be called first.
    func rehearse(_ db: Database, _ run: () throws -> [RowChange]) throws -> [RowChange]

    /// Gets what a write needs of the other database before it can run: ids for new rows.
    func prepare() async throws

    /// Makes the changes of a write in the other database, with its receipt, all of them or none.
    ///
    /// - Returns: `.done` when the store's file has the changes, too. Where these do not come for a while, it returns
    ///   without; whoever follows then says that the file is behind.
    /// - Throws: `UpstreamError`, for instance when the other database cannot be reached.
    func commit(_ writes: WriteSet) async throws -> UpstreamAnswer

    /// Whether the other database has a receipt, which this store's file may not have yet.
    ///
    /// - Throws: `UpstreamError` when the other database cannot say, or a write with this receipt is under way.
    func hasReceipt(_ receipt: String) async throws -> Bool

    /// The same, for good: where the other database has no such receipt, it refuses each write with it from now on, by
    /// whichever node.
    ///
    /// - Returns: `true` when the store's file has the write, too, unless it is behind.
    /// - Throws: `UpstreamError`, as `hasReceipt`.
    func settle(_ receipt: String) async throws -> Bool

    /// Hears of each error of a read or a write of the store. One that says that the file is damaged or gone asks for a
    /// new copy.
    func note(failure: any Error)
}

extension StoreUpstream {
    /// Does nothing.
    public func note(failure: any Error) {}
}

/// What one write changed: one change for each row, triggers and cascades included.
public struct WriteSet: Sendable {
    /// In the order of tables and rows. Each row appears once, and is another one afterwards.
    public var changes: [RowChange]
    /// The name of the action; `nil` for one that may be done again.
    public var receipt: String?

    /// A write with these changes.
    public init(changes: [RowChange], receipt: String?) {
        self.changes = changes
        self.receipt = receipt
    }
}

/// What another database answers to a write.
public enum UpstreamAnswer: Hashable, Sendable {
    /// All changes are made, and the store's file has them, unless it is behind.
    case done
    /// A write with the same receipt was done before. Nothing was changed.
    case alreadyDone
    /// It was given up before; see `StoreUpstream.settle`. Nothing was changed.
    case givenUp
    /// A row is another one by now, or a new one is in the way. Nothing was changed; the write may run again.
    case conflict(reason: String)
}

/// Thrown by `StoreUpstream.rehearse`: call `prepare`, then run the write again.
public struct UpstreamUnprepared: Error {
    /// The only value.
    public init() {}
}
