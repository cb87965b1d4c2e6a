package import GRDB
import Synchronization

extension LiveStore {
    /// The texts that rows had in a column which undo can bring back, or redo: those that steps of the program's windows have
    /// deleted. It may be more rows than can be brought back now.
    ///
    /// A program that keeps a file for each row asks before it removes a file whose row is gone. Asked in a transaction that
    /// writes, the answer holds until that ends.
    ///
    /// The store is in UTF-8.
    ///
    /// - Complexity: O(*k*) for *k* changes of all steps.
    package func restorableTexts(of column: String, in table: String, _ db: Database) throws -> Set<String> {
        var texts = Set<String>()
        for step in undoStacks.all.flatMap(\.all) where step.rows != nil || step.generation == generation {
            texts.formUnion(step.deletedTexts(of: column, in: table))
            if step.rows != nil { continue }
            guard let index = step.schema.tables[table]?.columns.firstIndex(of: column) else { continue }
            let deletions = "seq >= ? AND seq < ? AND tbl = ? AND op = 'delete'"
            let arguments: StatementArguments = [step.changes.lowerBound, step.changes.upperBound, table]
            try LogEntry.forEach(where: deletions, arguments, in: db) { entry in
                guard case .values(let values) = entry.before, values.indices.contains(index),
                    case .text(let text) = values[index]
                else { return }
                texts.insert(String(decoding: text, as: UTF8.self))
            }
        }
        return texts
    }
}

/// The stacks of a program's windows, those that are there still.
final class UndoStacks: Sendable {
    private struct Entry {
        weak var stack: UndoStack?
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    func insert(_ stack: UndoStack) {
        entries.withLock { entries in
            let isKnown = entries.updateValue(Entry(stack: stack), forKey: ObjectIdentifier(stack))?.stack != nil
            if !isKnown { entries = entries.filter { $0.value.stack != nil } }
        }
    }

    var all: [UndoStack] { entries.withLock { $0.values.compactMap(\.stack) } }
}
