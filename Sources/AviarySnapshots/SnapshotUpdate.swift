/// A new snapshot, and the changeset that leads to it from the one before.
public struct SnapshotUpdate<S: Snapshot>: Sendable {
    public let old: S
    public let new: S
    public let changeset: Changeset<S.ItemID>
    /// Whether the changeset replaces all sections; see `Changeset.init(replacing:by:)`.
    @usableFromInline let isReplacement: Bool

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
    /// An item inserted and deleted meanwhile is not mentioned; one deleted and inserted again is an update.
    ///
    /// - Complexity: O(*k* log *n*) for the *k* items that either changeset mentions.
    public func merged(with next: SnapshotUpdate) -> SnapshotUpdate {
        var pending = PendingUpdate(self)
        pending.add(next)
        return pending.update
    }
}
