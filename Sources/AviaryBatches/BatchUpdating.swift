public import AviarySnapshots
public import Foundation

/// A view that takes changes by index path, in one batch: `UICollectionView`, by the names it has.
///
///     extension UICollectionView: @retroactive BatchUpdating {}
///
///     for await update in results.updates() {
///         collectionView.apply(update.changeset) { self.snapshot = update.new }
///     }
///
/// `NSCollectionView` and `UITableView` have other names for some of it: `ItemSetBatchUpdating`, `RowBatchUpdating`.
@MainActor public protocol BatchUpdating: AnyObject {
    func deleteSections(_ sections: IndexSet)
    func insertSections(_ sections: IndexSet)
    func deleteItems(at indexPaths: [IndexPath])
    func insertItems(at indexPaths: [IndexPath])
    func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath)
    func reconfigureItems(at indexPaths: [IndexPath])
    func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?)
}

extension BatchUpdating {
    /// Shows the next snapshot, in one batch that the view accepts.
    ///
    /// Cells whose content changed are configured anew right behind the batch, where they are then: the view takes no
    /// reload of an item that moves.
    ///
    /// - Parameters:
    ///   - completion: Called by the view when it has moved everything, with whether it could finish.
    ///   - data: Makes the view's data source answer from the new snapshot; until then it must answer from the old one.
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
