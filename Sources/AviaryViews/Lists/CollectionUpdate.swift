public import AviarySnapshots

/// An update of a list: a new snapshot of an erased type, and the changeset that leads to it.
public struct CollectionUpdate<ItemID: ItemIdentifier>: Sendable {
    /// The list after the update.
    package let new: any Snapshot<ItemID>
    /// The changes from the snapshot that the view shows to `new`.
    package let changeset: Changeset<ItemID>

    /// An update that leads to a new list.
    ///
    /// - Parameters:
    ///   - new: The list after the update.
    ///   - changeset: The changes from the previous snapshot to `new`. That they fit is not checked.
    public init(to new: any Snapshot<ItemID>, changeset: Changeset<ItemID>) {
        self.new = new
        self.changeset = changeset
    }
}
