import AviarySnapshots
import Foundation

/// A changeset in the form that Apple's views accept.
///
/// These views raise an exception for a move out of a deleted section or into an inserted one. So such an item is
/// deleted and inserted. Items that are deleted or inserted with their section are left out. The changeset itself
/// already deletes and inserts moved sections.
struct ViewBatch {
    var deletedSections = IndexSet()
    var insertedSections = IndexSet()
    var deleted: [IndexPath] = []
    var inserted: [IndexPath] = []
    var moved: [(from: IndexPath, to: IndexPath)] = []
    /// Items that keep their cells but change their content, at their index paths after the batch.
    var updated: [IndexPath] = []

    init<ItemID>(_ changeset: Changeset<ItemID>) {
        deletedSections = IndexSet(changeset.deletedSections)
        insertedSections = IndexSet(changeset.insertedSections)
        for item in changeset.deleted { goes(from: item.path) }
        for item in changeset.inserted { comes(to: item.path) }
        for move in changeset.moved {
            if keepsItsCell(from: move.from, to: move.to) {
                moved.append((IndexPath(move.from), IndexPath(move.to)))
            } else {
                goes(from: move.from)
                comes(to: move.to)
            }
        }
        for item in changeset.updated where keepsItsCell(from: item.from, to: item.to) {
            updated.append(IndexPath(item.to))
        }
    }

    private func keepsItsCell(from: ItemIndexPath, to: ItemIndexPath) -> Bool {
        !deletedSections.contains(from.section) && !insertedSections.contains(to.section)
    }

    private mutating func goes(from path: ItemIndexPath) {
        if !deletedSections.contains(path.section) { deleted.append(IndexPath(path)) }
    }

    private mutating func comes(to path: ItemIndexPath) {
        if !insertedSections.contains(path.section) { inserted.append(IndexPath(path)) }
    }
}
