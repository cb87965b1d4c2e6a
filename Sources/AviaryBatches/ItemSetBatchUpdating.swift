public import AviarySnapshots
public import Foundation

/// A view that takes changes as sets of index paths, and cannot reconfigure items. Its requirements are methods that
/// `NSCollectionView` has:
///
///     extension NSCollectionView: @retroactive ItemSetBatchUpdating {}
@MainActor public protocol ItemSetBatchUpdating: AnyObject {
    /// Deletes sections, by their indexes before the batch. Called within a batch only.
    func deleteSections(_ sections: IndexSet)

    /// Inserts sections, by their indexes after the batch. Called within a batch only.
    func insertSections(_ sections: IndexSet)

    /// Deletes items of sections that stay, by their index paths before the batch. Called within a batch only.
    func deleteItems(at indexPaths: Set<IndexPath>)

    /// Inserts items into sections that are not new, by their index paths after the batch. Called within a batch only.
    func insertItems(at indexPaths: Set<IndexPath>)

    /// Moves an item between sections that stay. Called within a batch only.
    ///
    /// - Parameters:
    ///   - indexPath: The index path before the batch.
    ///   - newIndexPath: The index path after the batch.
    func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath)

    /// Gives items new cells. The index paths are those after the batch. Called right after a batch.
    func reloadItems(at indexPaths: Set<IndexPath>)

    /// Runs calls of the other methods, and shows their changes together.
    ///
    /// - Parameters:
    ///   - updates: Makes the data source answer from the new snapshot, then calls the other methods. Must be called
    ///     before this returns.
    ///   - completionHandler: Called when the animations end, with `true` if they have finished.
    func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)?)
}

extension ItemSetBatchUpdating {
    /// Shows the next snapshot, in one batch that the view accepts; see `BatchUpdating.apply(_:completion:data:)`.
    /// Cells with changed content are replaced right after the batch.
    ///
    /// - Parameters:
    ///   - changeset: The changes from the shown snapshot to the next one.
    ///   - completion: Called by the view when its animations end, with `true` if they have finished.
    ///   - data: Makes the view's data source answer from the new snapshot; until `data` is called, it must answer from
    ///     the old one.
    /// - Complexity: O(*k* log *k*) for *k* changes, plus the view's own work.
    public func apply<ItemID>(
        _ changeset: Changeset<ItemID>, completion: ((Bool) -> Void)? = nil, data: @escaping () -> Void
    ) {
        let batch = ViewBatch(changeset)
        performBatchUpdates(
            {
                data()
                if !batch.deletedSections.isEmpty { self.deleteSections(batch.deletedSections) }
                if !batch.insertedSections.isEmpty { self.insertSections(batch.insertedSections) }
                if !batch.deleted.isEmpty { self.deleteItems(at: Set(batch.deleted)) }
                if !batch.inserted.isEmpty { self.insertItems(at: Set(batch.inserted)) }
                for move in batch.moved { self.moveItem(at: move.from, to: move.to) }
            }, completionHandler: completion)
        if !batch.updated.isEmpty { reloadItems(at: Set(batch.updated)) }
    }
}
