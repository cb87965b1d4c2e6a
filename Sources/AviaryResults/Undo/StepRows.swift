import GRDB

/// The rows that a range of the log touched, with their contents before and after the range.
///
/// The first entry of a row in the range has the row's content before the range. The row's first entry after the range
/// has its content after the range. Without such an entry, the row still has that content.
///
/// A change of a rowid is logged as a delete and an insert, after the cascades of its foreign keys. A trigger of such a
/// cascade may update the new row. Then the update comes before the insert in the log. The row still counts as new.
struct StepRows {
    struct RowID: Hashable, Comparable {
        var table: String
        var rowid: Int64

        static func < (one: RowID, other: RowID) -> Bool { (one.table, one.rowid) < (other.table, other.rowid) }
    }

    /// The content of a row at some moment; `nil` when the row did not exist.
    typealias Content = [RowValue]?

    /// Contents before the range, by row. A row whose values cannot be read is in `unreadable`.
    private(set) var before: [RowID: Content] = [:]
    /// Contents after the range, for rows that were touched again after it.
    private(set) var left: [RowID: Content] = [:]
    private(set) var unreadable: Set<RowID> = []
    /// Rows of which the range has only `touch` and `key` entries. An insert or an update was about to replace or
    /// change them. They belong to the step only if the insert or update then changed them.
    private(set) var touchedOnly: Set<RowID> = []
    /// Rows that were only updated after the range. Any other row may have been deleted, and its rowid may belong to a new
    /// one. An upstream gives no rowid twice, so all rows of a step that it has written count here. Only `all(of:)` finds
    /// them out.
    private(set) var updatedOnly: Set<RowID> = []

    /// Returns the rows of a step.
    ///
    /// - Throws: `ResultsError.tooLongAgo` when the log has lost a part of the step.
    static func all(of step: UndoStack.Step, in db: Database) throws -> StepRows {
        if let rows = step.rows { return StepRows(rows) }
        var rows = try StepRows(of: step.changes, named: step.name, in: db)
        if !rows.left.isEmpty { rows.updatedOnly = try updatedOnly(after: step.changes, in: db) }
        return rows
    }

    private init(_ rows: [RowChange]) {
        for change in rows {
            let id = RowID(table: change.table, rowid: change.rowid)
            before[id] = .some(change.before)
            left[id] = .some(change.after)
            updatedOnly.insert(id)
        }
    }

    /// - Throws: `ResultsError.tooLongAgo` when entries in the range or after it are missing.
    /// - Complexity: O((*k* + *m*) log *k*) for *k* changes in the range and *m* later changes.
    init(of changes: Range<Int64>, named name: String, in db: Database) throws {
        guard !changes.isEmpty else { return }
        let log = "main.\(History.log)"
        let count = try Int64.fetchOne(
            db, sql: "SELECT count(*) FROM \(log) WHERE seq >= ?", arguments: [changes.lowerBound])
        let last = try History.version(db)
        guard count == last - changes.lowerBound + 1, changes.upperBound <= last + 1 else {
            throw ResultsError.tooLongAgo(name)
        }
        let range = "seq >= ? AND seq < ?"
        let bounds: StatementArguments = [changes.lowerBound, changes.upperBound]
        before = try contents(before: range, bounds, in: db)
        touchedOnly = try Self.touchedOnly(within: range, bounds, in: db)
        guard changes.upperBound <= last else { return }
        left = try contents(before: Self.later, [changes.upperBound] + bounds, in: db)
    }

    /// Reads the contents that rows had before their first entry after `sequence`.
    init(since sequence: Int64, in db: Database) throws {
        before = try contents(before: "seq > ?", [sequence], in: db)
    }

    /// A condition for entries that are written before a change. The change itself may fail.
    private static let isBefore = "op IN ('touch', 'key')"

    /// A condition for entries after a range, of the rows that the range names. The arguments are the end of the range, its
    /// beginning, and its end once more.
    private static let later =
        "seq >= ? AND (tbl, row) IN (SELECT tbl, row FROM main.\(History.log) WHERE seq >= ? AND seq < ?)"

    private static func updatedOnly(after changes: Range<Int64>, in db: Database) throws -> Set<RowID> {
        try rows(
            "\(later) GROUP BY tbl, row HAVING min(op IN ('update', 'key', 'touch'))",
            [changes.upperBound, changes.lowerBound, changes.upperBound], in: db)
    }

    private static func touchedOnly(
        within entries: String, _ arguments: StatementArguments, in db: Database
    ) throws -> Set<RowID> {
        let touches = "(tbl, row) IN (SELECT tbl, row FROM main.\(History.log) WHERE \(entries) AND \(isBefore))"
        return try rows(
            "\(entries) AND \(touches) GROUP BY tbl, row HAVING min(\(isBefore))", arguments + arguments, in: db)
    }

    /// Returns the rows of groups of entries.
    private static func rows(
        _ groups: String, _ arguments: StatementArguments, in db: Database
    ) throws -> Set<RowID> {
        let sql = "SELECT tbl, row FROM main.\(History.log) WHERE \(groups)"
        return Set(
            try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { row in
                guard let table = String.fromDatabaseValue(row[0]), let id = row.loggedInteger(1) else { return nil }
                return RowID(table: table, rowid: id)
            })
    }

    private mutating func contents(
        before entries: String, _ arguments: StatementArguments, in db: Database
    ) throws -> [RowID: Content] {
        var contents: [RowID: Content] = [:]
        let first = """
            seq IN (
                SELECT iif(
                    min(seq) FILTER (WHERE op = 'insert')
                        < ifnull(min(seq) FILTER (WHERE op NOT IN ('insert', 'update', 'key')), \(Int64.max)),
                    min(seq) FILTER (WHERE op = 'insert'), min(seq))
                FROM main.\(History.log) WHERE \(entries) GROUP BY tbl, row)
            """
        try LogEntry.forEach(where: first, arguments, in: db) { entry in
            let id = RowID(table: entry.table, rowid: entry.row)
            switch entry.before {
            case .nothing: contents[id] = .some(nil)
            case .values(let values): contents[id] = values
            case .unreadable: unreadable.insert(id)
            }
        }
        return contents
    }
}
