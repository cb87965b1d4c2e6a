import AviarySQLite
import GRDB
import GRDBSQLite
import OrderedCollections

/// Applies changes of rows exactly: each row gets the content that its change names, and no other row of a table with
/// history is changed.
///
/// The changes are written while the program's triggers and foreign keys are active, so that tables without history,
/// such as a full-text index, follow. The log then names every row that changed. Triggers write to these rows again,
/// although the changes contain the results of triggers already. So the restorer compares all touched rows, and
/// corrects wrong ones with triggers switched off. A row is left alone if a constraint or a foreign key forbids its
/// change.
final class RowRestorer {
    private let db: Database
    private let schema: HistorySchema
    private var tables: [String: TableRows] = [:]
    private var cascades: [String: [ForeignKeyAction]] = [:]
    /// How many more rows may be written. The limit is needed because failed changes are tried again in halves.
    private var effort = 0
    /// How many more rows triggers may delete from tables without history, by table.
    private var mayEmpty: [String: Int]
    private let partial: Set<StepRows.RowID>

    /// - Parameters:
    ///   - mayEmpty: How many rows the step added to each table without history. Triggers may delete as many.
    ///   - partial: Rows whose wanted content never existed before. Where triggers make another content of it, the row is
    ///     left alone.
    init(_ db: Database, _ schema: HistorySchema, mayEmpty: [String: Int], partial: Set<StepRows.RowID> = []) {
        self.db = db
        self.schema = schema
        self.mayEmpty = mayEmpty
        self.partial = partial
    }

    /// Applies as many of the changes as possible.
    ///
    /// - Returns: The changes that were not applied.
    func apply(_ changes: [RowChange]) throws -> [RowChange] {
        // A child may be restored before its parent. So foreign keys are not checked until the changes are made.
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        effort = 20 * changes.count + 2_000
        var left = changes[...]
        // A failed change may succeed after others: a child needs its parent.
        while !left.isEmpty, effort > 0 {
            let failed = try applyInHalves(left)
            if failed.count == left.count { break }
            left = failed[...]
        }
        return Array(left)
    }

    private func applyInHalves(_ changes: ArraySlice<RowChange>) throws -> [RowChange] {
        guard effort > 0 else { return Array(changes) }
        effort -= changes.count
        if try applyTogether(changes) { return [] }
        guard changes.count > 1 else { return Array(changes) }
        let middle = changes.startIndex + changes.count / 2
        return try applyInHalves(changes[..<middle]) + applyInHalves(changes[middle...])
    }

    /// Applies all changes or none.
    private func applyTogether(_ changes: ArraySlice<RowChange>) throws -> Bool {
        var isDone = false
        let before = try rowsToEmpty()
        try db.inSavepoint {
            do { isDone = try write(changes) && keepsOthers(of: before) } catch let error as DatabaseError
                where error.concernsRows && db.isInsideTransaction
            {
                isDone = false
            }
            return isDone ? .commit : .rollback
        }
        return isDone
    }

    /// Counts the rows of the tables that triggers may delete from.
    private func rowsToEmpty() throws -> [String: Int] {
        try schema.emptied.reduce(into: [:]) { counts, table in
            // A table that was dropped has no rows to protect.
            guard try db.tableExists(table) else { return }
            counts[table] = try Int.fetchOne(db, sql: "SELECT count(*) FROM main.\(table.quotedDatabaseIdentifier)")
        }
    }

    /// Returns whether triggers have deleted at most as many rows as the step had added.
    private func keepsOthers(of before: [String: Int]) throws -> Bool {
        var left = mayEmpty
        for (table, count) in try rowsToEmpty() {
            left[table, default: 0] -= max(0, (before[table] ?? 0) - count)
        }
        guard left.values.allSatisfy({ $0 >= 0 }) else { return false }
        mayEmpty = left
        return true
    }

    private func table(_ name: String) throws -> TableRows {
        if let table = tables[name] { return table }
        let table = try TableRows(name, in: db)
        tables[name] = table
        return table
    }

    // MARK: Applying

