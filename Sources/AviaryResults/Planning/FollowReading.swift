import AviarySnapshots
import GRDB
import Logging

/// The statements by which a list follows a commit that touches its tables. A list learns of the file only by them.
/// `LoggedTables` says which tables a commit touches.
///
/// `RequestPlan` conforms to it. A test gives the list a reader that makes a mistake, and expects its model to notice.
protocol FollowReading: Sendable {
    var plan: RequestPlan { get }

    /// The rows that the log names behind a sequence. Where the request joins tables, their places are read apart.
    ///
    /// - Returns: `nil` when the log has more than `limit` entries of the table there.
    func logged(_ db: Database, after version: Int64, limit: Int) throws -> TouchedRows?

    /// The rows to which another table's changes behind a sequence lead.
    func led(by dependency: DependencyPlan, _ db: Database, after version: Int64) throws -> Set<Int64>

    /// Whether the log has more than `limit` entries of a table behind a sequence.
    func changesExceed(_ limit: Int, of table: String, _ db: Database, after version: Int64) throws -> Bool

    /// Where rows belong. Those that do not belong to the list are left out.
    func sorted(_ rows: Set<Int64>, _ db: Database) throws -> [Int64: SortedRow]

    /// Whether a row stands before another, as SQLite sees it.
    func precedes(_ id: Int64, _ other: Int64, _ db: Database) throws -> Bool

    /// The rows that stand next beyond one, from there on.
    ///
    /// - Parameters:
    ///   - id: `nil` for the first rows of all.
    ///   - count: How many are wanted.
    /// - Returns: Fewer when there are no more.
    /// - Throws: `RowsDisorder` when that row is not in the list.
    func rows(_ db: Database, beyond id: Int64?, count: Int) throws -> [(id: Int64, row: SortedRow)]

    /// The last sequence of the log.
    func version(_ db: Database) throws -> Int64

    /// The columns that changed behind a sequence, by row; `nil` when the log does not reach back.
    func changes(_ db: Database, after version: Int64) throws -> [Int64: ColumnSet]?

    /// All rows that are kept, in order.
    ///
    /// - Complexity: O(*n*), beyond SQLite's own sorting.
    func snapshot(_ db: Database, version: Int64, logger: Logger) throws -> RowsSnapshot
}

extension FollowReading {
    /// Reads the rows that the log names after a sequence, and those to which other tables' changes lead.
    ///
    /// - Returns: `nil` when the log has more than `limit` entries of one of the tables there.
    func touched(_ db: Database, after version: Int64, limit: Int) throws -> TouchedRows? {
        guard var result = try logged(db, after: version, limit: limit) else { return nil }
        let isLong = result.bounds.map { $0.last - version > limit } ?? false
        var unread = plan.touched.tailHasKeys ? [] : Set(result.rows.keys)
        for dependency in plan.dependencies {
            if isLong, try changesExceed(limit, of: dependency.shape.name, db, after: version) { return nil }
            for id in try led(by: dependency, db, after: version) {
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
