import AviaryBatches
import AviarySnapshots
import AviaryTesting
import Foundation

extension StrictCollectionView {
    /// Applies a changeset by the names that one of Apple's views has.
    func apply<ItemID>(
        _ changeset: Changeset<ItemID>, as shape: BatchUpdatingTests.Shape, data: @escaping () -> Void
    ) {
        switch shape {
        case .collectionView: apply(changeset, data: data)
        case .itemSets: ItemSetView(view: self).apply(changeset, data: data)
        case .rows: RowView(view: self).apply(changeset, with: .fade, data: data)
        }
    }
}

/// A strict view by the names of `NSCollectionView`.
@MainActor private final class ItemSetView<Item: Identifiable & Equatable>: ItemSetBatchUpdating {
    let view: StrictCollectionView<Item>

    init(view: StrictCollectionView<Item>) { self.view = view }

    func deleteSections(_ sections: IndexSet) { view.deleteSections(sections) }
    func insertSections(_ sections: IndexSet) { view.insertSections(sections) }
    func deleteItems(at indexPaths: Set<IndexPath>) { view.deleteItems(at: Array(indexPaths)) }
    func insertItems(at indexPaths: Set<IndexPath>) { view.insertItems(at: Array(indexPaths)) }
    func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        view.moveItem(at: indexPath, to: newIndexPath)
    }
    func reloadItems(at indexPaths: Set<IndexPath>) { view.reloadItems(at: Array(indexPaths)) }
    func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)?) {
        view.performBatchUpdates(updates, completion: completionHandler)
    }
}

/// A strict view by the names of `UITableView`.
@MainActor private final class RowView<Item: Identifiable & Equatable>: RowBatchUpdating {
    enum Animation { case fade }

    let view: StrictCollectionView<Item>

    init(view: StrictCollectionView<Item>) { self.view = view }

    func deleteSections(_ sections: IndexSet, with animation: Animation) { view.deleteSections(sections) }
    func insertSections(_ sections: IndexSet, with animation: Animation) { view.insertSections(sections) }
    func deleteRows(at indexPaths: [IndexPath], with animation: Animation) { view.deleteItems(at: indexPaths) }
    func insertRows(at indexPaths: [IndexPath], with animation: Animation) { view.insertItems(at: indexPaths) }
    func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { view.moveItem(at: indexPath, to: newIndexPath) }
    func reconfigureRows(at indexPaths: [IndexPath]) { view.reconfigureItems(at: indexPaths) }
    func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?) {
        view.performBatchUpdates(updates, completion: completion)
    }
}