    private func write(_ changes: ArraySlice<RowChange>) throws -> Bool {
        let mark = try History.version(db)
        guard let crowded = try writeWithTriggers(changes) else { return false }
        // Each change logs one entry, besides the `key` entry before a key changes. Without further entries, no other
        // row was changed.
        let isAlone = try crowded == 0 && History.changeCount(since: mark, in: db) == changes.count
        if !isAlone, try !repair(changes, since: mark) { return false }
        return !db.hasForeignKeyViolations
    }

    /// Writes the changes while triggers are active.
    ///
    /// - Returns: How many rows still collide with other rows; `nil` when a row is refused for good.
    private func writeWithTriggers(_ changes: ArraySlice<RowChange>) throws -> Int? {
        // Deletions come first, because they free rowids and unique values.
        var waiting = try writeTogether(changes.filter { $0.after == nil })
        waiting += try writeTogether(changes.filter { $0.after != nil && $0.before == nil })
        waiting += try writeTogether(changes.filter { $0.after != nil && $0.before != nil })
        for round in 0..<8 {
            var isRefused = false
            let left = try waiting.filter { change in
                do {
                    let table = try table(change.table)
                    // In round 0 the present content is not read, because most rows still have the content before the
                    // change. Triggers and cascades may have changed some.
                    let now = round == 0 ? change.before : try table.content(of: change.rowid)
                    let isAllowed = try now == nil || !actsOnOthers(change, table)
                    if try isAllowed && table.write(change.rowid, now: now, wanted: change.after) { return false }
                    isRefused = true
                } catch let error as DatabaseError where error.concernsRows && db.isInsideTransaction {
                    // Another row may still have the same unique value, or refer to this row. So the row is tried again
                    // after the others.
                    isRefused = isRefused || !error.concernsPlaces
                }
                return true
            }
            if left.isEmpty || round > 0 && left.count == waiting.count { return isRefused ? nil : left.count }
            waiting = left
        }
        return waiting.count
    }

    /// Writes many rows by one statement: deletes them, inserts them, or updates the same columns.
    ///
    /// One statement is much cheaper than many, because inside a savepoint each statement copies all pages that it
    /// changes.
    ///
    /// - Returns: The changes that are left. They are tried again one by one.
    private func writeTogether(_ changes: [RowChange]) throws -> [RowChange] {
        var left: [RowChange] = []
        for alike in OrderedDictionary(grouping: changes, by: \.form).values {
            let table = try table(alike[0].table)
            // SQLite accepts 32,766 arguments in one statement, so the changes are split.
            for part in alike.parts(of: max(1, min(1_000, 30_000 / (table.columns.count + 1)))) {
                left += try write(part, table)
            }
        }
        return left
    }

    /// Writes changes of one form. If a large part fails, it is halved, so that few statements write most rows.
    ///
    /// - Returns: The changes that are left.
    private func write(_ part: ArraySlice<RowChange>, _ table: TableRows) throws -> ArraySlice<RowChange> {
        do {
            let isAllowed = try part.allSatisfy { try $0.before == nil || !actsOnOthers($0, table) }
            if try isAllowed && write(together: part, table) { return [] }
        } catch let error as DatabaseError where error.concernsRows && db.isInsideTransaction {}
        guard part.count > 200 else { return part }
        let middle = part.startIndex + part.count / 2
        return try write(part[..<middle], table) + write(part[middle...], table)
    }

    private func write(together changes: ArraySlice<RowChange>, _ table: TableRows) throws -> Bool {
        guard let first = changes.first else { return true }
        let wanted = changes.compactMap { change in change.after.map { (change.rowid, $0) } }
        if wanted.isEmpty { return try table.delete(changes.map(\.rowid)) }
        guard first.before != nil else { return try table.insert(wanted) }
        return try table.update(wanted, indices: first.changedIndices)
    }

