import GRDB

/// The opposite of a step: it gives each row that the step touched its earlier content.
///
/// A row may be restored when its present content is the content that the step left. Either the row was not touched
/// after the step, or a later change was itself taken back.
///
/// There is one exception. A step may have updated one column of a row, such as a favorite mark. If only other columns were
/// updated after it, such as a count of views, that column alone is restored. Columns that a step changed together may be
/// one value, such as the parts of a color. So they are never restored apart.
struct HistoryInverse {
    private let name: String
    /// The changes that give the rows their contents before the step, sorted by table and row.
    let changes: [RowChange]
    /// The rows that keep what was written into their other columns.
    private let partial: Set<StepRows.RowID>
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
        var (changes, partial) = ([RowChange](), Set<StepRows.RowID>())
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
                    // It is counted below.
                    if rows.unreadable.contains(id) { continue }
                    guard let before = rows.before[id], before.map({ $0.count == count }) ?? true else {
                        outcome.unreachable += 1
                        continue
                    }
                    let now = present[id.rowid]
                    if rows.touchedOnly.contains(id), Self.isSame(rows.left[id] ?? now, as: before, columns: count) {
                        continue
                    }
                    let known = now.map { Array($0.prefix(count)) }
                    let wanted: [RowValue]?
                    if rows.left[id].map({ Self.isSame(now, as: $0, columns: before == nil ? nil : count) }) ?? true {
                        wanted = before
                    } else if rows.updatedOnly.contains(id), let left = rows.left[id],
                        let row = Self.restored(known, from: left, to: before)
                    {
                        wanted = row
                        partial.insert(id)
                    } else {
                        outcome.conflicting += 1
                        continue
                    }
                    if known == wanted {
                        outcome.restored += 1
                    } else {
                        changes.append(
                            RowChange(table: name, rowid: id.rowid, columns: names, before: known, after: wanted))
                    }
                }
            }
        }
        outcome.unreachable += rows.unreadable.count
        (self.changes, self.partial) = (changes, partial)
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

    /// Takes back the one column that a step changed in a row.
    ///
    /// - Parameters:
    ///   - now: The row's present content.
    ///   - left: The content that the step left.
    ///   - before: The content before the step.
    /// - Returns: The present content with the earlier value of that column; `nil` if the column was changed again, if the
    ///   step changed several columns, or if the row was inserted or deleted.
    private static func restored(_ now: [RowValue]?, from left: [RowValue]?, to before: [RowValue]?) -> [RowValue]? {
        guard var row = now, let left, let before, row.count == before.count, left.count >= before.count else {
            return nil
        }
        let changed = before.indices.filter { before[$0] != left[$0] }
        guard changed.count == 1, row[changed[0]] == left[changed[0]] else { return nil }
        row[changed[0]] = before[changed[0]]
        return row
    }

    /// Restores all rows that can be restored exactly.
    func apply(_ db: Database) throws -> UndoOutcome {
        var outcome = outcome
        let restorer = RowRestorer(db, schema, mayEmpty: added, partial: partial)
        let leftAlone = try restorer.apply(changes)
        outcome.restored += changes.count - leftAlone.count
        outcome.conflicting += leftAlone.count
        return outcome
    }
}
