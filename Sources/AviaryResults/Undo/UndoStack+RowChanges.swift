import GRDB

extension LiveStore {
    /// Returns the rows that the last step of a stack changed, with their contents before and after the step.
    ///
    /// Later changes of these rows do not matter. Another database can repeat the step from the returned changes.
    ///
    /// - Returns: The changes by table and row, step by step when the last entry has several steps; empty when there is
    ///   no step.
    /// - Throws: `ResultsError.tooLongAgo` when the log has lost a part of the step.
    package func rowChanges(ofLastStepIn stack: UndoStack) async throws -> [RowChange] {
        let steps = stack.last(.undo)?.steps ?? []
        for step in steps where step.rows == nil && step.generation != generation {
            throw ResultsError.tooLongAgo(step.name)
        }
        return try await read { db in try steps.flatMap { try $0.rowChanges(in: db) } }
    }
}

extension UndoStack.Step {
    fileprivate func rowChanges(in db: Database) throws -> [RowChange] {
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
