import GRDB

/// A table in the app's SQLite schema.
struct LocalTable {
    struct Column {
        var name: String
        /// The declared type, in capitals.
        var type: String
        var isNotNull: Bool
        /// An SQL expression.
        var defaultValue: String?

        /// `true` when SQLite converts texts to numbers in the column, by its rules for type names.
        var prefersNumbers: Bool {
            type.contains("INT")
                || !type.isEmpty && !["CHAR", "CLOB", "TEXT", "BLOB"].contains { type.contains($0) }
        }
    }

    struct Index {
        var name: String
        /// The columns in order; `nil` for an expression.
        var columns: [(name: String?, collation: String)]
        var isPartial: Bool
    }

    var name: String
    /// The column that is the rowid.
    var key: String
    /// The columns, the key first, without generated columns.
    var columns: [Column]
    var uniqueIndexes: [Index]
    /// The foreign keys: the referenced table, and the columns of both tables.
    var foreignKeys: [(parent: String, columns: [String], parentColumns: [String?])]

    /// - Throws: `FeedError.cannotFollow` when the table does not exist, or has no integer primary key.
    init(_ name: String, in db: Database) throws {
        guard try db.tableExists(name) else {
            throw FeedError.cannotFollow(table: name, "the app has no such table")
        }
        guard let key = try db.primaryKey(name).rowIDColumn else {
            throw FeedError.cannotFollow(table: name, "its key is not one integer column, INTEGER PRIMARY KEY")
        }
        let quoted = name.quotedDatabaseIdentifier
        let info = try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(quoted))")
        let columns = info.filter { ($0["hidden"] as Int) == 0 }.map { row in
            Column(
                name: row["name"], type: (row["type"] as String? ?? "").uppercased(),
                isNotNull: (row["notnull"] as Int) != 0, defaultValue: row["dflt_value"])
        }
        self.name = name
        self.key = key
        self.columns = columns.filter { $0.name == key } + columns.filter { $0.name != key }
        let indexes = try Row.fetchAll(db, sql: "PRAGMA main.index_list(\(quoted))")
        uniqueIndexes = try indexes.filter { ($0["unique"] as Int) == 1 && ($0["origin"] as String) != "pk" }
            .map { row in
                let index: String = row["name"]
                let parts = try Row.fetchAll(
                    db, sql: "PRAGMA main.index_xinfo(\(index.quotedDatabaseIdentifier))"
                ).filter { ($0["key"] as Int) == 1 }
                return Index(
                    name: index, columns: parts.map { ($0["name"], $0["coll"] as String? ?? "BINARY") },
                    isPartial: (row["partial"] as Int) == 1)
            }
        let keys = try Row.fetchAll(db, sql: "PRAGMA main.foreign_key_list(\(quoted))")
        foreignKeys = Dictionary(grouping: keys) { $0["id"] as Int }.sorted { $0.key < $1.key }.map { _, rows in
            let rows = rows.sorted { ($0["seq"] as Int) < ($1["seq"] as Int) }
            return (rows[0]["table"], rows.map { $0["from"] }, rows.map { $0["to"] })
        }
    }
}
