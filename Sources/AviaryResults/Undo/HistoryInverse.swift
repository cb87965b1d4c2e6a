import GRDB

/// The opposite of a step: it gives each row that the step touched its earlier content.
///
/// A row may be restored when its present content is the content that the step left. Either the row was not touched
/// after the step, or a later change was itself taken back.
struct HistoryInverse {
    private let name: String
    /// The changes that give the rows their contents before the step, sorted by table and row.
    let changes: [RowChange]
    private var outcome: UndoOutcome
    private let schema: HistorySchema
    /// How many rows the step added to tables without history.
    private let added: [String: Int]

    /// - Parameter schema: The tables as they are now.
    init(of step: UndoStack.Step, under schema: HistorySchema, in db: Database) throws {
        name = step.name
        self.schema = schema
        added = step.added
        outcome = UndoOutcome(name: name, restored: 0, conflicting: 0)
        let rows = try StepRows.all(of: step, in: db)
        let reachable = step.reachableTables(in: schema)
        var changes: [RowChange] = []
        for (name, ids) in Dictionary(grouping: rows.before.keys, by: \.table).sorted(by: { $0.key < $1.key }) {
            guard let count = step.schema.tables[name]?.columns.count, reachable.contains(name) else {
                outcome.unreachable += ids.count
                continue
            }
            let table = try TableRows(name, in: db)
            let names = Array(table.columns.prefix(count))
            for part in ids.map(\.rowid).sorted().parts(of: 1_000) {
                let present = try table.contents(of: Array(part))
                for id in part.lazy.map({ StepRows.RowID(table: name, rowid: $0) }) {
                    guard let before = rows.before[id], before.map({ $0.count == count }) ?? true else {
                        outcome.unreachable += 1
                        continue
                    }
                    let now = present[id.rowid]
                    if rows.touchedOnly.contains(id), Self.isSame(rows.left[id] ?? now, as: before, columns: count) {
                        continue
                    }
                    let known = now.map { Array($0.prefix(count)) }
                    if let left = rows.left[id], !Self.isSame(now, as: left, columns: before == nil ? nil : count) {
                        outcome.conflicting += 1
                    } else if known == before {
                        outcome.restored += 1
                    } else {
                        changes.append(
                            RowChange(table: name, rowid: id.rowid, columns: names, before: known, after: before))
                    }
                }
            }
        }
        outcome.unreachable += rows.unreadable.count
        self.changes = changes
    }

    /// Returns whether a row has the content that the step left.
    ///
    /// - Parameter columns: How many columns the step knows. `nil` when the row is to be deleted, because the deletion
    ///   also removes values in columns that were added later.
    private static func isSame(_ now: [RowValue]?, as left: [RowValue]?, columns: Int?) -> Bool {
        guard let now, let left else { return now == nil && left == nil }
        guard let columns else { return now == left }
        return now.prefix(columns) == left.prefix(columns)
    }

    /// Restores all rows that can be restored exactly.
    func apply(_ db: Database) throws -> UndoOutcome {
        var outcome = outcome
        let restorer = RowRestorer(db, schema, mayEmpty: added)
        let leftAlone = try restorer.apply(changes)
        outcome.restored += changes.count - leftAlone.count
        outcome.conflicting += leftAlone.count
        return outcome
    }
}
