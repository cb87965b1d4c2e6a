public import AviaryBatches
public import Foundation

/// A collection view without a screen that is as strict as `UICollectionView`.
///
/// Where that view raises an exception, this one records a fault and reloads its cells. It has a cell for each item,
/// with the content of its last configuration. After each batch the cells must have the number and the order of the
/// data source. `checkCells()` also looks for old content.
@MainActor public final class StrictCollectionView<Item: Identifiable & Equatable>: BatchUpdating {
    /// The data source: the items of each section. May be called at any time.
    var items: () -> [[Item]]
    /// Sentences about exceptions that a real view would raise, and about cells with wrong content, in order.
    public private(set) var faults: [String] = []
    /// How many cells batches have made, for inserted and reloaded items.
    public private(set) var cellsMade = 0
    /// How many cells were kept and configured again.
    public private(set) var cellsReconfigured = 0
    /// How many calls of `reloadData()` there were.
    public private(set) var reloads = 0

    private var cells: [[Item]]
    private var batch: StrictBatch?

    /// A view that shows the items of the data source.
    public init(items: @escaping () -> [[Item]]) {
        self.items = items
        cells = items()
    }

    /// Shows everything again. Within a batch this is a fault.
    public func reloadData() {
        guard batch == nil else { return fail("everything is shown anew in the middle of a batch") }
        reloads += 1
        cells = items()
    }

    /// Applies all changes that `updates` makes as one batch, and checks them against the data source.
    ///
    /// A batch within another batch is a part of the outer batch.
    ///
    /// - Parameters:
    ///   - updates: Changes the data source, and tells this view the changes.
    ///   - completion: Called before this returns, with `true`, also after a fault.
    /// - Complexity: O(*n*).
    public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?) {
        guard batch == nil else {
            // A nested batch is a part of the outer one.
            updates?()
            completion?(true)
            return
        }
        batch = StrictBatch()
        updates?()
        finish()
        completion?(true)
    }

    /// Deletes sections, by their indices before the batch. Outside of a batch, the call is a batch of its own.
    public func deleteSections(_ sections: IndexSet) { change { $0.deletedSections += sections } }

    /// Inserts sections, by their indices after the batch. Outside of a batch, the call is a batch of its own.
    public func insertSections(_ sections: IndexSet) { change { $0.insertedSections += sections } }

    /// Deletes items, by their index paths before the batch. Outside of a batch, the call is a batch of its own.
    public func deleteItems(at indexPaths: [IndexPath]) { change { $0.deleted += indexPaths } }

    /// Inserts items, by their index paths after the batch. Outside of a batch, the call is a batch of its own.
    public func insertItems(at indexPaths: [IndexPath]) { change { $0.inserted += indexPaths } }

    /// Moves an item with its cell. Outside of a batch, the call is a batch of its own.
    ///
    /// - Parameters:
    ///   - indexPath: The index path before the batch.
    ///   - newIndexPath: The index path after the batch.
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change { $0.moved.append((indexPath, newIndexPath)) }
    }

    /// Makes new cells for items, by the items' index paths before the batch. Outside of a batch, the call is a batch
    /// of its own.
    public func reloadItems(at indexPaths: [IndexPath]) { change { $0.reloaded += indexPaths } }

    /// Configures cells again and keeps them. Within a batch this is a fault, because the index paths would be
    /// ambiguous.
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

    /// Adds a fault for each cell whose content differs from the data source. Call it when a change is complete.
    ///
    /// - Complexity: O(*n*).
    public func checkCells() {
        for (section, (shown, wanted)) in zip(cells, items()).enumerated() {
            for (item, (shown, wanted)) in zip(shown, wanted).enumerated() where shown != wanted {
                faults.append("the cell at [\(section), \(item)] shows \(shown), not \(wanted)")
            }
        }
    }

    private func change(_ body: (inout StrictBatch) -> Void) {
        if var open = batch {
            body(&open)
            batch = open
        } else {
            // Outside of a batch, the change is a batch of its own.
            var open = StrictBatch()
            body(&open)
            batch = open
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
