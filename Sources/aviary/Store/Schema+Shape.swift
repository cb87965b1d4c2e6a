import AviaryColors
import GRDB

/// What of a store differs from the tables that `docs/SCHEMA.md` describes, so that the gallery cannot be shown.
struct ShapeFault: Error, Hashable, CustomStringConvertible {
    let description: String
}

extension Schema {
    /// The columns that the gallery reads or writes, by their tables.
    private static let columns: [(table: String, columns: [String])] = [
        ("color", ["id"] + SRGB.columns + ["createdAt"]),
        ("palette", ["id", "name", "position"]),
        ("swatch", ["id", "name"] + SRGB.columns + ["palette", "position"]),
        ("aviaryReceipt", ["seq", "name"]),
    ]
    private static let history = "aviaryHistory"

    /// Looks whether a store that has been through all migrations still has their tables. Other programs may alter them.
    static func checkShape(_ db: Database) throws {
        for (table, columns) in columns { try check(table, columns, db) }
        // Without the log's table each trigger that writes to it fails, and with it every change of a color.
        let isLogged = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM sqlite_master
                WHERE (type = 'trigger' AND name LIKE '\(history)\\_%' ESCAPE '\\') OR name = '\(history)')
                """)
        if isLogged == true { try check(history, ["seq", "tbl", "row", "op", "columns", "old"], db) }
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
