public import AviarySnapshots
public import Foundation

/// `UITableView`, by the names it has: items are rows, and each change says how it is animated.
///
///     extension UITableView: @retroactive RowBatchUpdating {}
///
///     tableView.apply(update.changeset, with: .automatic) { self.snapshot = update.new }
@MainActor public protocol RowBatchUpdating<RowAnimation>: AnyObject {
    associatedtype RowAnimation

    func deleteSections(_ sections: IndexSet, with animation: RowAnimation)
    func insertSections(_ sections: IndexSet, with animation: RowAnimation)
    func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation)
    func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation)
    func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath)
    func reconfigureRows(at indexPaths: [IndexPath])
    func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?)
}

extension RowBatchUpdating {
    /// Shows the next snapshot, in one batch that the view accepts; see `BatchUpdating`.
    public func apply<ItemID>(
        _ changeset: Changeset<ItemID>, with animation: RowAnimation, completion: ((Bool) -> Void)? = nil,
        data: @escaping () -> Void
    ) {
        let batch = ViewBatch(changeset)
        performBatchUpdates(
            {
                data()
                if !batch.deletedSections.isEmpty { self.deleteSections(batch.deletedSections, with: animation) }
                if !batch.insertedSections.isEmpty { self.insertSections(batch.insertedSections, with: animation) }
                if !batch.deleted.isEmpty { self.deleteRows(at: batch.deleted, with: animation) }
                if !batch.inserted.isEmpty { self.insertRows(at: batch.inserted, with: animation) }
                for move in batch.moved { self.moveRow(at: move.from, to: move.to) }
            }, completion: completion)
        if !batch.updated.isEmpty { reconfigureRows(at: batch.updated) }
    }
}
