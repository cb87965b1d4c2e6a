import GRDB
import Synchronization

/// The steps that a person can take back and do again on one page.
///
/// A step is a range of the history log, and undo reads the earlier contents from the log. So a step costs a few bytes,
/// however much it changed, and lasts as long as the log reaches back. In a store with an upstream, a step holds its
/// rows instead.
public final class UndoStack: Sendable {
    struct Step: Equatable {
        var name: String
        /// The log sequences of the step's changes. They belong to one write, or to several consecutive writes.
        var changes: Range<Int64>
        /// The generation of the log that has these sequences.
        var generation: Int
        /// The changed rows, in a store with an upstream. There `changes` contains no log sequences, because the log
        /// mixes the step with changes of others.
        var rows: [RowChange]?
        /// The receipt of the step's write while the outcome is unknown; see `UpstreamError.unknownOutcome`.
        var receiptInDoubt: String?
        /// The tables at the time of the step. Steps with the same tables share one object.
        var schema: HistorySchema
        /// How many rows the step changed or deleted, by table. Only tables that have no history, and that foreign keys
        /// or triggers may change, are counted.
        var lost: [String: Int] = [:]
        /// How many rows the step added to the same tables as in `lost`. Undo deletes at most this number of rows of
        /// the table.
        var added: [String: Int] = [:]

        static func == (one: Step, other: Step) -> Bool {
            one.changes == other.changes && one.generation == other.generation && one.name == other.name
        }

        /// Appends a step that directly follows this one.
        ///
        /// - Returns: `true` when the step was appended. `false` when the log has other entries in between, or the log
        ///   or the tables have changed.
        mutating func join(_ next: Step) -> Bool {
            guard next.changes.lowerBound == changes.upperBound, next.generation == generation, next.schema === schema
            else { return false }
            name = next.name
            changes = changes.lowerBound..<next.changes.upperBound
            lost.merge(next.lost, uniquingKeysWith: +)
            added.merge(next.added, uniquingKeysWith: +)
            return true
        }
    }

    /// The unit of undo: one step, or a group of steps in their order.
    struct Entry: Equatable {
        var steps: [Step]
        /// The group that the steps of one action share.
        var group: String?

        /// The name of the last step, which stands for all.
        var name: String? { steps.last?.name }
        var changeCount: Int { steps.reduce(0) { $0 + $1.changes.count } }
        /// How many rows the steps hold themselves.
        var rowCount: Int { steps.reduce(0) { $0 + ($1.rows?.count ?? 0) } }
        var isEmpty: Bool { steps.allSatisfy(\.changes.isEmpty) }
    }

    enum Direction { case undo, redo }

    private let turns: Mutex<UndoTurns>

    /// Creates an empty stack.
    ///
    /// - Parameter limit: How many entries are kept. A group counts as one. The oldest are dropped.
    public init(limit: Int = 100) { turns = Mutex(UndoTurns(UndoEntries(limit: limit))) }

    /// The name of the step that `undo` would take back; `nil` when there is none.
    public var undoName: String? { last(.undo)?.name }
    /// The name of the step that `redo` would do again; `nil` when there is none.
    public var redoName: String? { last(.redo)?.name }

    /// The group of the step that `undo` would take back; `nil` when there is none, or it has no group.
    public var lastGroup: String? { last(.undo)?.group }

    /// How many entries of the history log `undo` would take back. In a store with an upstream, how many rows. 0 when
    /// there is nothing.
    public var undoCount: Int { last(.undo)?.changeCount ?? 0 }
    /// How many entries of the history log `redo` would do again. In a store with an upstream, how many rows. 0 when
    /// there is nothing.
    public var redoCount: Int { last(.redo)?.changeCount ?? 0 }

    /// The next committed entry to take back, or to do again.
    func last(_ direction: Direction) -> Entry? { turns.withLock { $0.entries.last(direction) } }

    /// All steps that `undo` and `redo` can reach now, or after pending writes are committed.
    var all: [Step] { turns.withLock { $0.steps } }

    /// Gives `body` exclusive access to the turns of writes.
    func inTurns<T: Sendable>(_ body: (inout UndoTurns) -> T) -> T { turns.withLock { body(&$0) } }

    /// Waits for the turn of a write that goes to an upstream. No transaction of the store orders such writes.
    ///
    /// - Throws: `CancellationError`.
    func wait(for turn: Int) async throws {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        inTurns { $0.end(continuation, whenTurnComes: turn) }
        // The stream also ends when the task is cancelled.
        for await _ in stream {}
        try Task.checkCancellation()
    }
}

