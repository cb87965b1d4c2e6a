import GRDB

/// The opposite of a range of the log: for each row it touched, what the row was before.
///
/// A row may be brought back when it is now as the range left it. Nobody touched it since, or whoever did, a later step
/// that was itself taken back for instance, put it back: the first entry behind the range knows what the range left.
struct HistoryInverse {
    /// A row at some moment: its values as a list of SQL literals, `nil` when it was not there.
    private typealias Content = String?

    private let name: String
    /// What the rows of each table were before the range.
    private var before: [String: [Int64: Content]] = [:]
    /// What the range left, for rows that were touched since.
    private var left: [String: [Int64: Content]] = [:]

    /// - Complexity: O((*k* + *m*) log *k*), for *k* changes in the range and *m* since.
    init(of changes: ClosedRange<Int64>, named name: String, in db: Database) throws {
        self.name = name
        let first = try Int64.fetchOne(db, sql: "SELECT min(seq) FROM \(History.log)")
        guard let first, first <= changes.lowerBound else { throw ResultsError.tooLongAgo(name) }
        let range = "seq BETWEEN ? AND ?"
        let bounds: StatementArguments = [changes.lowerBound, changes.upperBound]
        before = try Self.contents(before: range, bounds, in: db)
        left = try Self.contents(
            before: "seq > ? AND (tbl, row) IN (SELECT tbl, row FROM \(History.log) WHERE \(range))",
            [changes.upperBound] + bounds, in: db)
    }

    /// What each row was before the first of some entries.
    private static func contents(
        before entries: String, _ arguments: StatementArguments, in db: Database
    ) throws -> [String: [Int64: Content]] {
        var contents: [String: [Int64: Content]] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT tbl, row, op, old FROM \(History.log)
                WHERE seq IN (SELECT min(seq) FROM \(History.log) WHERE \(entries) GROUP BY tbl, row)
                """, arguments: arguments)
        while let row = try rows.next() {
            guard let table = row.loggedText(0), let id = row.loggedInteger(1) else { continue }
            let wasThere = row.loggedText(2) != "insert"
            contents[table, default: [:]].updateValue(wasThere ? row.loggedText(3) : nil, forKey: id)
        }
        return contents
    }

    /// Brings the rows back. First what was not there goes, so that its place is free.
    func apply(_ db: Database) throws -> UndoOutcome {
        // A child may come back before its parent; at the commit both have to be there.
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        var outcome = UndoOutcome(name: name, restored: 0, conflicting: 0)
        for (name, before) in before {
            let shape = try TableShape(name, in: db)
            let conflicts = try conflicts(in: shape, db)
            var absent: [Int64] = []
            var present: [Int64: String] = [:]
            for (id, content) in before where !conflicts.contains(id) {
                if let content { present[id] = content } else { absent.append(id) }
            }
            let restored = try Self.delete(absent, of: shape, in: db) + restore(present, of: shape, in: db)
            outcome.restored += restored
            outcome.conflicting += before.count - restored
        }
        return outcome
    }

    /// The rows that are not now as the range left them.
    private func conflicts(in shape: TableShape, _ db: Database) throws -> Set<Int64> {
        guard let left = left[shape.name] else { return [] }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(shape.quotedRowid), \(History.values(of: shape, row: nil)) FROM \(shape.quotedName)
                WHERE \(shape.quotedRowid) IN (SELECT value FROM json_each(?))
                """, arguments: [Self.json(left.keys)])
        var now: [Int64: String] = [:]
        while let row = try rows.next() {
            if let id = row.loggedInteger(0) { now[id] = row.loggedText(1) }
        }
        return Set(left.filter { id, content in content != now[id] }.keys)
    }

    private static func json(_ rows: some Collection<Int64>) -> String {
        "[\(rows.map(String.init).joined(separator: ","))]"
    }

    /// - Returns: How many are gone: all of them, those included that were already.
    private static func delete(_ rows: [Int64], of shape: TableShape, in db: Database) throws -> Int {
        try db.execute(
            sql: "DELETE FROM \(shape.quotedName) WHERE \(shape.quotedRowid) IN (SELECT value FROM json_each(?))",
            arguments: [json(rows)])
        return rows.count
    }

    /// - Throws: `ResultsError.tooLongAgo` when columns were dropped since. Those that were added keep what they have.
    private func restore(_ rows: [Int64: String], of shape: TableShape, in db: Database) throws -> Int {
        guard let content = rows.first?.value else { return 0 }
        let columnCount = try db.makeStatement(sql: "VALUES (\(content))").columnCount
        let written = shape.columns.filter { !$0.isGenerated }.prefix(columnCount)
        guard written.count == columnCount else { throw ResultsError.tooLongAgo(name) }
        let names = written.map { $0.name.quotedDatabaseIdentifier }.joined(separator: ", ")
        let there = try Set(
            Int64.fetchAll(
                db,
                sql: """
                    SELECT \(shape.quotedRowid) FROM \(shape.quotedName)
                    WHERE \(shape.quotedRowid) IN (SELECT value FROM json_each(?))
                    """, arguments: [Self.json(rows.keys)]))
        var restored = 0
        for id in there.sorted() {
            guard let old = rows[id] else { continue }
            try db.execute(
                sql: "UPDATE OR IGNORE \(shape.quotedName) SET (\(names)) = (\(old)) WHERE \(shape.quotedRowid) = \(id)"
            )
            restored += db.changesCount
        }
        // What is gone comes back a few hundred rows a statement: parsing them is what costs.
        let gone = rows.filter { !there.contains($0.key) }.sorted { $0.key < $1.key }
        let columns = shape.rowidColumn == nil ? "\(shape.quotedRowid), \(names)" : names
        for start in stride(from: 0, to: gone.count, by: 200) {
            let values = gone[start..<min(start + 200, gone.count)].map { id, old in
                shape.rowidColumn == nil ? "(\(id), \(old))" : "(\(old))"
            }
            try db.execute(
                sql: "INSERT OR IGNORE INTO \(shape.quotedName) (\(columns)) VALUES \(values.joined(separator: ", "))")
            restored += db.changesCount
        }
        return restored
    }
}

extension TableShape {
    fileprivate var quotedName: String { name.quotedDatabaseIdentifier }
    fileprivate var quotedRowid: String { rowid.quotedDatabaseIdentifier }
}
