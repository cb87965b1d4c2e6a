/// What leads from one snapshot to the next, as one batch.
///
/// Deletes and the origins of moves are index paths in the *old* snapshot; inserts and the targets of moves are index
/// paths in the *new* one. To replay a changeset, take the deleted and the moved items out of the old list, then put the
/// moved and the inserted ones in at their new index paths, in ascending order.
///
/// Each list is ascending: by old path for deletes, moves and updates, by new path for inserts. The items of a deleted
/// or an inserted section are listed too. A section that moved among the others is a delete and an insert
/// of that section, and its items are moves.
public struct Changeset<ItemID: Hashable & Sendable>: Hashable, Sendable {
    public struct Item: Hashable, Sendable {
        public var id: ItemID
        public var path: ItemIndexPath

        @inlinable
        init(id: ItemID, path: ItemIndexPath) { (self.id, self.path) = (id, path) }
    }

    public struct Move: Hashable, Sendable {
        public var id: ItemID
        public var from: ItemIndexPath
        public var to: ItemIndexPath

        @inlinable
        init(id: ItemID, from: ItemIndexPath, to: ItemIndexPath) { (self.id, self.from, self.to) = (id, from, to) }
    }

    /// An item whose content changed. It may have moved too; then it is among the moves as well.
    public struct Update: Hashable, Sendable {
        public var id: ItemID
        public var from: ItemIndexPath
        public var to: ItemIndexPath
        public var columns: ColumnSet

        @inlinable
        init(id: ItemID, from: ItemIndexPath, to: ItemIndexPath, columns: ColumnSet) {
            (self.id, self.from, self.to, self.columns) = (id, from, to, columns)
        }
    }

    /// In the old snapshot.
    public var deletedSections: [Int] = []
    /// In the new snapshot.
    public var insertedSections: [Int] = []
    public var deleted: [Item] = []
    public var inserted: [Item] = []
    public var moved: [Move] = []
    public var updated: [Update] = []

    @inlinable
    public init() {}

    @inlinable
    public var isEmpty: Bool {
        deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty && deletedSections.isEmpty
            && insertedSections.isEmpty
    }

    /// Every item the changeset speaks of, with the columns that changed: nothing for one that only moved.
    @inlinable
    public var touched: [ItemID: ColumnSet] {
        var touched: [ItemID: ColumnSet] = [:]
        for item in deleted { touched[item.id] = .all }
        for item in inserted { touched[item.id] = .all }
        for move in moved { touched[move.id] = [] }
        for update in updated { touched[update.id, default: []].formUnion(update.columns) }
        return touched
    }
}
