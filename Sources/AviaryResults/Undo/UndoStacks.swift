import GRDB
import Synchronization

/// All undo stacks that were used with a store, held weakly.
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

    private var all: [UndoStack] { entries.withLock { $0.values.compactMap(\.stack) } }

    /// Returns the texts of a column in deleted rows that steps of these stacks can bring back.
    ///
    /// - Parameters:
    ///   - known: An earlier answer about the same column. The log of a step in this answer is not read again.
    ///   - generation: The generation of the log that is open.
    func restorableTexts(
        of column: String, in table: String, known: RestorableTexts, generation: Int, _ db: Database
    ) throws -> RestorableTexts {
        let steps = all.flatMap(\.all).filter { $0.rows != nil || $0.generation == generation }
        return RestorableTexts(
            ofSteps: try steps.filter { $0.rows == nil }.reduce(into: [:]) { texts, step in
                let id = RestorableTexts.Step(step)
                texts[id] = try known.ofSteps[id] ?? step.loggedTexts(of: column, in: table, db)
            }, ofRows: steps.map { Set($0.deletedTexts(of: column, in: table)) })
    }
}

/// The texts that undo and redo can bring back, as `LiveStore.restorableTexts(of:in:known:_:)` answers.
public struct RestorableTexts: Sendable {
    fileprivate struct Step: Hashable {
        let generation: Int
        let changes: Range<Int64>

        init(_ step: UndoStack.Step) { (generation, changes) = (step.generation, step.changes) }
    }

    /// Texts from the history log, by step.
    fileprivate let ofSteps: [Step: Set<String>]
    /// Texts from steps that have their rows themselves.
    private let ofRows: [Set<String>]

    /// An empty answer.
    public init() { (ofSteps, ofRows) = ([:], []) }

    fileprivate init(ofSteps: [Step: Set<String>], ofRows: [Set<String>]) {
        self.ofSteps = ofSteps
        self.ofRows = ofRows.filter { !$0.isEmpty }
    }

    /// Returns whether undo or redo may bring back a row with this text.
    ///
    /// - Complexity: O(*s*) for *s* steps.
    public func contains(_ text: String) -> Bool {
        ofSteps.values.contains { $0.contains(text) } || ofRows.contains { $0.contains(text) }
    }

    package var all: Set<String> { (ofSteps.values + ofRows).reduce(into: []) { $0.formUnion($1) } }
}

extension UndoStack.Step {
    fileprivate func loggedTexts(of column: String, in table: String, _ db: Database) throws -> Set<String> {
        var texts = Set<String>()
        guard let index = schema.tables[table]?.columns.firstIndex(of: column) else { return texts }
        let deletions = "seq >= ? AND seq < ? AND tbl = ? AND op = 'delete'"
        try LogEntry.forEach(where: deletions, [changes.lowerBound, changes.upperBound, table], in: db) { entry in
            guard case .values(let values) = entry.before, values.indices.contains(index),
                case .text(let text) = values[index]
            else { return }
            texts.insert(String(decoding: text, as: UTF8.self))
        }
        return texts
    }
}
