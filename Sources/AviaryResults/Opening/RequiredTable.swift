import GRDB

/// The parts of a table that a program needs. Another program may have altered the table, so `StoreFile` checks them
/// when it opens a store.
public struct RequiredTable: Hashable, Sendable {
    /// The name of a table or a view, in upper or lower case.
    public var name: String
    /// The column that has to be the primary key by itself. In a view it only has to exist.
    public var key: String
    /// The other columns that the program reads or writes, in upper or lower case.
    public var columns: [String]

    /// Creates a description of the parts of a table that a program needs.
    ///
    /// - Parameters:
    ///   - name: The name of a table or a view, in upper or lower case.
    ///   - key: The column that has to be the primary key by itself.
    ///   - columns: The other columns that the program reads or writes. The table may have more.
    public init(_ name: String, key: String = "id", columns: [String]) {
        self.name = name
        self.key = key
        self.columns = columns
    }

    /// The table that `Receipts.install(in:)` creates.
    public static let receipts = RequiredTable("aviaryReceipt", key: "seq", columns: ["name"])
}

/// The first difference between the tables of a store and the tables that its program needs: a table or a column is
/// missing, or another column is the primary key.
public struct ShapeFault: Error, Hashable, CustomStringConvertible {
    /// A sentence that names the table and the column.
    public let description: String
}

extension StoreFile {
    private static let history = "aviaryHistory"

    /// Checks that a store that has been through all migrations still has the tables and columns that the program
    /// needs.
    func checkShape(_ db: Database) throws {
        for table in tables { try Self.check(table.name, [table.key] + table.columns, db) }
        // If the log's table is missing, every trigger that writes to it fails, and so does every change of a row.
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
