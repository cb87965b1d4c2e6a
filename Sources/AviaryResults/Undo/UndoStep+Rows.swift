import Synchronization

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
