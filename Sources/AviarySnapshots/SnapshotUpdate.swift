/// A new snapshot, and the changeset from the previous one.
public struct SnapshotUpdate<S: Snapshot>: Sendable {
    /// The list before the change.
    public let old: S
    /// The list after the change.
    public let new: S
    /// The changes from `old` to `new`.
    ///
    /// The changeset is empty when `new` is the same list as `old` and only knows more of its items. In all other
    /// cases, if one of the snapshots has unknown items, the changeset deletes and inserts all sections.
    public let changeset: Changeset<S.ItemID>
    /// `true` when the changeset replaces all sections; see `Changeset.init(replacing:by:)`.
    @usableFromInline let isReplacement: Bool

    /// Creates an update from two snapshots and the changes between them.
    ///
    /// - Parameters:
    ///   - old: The snapshot before the changes.
    ///   - new: The snapshot after the changes.
    ///   - changeset: The changes from `old` to `new`. This is not checked.
    /// - Complexity: O(1).
    @inlinable
    public init(from old: S, to new: S, changeset: Changeset<S.ItemID>) {
        self.old = old
        self.new = new
        self.changeset = changeset
        isReplacement = false
    }

    /// Creates an update that replaces one list by another, when one of the lists has unknown items.
    @inlinable
    package init(replacing old: S, by new: S) {
        self.old = old
        self.new = new
        changeset = Changeset(replacing: old, by: new)
        isReplacement = true
    }

    /// Merges this update with the next one.
    ///
    /// An item that is inserted and then deleted is left out. An item that is deleted and then inserted becomes an
    /// update, and a move if its place among the other items has changed.
    ///
    /// - Parameter next: An update whose `old` snapshot is the `new` one of this update. This is not checked.
    /// - Complexity: O(*k* log *n*) for the *k* items in both changesets. If one of them replaces all sections, O(*m*)
    ///   for the *m* known items of both lists.
    public func merged(with next: SnapshotUpdate) -> SnapshotUpdate {
        var pending = PendingUpdate(self)
        pending.add(next)
        return pending.update
    }
}
