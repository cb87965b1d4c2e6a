public import AviaryBatches
public import Foundation

/// A collection view without a screen that is as strict as UIKit's: where that one raises an exception, this one writes
/// down why, and shows everything anew.
///
/// It keeps a cell for each item, as it was configured last. After each batch the cells must be those that its data source
/// has: as many, in the same order, and none with content that has changed since.
@MainActor public final class StrictCollectionView<Item: Identifiable & Equatable>: BatchUpdating {
    /// The data source: the items of each section. It may be asked at any time.
    public var items: () -> [[Item]]
    /// What would have been exceptions, and cells that show the wrong thing.
    public private(set) var faults: [String] = []
    /// How many cells were made, and how many were configured anew.
    public private(set) var cellsMade = 0
    public private(set) var cellsReconfigured = 0
    /// How often everything was shown anew because it was asked for.
    public private(set) var reloads = 0

    private var cells: [[Item]]
    private var batch: StrictBatch?

    public init(items: @escaping () -> [[Item]]) {
        self.items = items
        cells = items()
    }

    /// Shows everything anew.
    public func reloadData() {
        guard batch == nil else { return fail("everything is shown anew in the middle of a batch") }
        reloads += 1
        cells = items()
    }

    public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?) {
        guard batch == nil else {
            // One inside another is part of it.
            updates?()
            completion?(true)
            return
        }
        batch = StrictBatch()
        updates?()
        finish()
        completion?(true)
    }

    public func deleteSections(_ sections: IndexSet) { change { $0.deletedSections += sections } }
    public func insertSections(_ sections: IndexSet) { change { $0.insertedSections += sections } }
    public func deleteItems(at indexPaths: [IndexPath]) { change { $0.deleted += indexPaths } }
    public func insertItems(at indexPaths: [IndexPath]) { change { $0.inserted += indexPaths } }

    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change { $0.moved.append((indexPath, newIndexPath)) }
    }

    /// Makes the cells anew.
    public func reloadItems(at indexPaths: [IndexPath]) { change { $0.reloaded += indexPaths } }

    /// Configures cells anew that are there; not within a batch, where it would be unclear which index path is meant.
    public func reconfigureItems(at indexPaths: [IndexPath]) {
        guard batch == nil else { return fail("cells are reconfigured in the middle of a batch") }
        let content = items()
        for path in indexPaths {
            guard path.count == 2, cells.indices.contains(path[0]), cells[path[0]].indices.contains(path[1]) else {
                fail("attempt to reconfigure \(path), which does not exist")
                continue
            }
            cellsReconfigured += 1
            cells[path[0]][path[1]] = content[path[0]][path[1]]
        }
    }

    /// Notes which cells show something else than the data source has, after all that belongs to a change is done.
    public func checkCells() {
        for (section, (shown, wanted)) in zip(cells, items()).enumerated() {
            for (item, (shown, wanted)) in zip(shown, wanted).enumerated() where shown != wanted {
                faults.append("the cell at [\(section), \(item)] shows \(shown), not \(wanted)")
            }
        }
    }

    private func change(_ body: (inout StrictBatch) -> Void) {
        if var told = batch {
            body(&told)
            batch = told
        } else {
            // Alone it is a batch of its own.
            var told = StrictBatch()
            body(&told)
            batch = told
            finish()
        }
    }

    private func finish() {
        guard let batch else { return }
        self.batch = nil
        let content = items()
        do throws(StrictBatch.Refusal) {
            let plan = try batch.plan(from: cells.map(\.count), to: content.map(\.count))
            var made = 0
            let next = plan.enumerated().map { section, origins in
                origins.enumerated().map { item, origin in
                    if let origin { return cells[origin.section][origin.item] }
                    made += 1
                    return content[section][item]
                }
            }
            cells = next
            cellsMade += made
        } catch {
            return fail(error.reason)
        }
        for (section, (shown, wanted)) in zip(cells, content).enumerated() {
            for (item, (shown, wanted)) in zip(shown, wanted).enumerated() where shown.id != wanted.id {
                return fail("the cell of \(shown.id) stands at [\(section), \(item)], where \(wanted.id) belongs")
            }
        }
    }

    private func fail(_ reason: String) {
        faults.append(reason)
        cells = items()
    }
}
