public import AviarySnapshots
public import Foundation

/// A view that calls items rows, and takes an animation with each change. Its requirements are methods that
/// `UITableView` has:
///
///     extension UITableView: @retroactive RowBatchUpdating {}
///
///     tableView.apply(change.changeset, with: .automatic) { self.snapshot = change.new }
@MainActor public protocol RowBatchUpdating<RowAnimation>: AnyObject {
    /// The type of the animations with which rows and sections are inserted and deleted: `UITableView.RowAnimation`.
    associatedtype RowAnimation

    /// Deletes sections, by their indexes before the batch. Called within a batch only.
    func deleteSections(_ sections: IndexSet, with animation: RowAnimation)

    /// Inserts sections, by their indexes after the batch. Called within a batch only.
    func insertSections(_ sections: IndexSet, with animation: RowAnimation)

    /// Deletes rows of sections that stay, by their index paths before the batch. Called within a batch only.
    func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation)

    /// Inserts rows into sections that are not new, by their index paths after the batch. Called within a batch only.
    func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation)

    /// Moves a row between sections that stay. Called within a batch only.
    ///
    /// - Parameters:
    ///   - indexPath: The index path before the batch.
    ///   - newIndexPath: The index path after the batch.
    func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath)

    /// Configures the cells of rows again, and keeps the cells. The index paths are those after the batch. Called right
    /// after a batch.
    func reconfigureRows(at indexPaths: [IndexPath])

    /// Runs calls of the other methods, and shows their changes together.
    ///
    /// - Parameters:
    ///   - updates: Makes the data source answer from the new snapshot, then calls the other methods. Must be called
    ///     before this returns.
    ///   - completion: Called when the animations end, with `true` if they have finished.
    func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?)
}

extension RowBatchUpdating {
    /// Shows the next snapshot, in one batch that the view accepts; see `BatchUpdating.apply(_:completion:data:)`.
    ///
    /// - Parameters:
    ///   - changeset: The changes from the shown snapshot to the next one.
    ///   - animation: The animation of inserts and deletes. Moves always have the animation of the view.
    ///   - completion: Called by the view when its animations end, with `true` if they have finished.
    ///   - data: Makes the view's data source answer from the new snapshot; until `data` is called, it must answer from
    ///     the old one.
    /// - Complexity: O(*k* log *k*) for *k* changes, plus the view's own work.
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
