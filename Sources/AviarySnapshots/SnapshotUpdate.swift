/// A new snapshot, and the changeset that leads to it from the one before.
public struct SnapshotUpdate<S: Snapshot>: Sendable {
    /// The list before the change.
    public let old: S
    /// The list after the change.
    public let new: S
    /// The changes that lead from `old` to `new`.
    ///
    /// It deletes and inserts all sections where not all items of both snapshots were known. It has no changes where
    /// the list only came to know more of its items.
    public let changeset: Changeset<S.ItemID>
    /// Whether the changeset replaces all sections; see `Changeset.init(replacing:by:)`.
    @usableFromInline let isReplacement: Bool

    /// An update from two snapshots and the changes between them.
    ///
    /// - Parameters:
    ///   - old: The snapshot before the changes.
    ///   - new: The snapshot after the changes.
    ///   - changeset: Must lead from `old` to `new`; this is not checked.
    /// - Complexity: O(1).
    @inlinable
    public init(from old: S, to new: S, changeset: Changeset<S.ItemID>) {
        self.old = old
        self.new = new
        self.changeset = changeset
        isReplacement = false
    }

    /// Replaces one list by another, when not all items of both are known.
    @inlinable
    package init(replacing old: S, by new: S) {
        self.old = old
        self.new = new
        changeset = Changeset(replacing: old, by: new)
        isReplacement = true
    }

    /// This update and the one that follows it, as one.
    ///
    /// An item that is inserted and then deleted is left out. One that is deleted and then inserted becomes an update.
    ///
    /// - Parameter next: Its `old` snapshot must be the `new` one of this update; this is not checked.
    /// - Complexity: O(*k* log *n*) for the *k* items that either changeset mentions. Where one of them replaces all
    ///   sections, O(*m*) for the *m* items that either list knows.
    public func merged(with next: SnapshotUpdate) -> SnapshotUpdate {
        var pending = PendingUpdate(self)
        pending.add(next)
        return pending.update
    }
}
