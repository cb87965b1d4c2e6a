import Foundation
import GRDB

/// The rows that a range of the log touched: what each was before, and what the range left of it.
///
/// The first entry of a row in the range has what was before; the first one behind it has what the range left. A row that
/// was not touched since is as the range left it.
struct StepRows {
    struct RowID: Hashable, Comparable {
        var table: String
        var rowid: Int64

        static func < (one: RowID, other: RowID) -> Bool { (one.table, one.rowid) < (other.table, other.rowid) }
    }

    /// A row at some moment; `nil` when it was not there.
    typealias Content = [RowValue]?

    /// By row, what it was before the range. A row whose values cannot be read is among `unreadable`.
    private(set) var before: [RowID: Content] = [:]
    /// What the range left, for rows that were touched since.
    private(set) var left: [RowID: Content] = [:]
    private(set) var unreadable: Set<RowID> = []

    /// - Throws: `ResultsError.tooLongAgo` when entries of the range, or behind it, are gone.
    /// - Complexity: O((*k* + *m*) log *k*), for *k* changes in the range and *m* since.
    init(of changes: Range<Int64>, named name: String, in db: Database) throws {
        guard !changes.isEmpty else { return }
        let log = "main.\(History.log)"
        let count = try Int64.fetchOne(
            db, sql: "SELECT count(*) FROM \(log) WHERE seq >= ?", arguments: [changes.lowerBound])
        let expected = try History.version(db) - changes.lowerBound + 1
        guard count == expected, changes.upperBound <= changes.lowerBound + expected else {
            throw ResultsError.tooLongAgo(name)
        }
        let range = "seq >= ? AND seq < ?"
        let bounds: StatementArguments = [changes.lowerBound, changes.upperBound]
        before = try contents(before: range, bounds, in: db)
        left = try contents(
            before: "seq >= ? AND (tbl, row) IN (SELECT tbl, row FROM \(log) WHERE \(range))",
            [changes.upperBound] + bounds, in: db)
    }

    /// What each row that some later entries touched was before the first of these.
    init(since sequence: Int64, in db: Database) throws {
        before = try contents(before: "seq > ?", [sequence], in: db)
    }

    private mutating func contents(
        before entries: String, _ arguments: StatementArguments, in db: Database
    ) throws -> [RowID: Content] {
        let log = "main.\(History.log)"
        let isUTF8 = try History.isUTF8(db)
        var contents: [RowID: Content] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT tbl, row, op, \(isUTF8 ? "CAST(old AS BLOB)" : "old"), seq FROM \(log)
                WHERE seq IN (SELECT min(seq) FROM \(log) WHERE \(entries) GROUP BY tbl, row)
                """, arguments: arguments)
        while let row = try rows.next() {
            guard let table = row.loggedText(0), let rowid = row.loggedInteger(1) else { continue }
            let id = RowID(table: table, rowid: rowid)
            if row.loggedText(2) == "insert" {
                contents[id] = .some(nil)
                continue
            }
            let bytes = isUTF8 ? row.loggedBytes(3) : row.loggedText(3).map { Array($0.utf8) }
            if let bytes, let values = try LoggedValues.read(bytes, in: db) {
                contents[id] = try Self.addingSigns(to: values, entry: row[4], in: db)
            } else {
                unreadable.insert(id)
            }
        }
        return contents
    }

    /// Values with each zero as the log of zeros has it.
    private static func addingSigns(to values: [RowValue], entry: Int64, in db: Database) throws -> [RowValue] {
        guard values.contains(.real(0)), try History.hasZeroLog(db) else { return values }
        var values = values
        let zeros = try db.cachedStatement(sql: "SELECT place, value FROM main.\(History.zeroLog) WHERE seq = ?")
        let rows = try Row.fetchCursor(zeros, arguments: [entry])
        while let row = try rows.next() {
            guard let place = row.loggedInteger(0).flatMap(Int.init(exactly:)), values.indices.contains(place) else {
                continue
            }
            let zero = RowValue(row[1], isText: false)
            if values[place] == .real(0), zero == .real(-0.0) { values[place] = zero }
        }
        return values
    }
}

extension Row {
    /// The bytes of a blob of the log; `nil` when there is none.
    fileprivate func loggedBytes(_ index: Int) -> [UInt8]? {
        Data.fromDatabaseValue(self[index] as DatabaseValue).map(Array.init)
    }
}
