public import AviarySnapshots
public import Foundation

/// A view that shows changes by index path, in one batch. Its requirements are methods that `UICollectionView` has:
///
///     extension UICollectionView: @retroactive BatchUpdating {}
///
///     for await update in results.updates() {
///         guard case .success(let change) = update else { continue }
///         collectionView.apply(change.changeset) { self.snapshot = change.new }
///     }
///
/// `NSCollectionView` and `UITableView` have other names for some of these methods: see `ItemSetBatchUpdating` and
/// `RowBatchUpdating`.
@MainActor public protocol BatchUpdating: AnyObject {
    /// Deletes sections, by their indexes before the batch. Called within a batch only.
    func deleteSections(_ sections: IndexSet)

    /// Inserts sections, by their indexes after the batch. Called within a batch only.
    func insertSections(_ sections: IndexSet)

    /// Deletes items of sections that stay, by their index paths before the batch. Called within a batch only.
    func deleteItems(at indexPaths: [IndexPath])

    /// Inserts items into sections that are not new, by their index paths after the batch. Called within a batch only.
    func insertItems(at indexPaths: [IndexPath])

    /// Moves an item between sections that stay. Called within a batch only.
    ///
    /// - Parameters:
    ///   - indexPath: The index path before the batch.
    ///   - newIndexPath: The index path after the batch.
    func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath)

    /// Configures the cells of items again, and keeps the cells. The index paths are those after the batch. Called
    /// right after a batch.
    func reconfigureItems(at indexPaths: [IndexPath])

    /// Runs calls of the other methods, and shows their changes together.
    ///
    /// - Parameters:
    ///   - updates: Makes the data source answer from the new snapshot, then calls the other methods. Must be called
    ///     before this returns.
    ///   - completion: Called when the animations end, with `true` if they have finished.
    func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?)
}

extension BatchUpdating {
    /// Shows the next snapshot, in one batch that the view accepts.
    ///
    /// An item that moves out of a deleted section or into an inserted one is deleted and inserted, because views
    /// refuse such moves. Cells with changed content are configured again right after the batch, at their new index
    /// paths, because views refuse to reload a moved item.
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
                if !batch.deleted.isEmpty { self.deleteItems(at: batch.deleted) }
                if !batch.inserted.isEmpty { self.insertItems(at: batch.inserted) }
                for move in batch.moved { self.moveItem(at: move.from, to: move.to) }
            }, completion: completion)
        if !batch.updated.isEmpty { reconfigureItems(at: batch.updated) }
    }
}
