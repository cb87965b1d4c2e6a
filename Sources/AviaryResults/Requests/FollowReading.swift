import AviarySnapshots
import GRDB
import Logging

/// The statements with which a list follows a commit that touches its tables. The list reads the file only with these
/// statements. `LoggedTables` says which tables a commit touches.
///
/// `RequestPlan` conforms to this protocol. A test replaces the plan by a reader that makes mistakes, and checks that
/// the mistakes are noticed.
protocol FollowReading: Sendable {
    var plan: RequestPlan { get }

    /// Returns the rows that the log names after a sequence. If the request joins tables, the rows have no sort
    /// positions yet.
    ///
    /// - Returns: `nil` when the log has more than `limit` entries of the table after the sequence.
    func logged(_ db: Database, after version: Int64, limit: Int) throws -> TouchedRows?

    /// Returns the rows of the list's table that depend on changes of another table after a sequence.
    func rows(dependingOn dependency: DependencyPlan, _ db: Database, after version: Int64) throws -> Set<Int64>

    /// Returns whether the log has more than `limit` entries of a table after a sequence.
    func changesExceed(_ limit: Int, of table: String, _ db: Database, after version: Int64) throws -> Bool

    /// Returns the sort positions of rows. Rows that do not belong to the list are left out.
    func sorted(_ rows: Set<Int64>, _ db: Database) throws -> [Int64: SortedRow]

    /// Returns whether a row comes before another one in SQLite's order.
    func precedes(_ id: Int64, _ other: Int64, _ db: Database) throws -> Bool

    /// Returns the next rows beyond a row, in the order in which they follow it.
    ///
    /// - Parameters:
    ///   - id: The row; `nil` to begin with the first row.
    ///   - count: How many rows are wanted.
    /// - Returns: At most `count` rows; fewer when there are no more.
    /// - Throws: `RowsDisorder` when the row `id` is not in the list.
    func rows(_ db: Database, beyond id: Int64?, count: Int) throws -> [(id: Int64, row: SortedRow)]

    /// Returns the last sequence of the log.
    func version(_ db: Database) throws -> Int64

    /// Returns the columns that changed after a sequence, by row; `nil` when the log does not reach back to the
    /// sequence.
    func changes(_ db: Database, after version: Int64) throws -> [Int64: ColumnSet]?

    /// Reads all rows that are kept, in order.
    ///
    /// - Complexity: O(*n*), plus SQLite's sorting.
    func snapshot(_ db: Database, version: Int64, logger: Logger) throws -> RowsSnapshot
}

extension FollowReading {
    /// Reads the rows that the log names after a sequence, and the rows that depend on changes of other tables.
    ///
    /// - Parameter found: Rows that a search may find now, or not find any longer.
    /// - Returns: `nil` when the log has more than `limit` entries of one of these tables after the sequence.
    func touched(
        _ db: Database, after version: Int64, limit: Int, found: Set<Int64> = []
    ) throws -> TouchedRows? {
        guard var result = try logged(db, after: version, limit: limit) else { return nil }
        let isLong = result.bounds.map { $0.last - version > limit } ?? false
        var unread = plan.touched.tailHasKeys ? [] : Set(result.rows.keys)
        for id in found {
            if result.rows[id] == nil { unread.insert(id) }
            result.rows[id, default: .init(columns: [])].dependsOnOthers = true
        }
        for dependency in plan.dependencies {
            if isLong, try changesExceed(limit, of: dependency.shape.name, db, after: version) { return nil }
            for id in try rows(dependingOn: dependency, db, after: version) {
                if result.rows[id] == nil { unread.insert(id) }
                result.rows[id, default: .init(columns: [])].dependsOnOthers = true
                if dependency.isShown { result.rows[id]?.columns = .all }
            }
        }
        try sort(unread, in: &result, db)
        return result
    }

    /// Reads some rows, in one statement.
    func touched(_ db: Database, rows: Set<Int64>) throws -> TouchedRows {
        var result = TouchedRows()
        for id in rows { result.rows[id] = .init(columns: .all) }
        try sort(rows, in: &result, db)
        return result
    }

    private func sort(_ rows: Set<Int64>, in result: inout TouchedRows, _ db: Database) throws {
        guard !rows.isEmpty else { return }
        for (id, row) in try sorted(rows, db) { result.rows[id]?.sorted = row }
    }
}
