/// Changes of a list that are shown in one step. Each change is given by its index path.
///
/// Deletes, reloads, reconfigurations and the origins of moves are index paths *before* the batch. Inserts and the
/// targets of moves are index paths *after* it. The order in which changes are added does not matter. The methods have
/// the names of `UICollectionView`. Nothing is checked here; see `validate(from:to:)`.
public struct BatchUpdate: Hashable, Sendable {
    /// A section that changes its index and keeps its items.
    public struct SectionMove: Hashable, Sendable {
        /// The index before the batch.
        public var from: Int
        /// The index after the batch.
        public var to: Int

        /// A move from an index before the batch to an index after it.
        public init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
    }

    /// An item that changes its index path, within its section or into another one.
    public struct ItemMove: Hashable, Sendable {
        /// The index path before the batch.
        public var from: ItemIndexPath
        /// The index path after the batch.
        public var to: ItemIndexPath

        /// A move from an index path before the batch to an index path after it.
        public init(from: ItemIndexPath, to: ItemIndexPath) { (self.from, self.to) = (from, to) }
    }

    /// The sections that are deleted with their items, by their indexes before the batch.
    public var deletedSections: [Int] = []
    /// The sections that are inserted with their items, by their indexes after the batch.
    public var insertedSections: [Int] = []
    /// The sections that are moved. A section is moved or deleted, not both.
    public var movedSections: [SectionMove] = []
    /// The items that are deleted, by their index paths before the batch. Items of a deleted section may be listed or
    /// left out.
    public var deletedItems: [ItemIndexPath] = []
    /// The items that are inserted, by their index paths after the batch. Items of an inserted section may be listed or
    /// left out.
    public var insertedItems: [ItemIndexPath] = []
    /// The items that are moved. An item whose index path only changes because other items were inserted or deleted is
    /// not moved.
    public var movedItems: [ItemMove] = []
    /// The items that get a new cell, by their index paths before the batch. These items cannot move in the same batch.
    public var reloadedItems: [ItemIndexPath] = []
    /// The items whose cells are kept and configured again, by their index paths before the batch. These items may move
    /// in the same batch.
    public var reconfiguredItems: [ItemIndexPath] = []

    /// A batch without changes.
    public init() {}

    /// Adds sections to delete, by their indexes before the batch.
    ///
    /// - Complexity: O(*k*) for *k* sections, on average.
    public mutating func deleteSections(_ sections: some Sequence<Int>) { deletedSections += sections }

    /// Adds sections to insert, by their indexes after the batch.
    ///
    /// - Complexity: O(*k*) for *k* sections, on average.
    public mutating func insertSections(_ sections: some Sequence<Int>) { insertedSections += sections }

    /// Adds a section to move, with its items.
    ///
    /// - Parameters:
    ///   - section: The index before the batch.
    ///   - target: The index after the batch.
    /// - Complexity: O(1), on average.
    public mutating func moveSection(_ section: Int, toSection target: Int) {
        movedSections.append(SectionMove(from: section, to: target))
    }

    /// Adds items to delete, by their index paths before the batch.
    ///
    /// - Complexity: O(*k*) for *k* items, on average.
    public mutating func deleteItems(at paths: [ItemIndexPath]) { deletedItems += paths }

    /// Adds items to insert, by their index paths after the batch.
    ///
    /// - Complexity: O(*k*) for *k* items, on average.
    public mutating func insertItems(at paths: [ItemIndexPath]) { insertedItems += paths }

    /// Adds an item to move.
    ///
    /// - Parameters:
    ///   - path: The index path before the batch.
    ///   - target: The index path after the batch.
    /// - Complexity: O(1), on average.
    public mutating func moveItem(at path: ItemIndexPath, to target: ItemIndexPath) {
        movedItems.append(ItemMove(from: path, to: target))
    }

    /// Adds items that get new cells, by their index paths before the batch.
    ///
    /// - Complexity: O(*k*) for *k* items, on average.
    public mutating func reloadItems(at paths: [ItemIndexPath]) { reloadedItems += paths }

    /// Adds items whose cells are kept and configured again, by their index paths before the batch.
    ///
    /// - Complexity: O(*k*) for *k* items, on average.
    public mutating func reconfigureItems(at paths: [ItemIndexPath]) { reconfiguredItems += paths }

    /// Creates a batch with the changes of a changeset. The updates of the changeset become reconfigurations.
    ///
    /// - Complexity: O(*k*) for *k* changes.
    public init<ItemID>(_ changeset: Changeset<ItemID>) {
        deletedSections = changeset.deletedSections
        insertedSections = changeset.insertedSections
        deletedItems = changeset.deleted.map(\.path)
        insertedItems = changeset.inserted.map(\.path)
        movedItems = changeset.moved.map { ItemMove(from: $0.from, to: $0.to) }
        reconfiguredItems = changeset.updated.map(\.from)
    }
}
