import AviarySnapshots
import Foundation

/// A changeset as the views of Apple's systems take it.
///
/// They raise on a move out of a deleted section and on one into an inserted section, so such an item goes and comes. What
/// goes or comes with its section is not told by itself. Sections that moved are deleted and inserted already.
struct ViewBatch {
    var deletedSections = IndexSet()
    var insertedSections = IndexSet()
    var deleted: [IndexPath] = []
    var inserted: [IndexPath] = []
    var moved: [(from: IndexPath, to: IndexPath)] = []
    /// Items that keep their cells and show something else, where they are after the batch.
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