    /// Gives all touched rows the content that they should have.
    ///
    /// - Returns: `true` when all of these rows have it.
    private func repair(_ changes: ArraySlice<RowChange>, since mark: Int64) throws -> Bool {
        let touched = try StepRows(since: mark, in: db)
        guard touched.unreadable.isEmpty else { return false }
        var wanted = touched.before
        for change in changes { wanted[.init(table: change.table, rowid: change.rowid)] = .some(change.after) }
        guard wanted.keys.allSatisfy({ schema.tables[$0.table] != nil }) else { return false }
        let wrong = try wanted.sorted { $0.key < $1.key }.filter { try !isRight($0.key, $0.value) }
        guard !wrong.isEmpty else { return true }
        guard !wrong.contains(where: { partial.contains($0.key) }) else { return false }
        guard setTriggers(false) else { return false }
        defer { setTriggers(true) }
        return try writeSilently(wrong.map { ($0.key, $0.value) }) && wrong.allSatisfy { try isRight($0.key, $0.value) }
    }

    private func isRight(_ id: StepRows.RowID, _ wanted: [RowValue]?) throws -> Bool {
        let now = try table(id.table).content(of: id.rowid)
        guard let now, let wanted else { return now == nil && wanted == nil }
        return now.starts(with: wanted)
    }

    private func writeSilently(_ rows: [(id: StepRows.RowID, wanted: [RowValue]?)]) throws -> Bool {
        var gone = rows.filter { $0.wanted != nil }
        for (id, wanted) in rows where wanted == nil {
            if try !set(id, nil) { return false }
        }
        // Rows that collide with each other are deleted first, and inserted again together.
        gone = try gone.filter { id, wanted in
            guard let wanted, try table(id.table).content(of: id.rowid) != nil else { return true }
            do { return try !set(id, wanted) } catch let error as DatabaseError where error.concernsRows {
                _ = try set(id, nil)
                return true
            }
        }
        for (id, wanted) in gone {
            if try !set(id, wanted) { return false }
        }
        return true
    }

    /// - Returns: `true` when no other row was changed.
    private func set(_ id: StepRows.RowID, _ wanted: [RowValue]?) throws -> Bool {
        let table = try table(id.table)
        let now = try table.content(of: id.rowid)
        if now == nil && wanted == nil { return true }
        return try table.writeSilently(id.rowid, now: now, wanted: wanted)
    }

    /// Switches triggers on or off.
    ///
    /// - Returns: `true` when SQLite has switched them.
    @discardableResult
    private func setTriggers(_ isOn: Bool) -> Bool {
        for table in tables.values { table.forgetStatements() }
        return aviary_set_triggers(db.sqliteConnection.map(UnsafeMutableRawPointer.init), isOn ? 1 : 0) == SQLITE_OK
    }

    // MARK: Foreign keys

    /// Returns whether a change would make a foreign key change rows that are not logged.
    private func actsOnOthers(_ change: RowChange, _ table: TableRows) throws -> Bool {
        let actions =
            try cascades[change.table]
            ?? ForeignKeyAction.all(on: change.table, without: Set(schema.tables.keys), in: db)
        cascades[change.table] = actions
        return try actions.contains { try $0.finds(change, table, in: db) }
    }
}

extension RowChange {
    /// The columns whose values change.
    fileprivate var changedIndices: [Int] {
        guard let after else { return [] }
        guard let before else { return Array(after.indices) }
        return after.indices.filter { before[$0] != after[$0] }
    }

    /// Equal for changes that one statement can write.
    fileprivate var form: Form {
        guard let after else { return Form(table: table, columns: []) }
        guard let before else { return Form(table: table, columns: after.map(\.form)) }
        return Form(table: table, columns: after.indices.map { before[$0] == after[$0] ? nil : after[$0].form })
    }

    /// The written columns and the kinds of their values.
    fileprivate struct Form: Hashable {
        var table: String
        var columns: [RowValue.Form?]
    }
}

extension DatabaseError {
    /// `true` when the statement failed because of the rows or the schema, and not because of the file's state.
    fileprivate var concernsRows: Bool {
        [.SQLITE_CONSTRAINT, .SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode)
    }

    /// `true` when another row has the same unique value or rowid.
    fileprivate var concernsPlaces: Bool {
        [.SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID].contains(
            extendedResultCode)
    }
}
