/// Several changes told as one, by index path: what `performBatchUpdates` takes.
///
/// Deletes, reloads, reconfigurations and the origins of moves are index paths *before* the batch; inserts and the targets of
/// moves are index paths *after* it. The order in which they are told does not matter. The methods are those of a
/// `UICollectionView`.
public struct BatchUpdate: Hashable, Sendable {
    public struct SectionMove: Hashable, Sendable {
        public var from: Int
        public var to: Int
        public init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
    }

    public struct ItemMove: Hashable, Sendable {
        public var from: ItemIndexPath
        public var to: ItemIndexPath
        public init(from: ItemIndexPath, to: ItemIndexPath) { (self.from, self.to) = (from, to) }
    }

    public var deletedSections: [Int] = []
    public var insertedSections: [Int] = []
    public var movedSections: [SectionMove] = []
    public var deletedItems: [ItemIndexPath] = []
    public var insertedItems: [ItemIndexPath] = []
    public var movedItems: [ItemMove] = []
    /// Items that get a new cell.
    public var reloadedItems: [ItemIndexPath] = []
    /// Items whose cell is configured anew and otherwise kept; they may move in the same batch.
    public var reconfiguredItems: [ItemIndexPath] = []

    public init() {}

    public mutating func deleteSections(_ sections: some Sequence<Int>) { deletedSections += sections }
    public mutating func insertSections(_ sections: some Sequence<Int>) { insertedSections += sections }
    public mutating func moveSection(_ section: Int, toSection target: Int) {
        movedSections.append(SectionMove(from: section, to: target))
    }

    public mutating func deleteItems(at paths: [ItemIndexPath]) { deletedItems += paths }
    public mutating func insertItems(at paths: [ItemIndexPath]) { insertedItems += paths }
    public mutating func moveItem(at path: ItemIndexPath, to target: ItemIndexPath) {
        movedItems.append(ItemMove(from: path, to: target))
    }

    /// Gives items new cells.
    public mutating func reloadItems(at paths: [ItemIndexPath]) { reloadedItems += paths }

    /// Configures the cells of items anew. The cells stay.
    public mutating func reconfigureItems(at paths: [ItemIndexPath]) { reconfiguredItems += paths }

    /// The same changes without identifiers; updates become reconfigurations.
    public init<ItemID>(_ changeset: Changeset<ItemID>) {
        deletedSections = changeset.deletedSections
        insertedSections = changeset.insertedSections
        deletedItems = changeset.deleted.map(\.path)
        insertedItems = changeset.inserted.map(\.path)
        movedItems = changeset.moved.map { ItemMove(from: $0.from, to: $0.to) }
        reconfiguredItems = changeset.updated.map(\.from)
    }
}
