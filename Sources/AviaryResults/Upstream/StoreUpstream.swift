package import GRDB

/// Another database that decides about the writes of a store. The store's own file is a replica of that database.
///
/// A write of such a store runs on the file and is rolled back there. Its row changes, with the earlier values, go to
/// the other database. That database makes the changes if all rows still have the values that they have in the file.
/// Otherwise the write runs again on newer rows. The changes come back to the file like all other changes, and then the
/// write returns. If they do not come back for a while, the write returns without waiting longer.
///
/// See `LiveStore.Options.upstream`.
package protocol StoreUpstream: Sendable {
    /// Runs a write on the store's file, in a transaction that is rolled back afterwards.
    ///
    /// While `run` runs, the method allows writes to the followed tables; see `StoreGuard`. It also decides which ids
    /// new rows get.
    ///
    /// - Parameters:
    ///   - db: The store's file, in that transaction.
    ///   - run: Makes the changes and returns them.
    /// - Returns: What `run` has returned.
    /// - Throws: The errors of `run`; `UpstreamUnprepared` when `prepare` has to be called first.
    func rehearse(_ db: Database, _ run: () throws -> [RowChange]) throws -> [RowChange]

    /// Gets the data that a write needs from the other database before it can run: ids for new rows.
    func prepare() async throws

    /// Makes the changes of a write in the other database, with its receipt, all of them or none.
    ///
    /// - Returns: `.done` when the store's file has the changes, too. If the changes do not come back for a while,
    ///   `.done` without them. Other parts then report that the file is behind.
    /// - Throws: `UpstreamError`, for instance when the other database cannot be reached.
    func commit(_ writes: WriteSet) async throws -> UpstreamAnswer

    /// Returns whether the other database has a receipt. This store's file may not have it yet.
    ///
    /// - Throws: `UpstreamError` when the other database cannot answer, or a write with this receipt is running.
    func hasReceipt(_ receipt: String) async throws -> Bool

    /// Returns whether the other database has a receipt, and makes the answer final.
    ///
    /// If the other database does not have the receipt, it refuses all later writes with this receipt, from any server.
    ///
    /// - Returns: `true` when the write was done. Then the store's file has it, too, unless the file is behind.
    /// - Throws: `UpstreamError`, like `hasReceipt`.
    func settle(_ receipt: String) async throws -> Bool

    /// Called with each error of a read or a write of the store. An error that proves that the file is damaged or gone
    /// should lead to a new copy.
    func note(failure: any Error)
}

extension StoreUpstream {
    /// Does nothing.
    package func note(failure: any Error) {}
}

/// The changes of one write: one change for each row, including changes by triggers and cascades.
package struct WriteSet: Sendable {
    /// The changes by table and row. Each row appears once, and is different afterwards.
    package var changes: [RowChange]
    /// The name of the action; `nil` for an action that may run twice.
    package var receipt: String?

    /// Creates a write with these changes.
    package init(changes: [RowChange], receipt: String?) {
        self.changes = changes
        self.receipt = receipt
    }
}

/// The answer of another database to a write.
package enum UpstreamAnswer: Hashable, Sendable {
    /// All changes are made, and the store's file has them, unless it is behind.
    case done
    /// A write with the same receipt was done before. The data is unchanged.
    case alreadyDone
    /// The action was given up before; see `StoreUpstream.settle`. The data is unchanged.
    case givenUp
    /// A row no longer has the values that it has in the store's file, or a new row collides with another one. The data
    /// is unchanged, and the write may run again.
    case conflict(reason: String)
}

/// Thrown by `StoreUpstream.rehearse`: call `prepare`, then run the write again.
package struct UpstreamUnprepared: Error {
    /// The only value.
    package init() {}
}