/// The result of taking a step back, or of doing it again.
public struct UndoOutcome: Hashable, Sendable {
    /// The name of the step.
    public var name: String
    /// Rows that were brought back, or had the right content already.
    public var restored: Int
    /// Rows that were left alone. They were changed after the step, other rows depend on them, or a constraint or a
    /// foreign key forbids the change. For instance, another row has taken their unique value.
    public var conflicting: Int
    /// Rows that were left alone because their table is not the same any more. It was created anew, has other columns,
    /// or had no history for a while. A table without an INTEGER PRIMARY KEY also counts as another table after any
    /// change of the schema and after VACUUM.
    public var unreachable: Int
    /// Rows that the step changed or deleted and that cannot be restored, by table. Their tables have no history, and
    /// foreign keys or triggers changed them together with tables with history. Rows that triggers brought back or
    /// changed again are not counted.
    public var lost: [String: Int]

    /// Creates an outcome with these numbers of rows.
    public init(
        name: String, restored: Int, conflicting: Int, unreachable: Int = 0, lost: [String: Int] = [:]
    ) {
        self.name = name
        self.restored = restored
        self.conflicting = conflicting
        self.unreachable = unreachable
        self.lost = lost
    }

    /// Adds the outcome of another step of the same entry.
    static func += (all: inout UndoOutcome, more: UndoOutcome) {
        all.restored += more.restored
        all.conflicting += more.conflicting
        all.unreachable += more.unreachable
        all.lost.merge(more.lost, uniquingKeysWith: +)
    }
}

// MARK: - Steps

extension UndoStack.Step {
    /// Creates a step of all log entries after `version`. Called at the end of the write.
    init(
        _ name: String, after version: Int64, _ generation: Int, _ schema: HistorySchema, in db: Database
    ) throws {
        let last = try History.version(db)
        self.init(
            name: name, changes: version + 1..<max(version, last) + 1, generation: generation,
            schema: schema.common(with: try schema.later(db)))
    }

    /// Returns the step with the counts of dependent rows that changed with it.
    func counting(_ counts: DependentRows.Counts) -> Self {
        var step = self
        (step.lost, step.added) = (counts.lost, counts.inserted)
        return step
    }

    /// Returns the rows that the step changed, with their contents before and after the step.
    func rowChanges(in db: Database) throws -> [RowChange] {
        if let rows { return rows }
        let rows = try StepRows(of: changes, named: name, in: db)
        guard rows.unreadable.isEmpty else { throw ResultsError.tooLongAgo(name) }
        let ids = Dictionary(grouping: rows.before.keys, by: \.table).sorted { $0.key < $1.key }
        return try ids.flatMap { table, ids -> [RowChange] in
            guard let columns = schema.tables[table]?.columns else { throw ResultsError.tooLongAgo(name) }
            let present = try TableRows(table, in: db).contents(of: ids.map(\.rowid))
            return ids.sorted().compactMap { id in
                let (before, after) = (rows.before[id] ?? nil, rows.left[id] ?? present[id.rowid])
                // Columns may have been added after the step. Their values are left out.
                let left = after.map { Array($0.prefix(columns.count)) }
                if before == left { return nil }
                return RowChange(table: table, rowid: id.rowid, columns: columns, before: before, after: left)
            }
        }
    }
}

// MARK: - Steps that hold their rows

/// The last number that was given to a change. The changes of steps that hold their rows are numbered. One number
/// between two steps stays unused, so that steps never join.
private let stepNumbers = Atomic<Int64>(0)

extension UndoStack.Step {
    /// Creates a step that holds the rows that it changed.
    init(_ name: String, rows: [RowChange], _ generation: Int, _ schema: HistorySchema) {
        let end = stepNumbers.add(Int64(rows.count) + 1, ordering: .relaxed).newValue
        self.init(name: name, changes: end - Int64(rows.count)..<end, generation: generation, schema: schema)
        self.rows = rows
    }

    /// The values of a text column in the rows that the step deleted; empty for a step that does not hold its rows.
    func deletedTexts(of column: String, in table: String) -> [String] {
        (rows ?? []).compactMap { change in
            guard change.table == table, change.after == nil, let index = change.columns.firstIndex(of: column),
                let before = change.before, before.indices.contains(index), case .text(let text) = before[index]
            else { return nil }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Returns the tables in which the rows of the step can still be restored.
    func reachableTables(in now: HistorySchema) -> Set<String> {
        guard rows != nil else { return schema.unchanged(in: now) }
        // If the step holds its rows, only the columns matter: a new copy of the file has new histories, but the same
        // rows.
        return Set(
            schema.tables.filter { name, table in
                guard let other = now.tables[name], table.hasLastingRowids, other.hasLastingRowids else { return false }
                return other.columns.starts(with: table.columns)
            }.keys)
    }
}
