public import AviarySnapshots
public import Foundation

/// `NSCollectionView`, by the names it has: it takes sets of index paths, and knows no reconfiguring.
///
///     extension NSCollectionView: @retroactive ItemSetBatchUpdating {}
@MainActor public protocol ItemSetBatchUpdating: AnyObject {
    func deleteSections(_ sections: IndexSet)
    func insertSections(_ sections: IndexSet)
    func deleteItems(at indexPaths: Set<IndexPath>)
    func insertItems(at indexPaths: Set<IndexPath>)
    func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath)
    func reloadItems(at indexPaths: Set<IndexPath>)
    func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)?)
}

extension ItemSetBatchUpdating {
    /// Shows the next snapshot, in one batch that the view accepts; see `BatchUpdating`. Cells whose content changed are
    /// made anew behind it.
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
