import GRDB

/// What a program needs of a table: other programs may have altered it.
public struct RequiredTable: Hashable, Sendable {
    public var name: String
    /// The column that has to be its primary key.
    public var key: String
    /// The other columns that the program reads or writes.
    public var columns: [String]

    public init(_ name: String, key: String = "id", columns: [String]) {
        self.name = name
        self.key = key
        self.columns = columns
    }

    /// The table of `Receipts`.
    public static let receipts = RequiredTable("aviaryReceipt", key: "seq", columns: ["name"])
}

/// What of a store differs from the tables that its program needs.
public struct ShapeFault: Error, Hashable, CustomStringConvertible {
    public let description: String
}

extension StoreFile {
    private static let history = "aviaryHistory"

    /// Looks whether a store that has been through all migrations still has their tables.
    func checkShape(_ db: Database) throws {
        for table in tables { try Self.check(table.name, [table.key] + table.columns, db) }
        // Without the log's table each trigger that writes to it fails, and with it every change of a row.
        let isLogged = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM sqlite_master
                WHERE (type = 'trigger' AND name LIKE '\(Self.history)\\_%' ESCAPE '\\') OR name = '\(Self.history)')
                """)
        if isLogged == true { try Self.check(Self.history, ["seq", "tbl", "row", "op", "columns", "old"], db) }
    }

    private static func check(_ table: String, _ columns: [String], _ db: Database) throws {
        let kind = try String.fetchOne(
            db, sql: "SELECT type FROM sqlite_master WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')",
            arguments: [table])
        guard let kind else { throw ShapeFault(description: "It has no table \(table).") }
        let rows = try Row.fetchAll(db, sql: "SELECT lower(name), pk FROM pragma_table_xinfo(?)", arguments: [table])
        let found = Set(rows.compactMap { String.fromDatabaseValue($0[0]) })
        for column in columns where !found.contains(column.lowercased()) {
            throw ShapeFault(description: "Its table \(table) has no column \(column).")
        }
        let keys = rows.filter { $0[1] as DatabaseValue != 0.databaseValue }
            .compactMap { String.fromDatabaseValue($0[0]) }
        if kind == "table", keys != [columns[0]] {
            throw ShapeFault(description: "In its table \(table) the column \(columns[0]) is not the primary key.")
        }
    }
}
