import GRDB

/// The action of a foreign key in a child table when the parent row is deleted, or gets another key.
struct ForeignKeyAction {
    private let child: String
    /// Pairs of a column of the child and the column of the parent that it refers to.
    private let columns: [(from: String, to: String)]
    private let actsOnDelete: Bool
    private let actsOnUpdate: Bool

    /// Returns the actions of foreign keys that refer to a table, except in child tables whose changes are logged.
    static func all(on parent: String, without logged: Set<String>, in db: Database) throws -> [ForeignKeyAction] {
        guard try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") ?? false else { return [] }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT child.name, key.id, key."from", key."to", key.on_delete, key.on_update
                FROM main.sqlite_master AS child, pragma_foreign_key_list(child.name, 'main') AS key
                WHERE child.type = 'table' AND key."table" = ? COLLATE NOCASE ORDER BY child.name, key.id, key.seq
                """, arguments: [parent])
        let primaryKey = try Row.fetchAll(db, sql: "PRAGMA main.table_info(\(parent.quotedDatabaseIdentifier))")
            .filter { ($0["pk"] as Int) > 0 }.sorted { ($0["pk"] as Int) < ($1["pk"] as Int) }.map {
                $0["name"] as String
            }
        let keys = Dictionary(grouping: rows) { "\($0[0] as String) \($0[1] as Int)" }
        return keys.sorted { $0.key < $1.key }.compactMap { _, rows in
            let child: String = rows[0][0]
            guard !logged.contains(child) else { return nil }
            let columns = rows.enumerated().compactMap { index, row in
                ((row[3] as String?) ?? (primaryKey.indices.contains(index) ? primaryKey[index] : nil))
                    .map { (from: row[2] as String, to: $0) }
            }
            func acts(_ action: String) -> Bool { !["NO ACTION", "RESTRICT"].contains(action) }
            return ForeignKeyAction(
                child: child, columns: columns, actsOnDelete: acts(rows[0][4]), actsOnUpdate: acts(rows[0][5]))
        }
    }

    /// Returns whether deleting a row of a table with history may delete or change rows of another table with history.
    static func cascade(within logged: Set<String>, in db: Database) throws -> Bool {
        try logged.contains { parent in
            try all(on: parent, without: [], in: db).contains { $0.actsOnDelete && logged.contains($0.child) }
        }
    }

    /// Returns whether the action would change any rows if `change` is made.
    func finds(_ change: RowChange, _ table: TableRows, in db: Database) throws -> Bool {
        guard change.after == nil ? actsOnDelete : actsOnUpdate else { return false }
        if let before = change.before, let after = change.after {
            let changed = Set(
                change.columns.indices.filter { before[$0] != after[$0] }.map { change.columns[$0].lowercased() })
            guard columns.contains(where: { changed.contains($0.to.lowercased()) }) else { return false }
        }
        let isSame = columns.map {
            "parent.\($0.to.quotedDatabaseIdentifier) = child.\($0.from.quotedDatabaseIdentifier)"
        }
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM main.\(change.table.quotedDatabaseIdentifier) AS parent
                JOIN main.\(child.quotedDatabaseIdentifier) AS child ON \(isSame.joined(separator: " AND "))
                WHERE parent.\(table.shape.rowid.quotedDatabaseIdentifier) = ?)
                """, arguments: [change.rowid]) ?? false
    }
}
