import Foundation
public import GRDB

/// Random transactions on one table: inserts, deletes, updates of columns, changes of rowids, REPLACE, several
/// statements at once, savepoints and rollbacks.
///
/// Most transactions change one row or a few; some change thousands. The number of rows goes up and down between 0 and
/// `maximumRows`, and is small most of the time. The same seed makes the same edits of the same table.
public struct RandomEdits: Sendable {
    /// The error that rolls back a transaction on purpose.
    public struct Rollback: Error {}

    /// The name of the table, as in unquoted SQL. Its primary key is the integer column `id`.
    var table: String
    /// Columns that get random values of every storage class, many of them equal.
    var columns: [String]
    /// The greatest number of rows.
    var maximumRows: Int
    /// How many of a hundred edits of a row change its rowid, at most 6.
    public var rowidChanges = 3.0
    /// How many of a hundred transactions change the wanted number of rows.
    public var countChanges = 0.3
    /// How many of a hundred transactions edit rows of the whole table by one statement.
    public var wideEdits = 0.05
    /// The source of all random choices. Its seed makes a failure repeatable.
    var generator: SeededGenerator
    private var wantedRows = 20
    private var rows = 0

    /// Edits of a table that is empty at first.
    ///
    /// - Parameters:
    ///   - table: The name of a table whose primary key is the integer column `id`.
    ///   - columns: Columns that can hold values of every storage class.
    ///   - maximumRows: The greatest number of rows that the table has at a time.
    ///   - seed: The same seed makes the same edits of the same table.
    public init(table: String, columns: [String], maximumRows: Int = 5000, seed: UInt64) {
        self.table = table
        self.columns = columns
        self.maximumRows = maximumRows
        generator = SeededGenerator(seed: seed)
    }

    /// Makes the edits of one transaction.
    ///
    /// - Throws: `Rollback` to roll the transaction back; the caller should ignore this error. Any other error comes
    ///   from SQLite.
    /// - Complexity: O(log *n*) for most transactions, O(*n*) for a few.
    public mutating func perform(in db: Database) throws {
        let earlier = rows
        do {
            try edit(db)
            if generator.chance(3) { throw Rollback() }
        } catch {
            rows = earlier
            throw error
        }
    }

    private mutating func edit(_ db: Database) throws {
        if generator.chance(countChanges) {
            wantedRows = generator.skewed(upTo: maximumRows)
            if generator.chance(20) {
                while rows < wantedRows { try insert(db) }
                return
            }
        }
        if generator.chance(wideEdits) { return try editMany(db) }
        for _ in 0..<(generator.chance(70) ? 1 : generator.skewed(upTo: generator.chance(1) ? 500 : 8)) {
            if generator.chance(4) {
                let earlier = rows
                let keeps = generator.chance(50)
                try db.inSavepoint {
                    try editOne(db)
                    try editOne(db)
                    return keeps ? .commit : .rollback
                }
                if !keeps { rows = earlier }
            } else {
                try editOne(db)
            }
        }
    }

    /// Edits many rows, mostly by one statement.
    private mutating func editMany(_ db: Database) throws {
        let column = quoted(columns.randomElement(using: &generator) ?? "id")
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: try db.execute(sql: "UPDATE \(table) SET \(column) = ? WHERE id % 3 = 0", arguments: [value()])
        case 1: try db.execute(sql: "UPDATE \(table) SET \(column) = id % 50 WHERE id % 2 = 0")
        case 2: try db.execute(sql: "DELETE FROM \(table) WHERE id % 4 <> 1")
        default:
            for _ in 0..<generator.skewed(upTo: maximumRows) where rows < maximumRows { try insert(db) }
        }
        rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    private mutating func editOne(_ db: Database) throws {
        let grows = rows < wantedRows ? 45.0 : 15
        if rows == 0 || (generator.chance(grows) && rows < maximumRows) { return try insert(db) }
        guard let id = try someRow(db) else { return }
        let column = quoted(columns.randomElement(using: &generator) ?? "id")
        switch Double.random(in: 0..<100, using: &generator) {
        case ..<(rows > wantedRows ? 50 : 15):
            try run("DELETE FROM \(table) WHERE id = ?", [id], db)
            rows -= 1
        case ..<90: try run("UPDATE \(table) SET \(column) = ? WHERE id = ?", [value(), id], db)
        case ..<94:
            // An update that changes nothing comes first, then changes of two columns.
            try run("UPDATE \(table) SET \(column) = \(column) WHERE id = ?", [id], db)
            for column in columns.prefix(2) {
                try run("UPDATE \(table) SET \(quoted(column)) = ? WHERE id = ?", [value(), id], db)
            }
        case ..<(94 + rowidChanges):
            try run("UPDATE \(table) SET id = (SELECT max(id) FROM \(table)) + 1 WHERE id = ?", [id], db)
        default: try run("REPLACE INTO \(table)(id, \(column)) VALUES (?, ?)", [id, value()], db)
        }
    }

    private mutating func insert(_ db: Database) throws {
        let names = columns.map(quoted).joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let values = columns.map { _ in value() }
        try run("INSERT INTO \(table)(\(names)) VALUES (\(marks))", StatementArguments(values), db)
        rows += 1
    }

    private mutating func someRow(_ db: Database) throws -> Int64? {
        guard let last = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM \(table)")), last > 0 else {
            return nil
        }
        return try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM \(table) WHERE id >= ? ORDER BY id LIMIT 1"),
            arguments: [Int64.random(in: 1...last, using: &generator)])
    }

    /// A random value of any storage class, from a small range so that many values are equal.
    mutating func value() -> DatabaseValue {
        let small = Int64.random(in: -20...20, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return .null
        case 1, 2: return small.databaseValue
        case 3: return (Double(small) / 2).databaseValue
        case 4: return (Int64.max - abs(small)).databaseValue
        case 5: return (9_223_372_036_854_775_807.0).databaseValue
        case 6, 7:
            return ["a", "B", "b", "b ", "aardvark", "aardwolf", "Aardvark", "é", ""][Int(small + 20) % 9].databaseValue
        case 8: return "longer text \(small)".databaseValue
        default: return Data([1, 0, UInt8(small + 20), 0, 0, 0, 7].prefix(Int(small + 20) % 8)).databaseValue
        }
    }

    private func run(_ sql: String, _ arguments: StatementArguments, _ db: Database) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    private func quoted(_ column: String) -> String { column.quotedDatabaseIdentifier }
}
