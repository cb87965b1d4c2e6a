import GRDB
import Logging

extension History {
    /// Makes the history triggers of a table anew when they may be out of date. There are three cases: the schema of the
    /// table has changed, another trigger of the table is newer, or all history triggers were dropped.
    ///
    /// SQLite fires the newest trigger of a table first, and history needs to be first. If another trigger fires first,
    /// its writes are logged before the change that fired it. Then the first entry of a row does not have the original
    /// values.
    ///
    /// - Parameter noteLost: Called with each table whose triggers another program had dropped.
    /// - Returns: `true` when the schema has changed.
    /// - Throws: An error that ends the transaction, or SQLite's error when the schema cannot be read. A table whose
    ///   history cannot be installed is left as it is.
    static func renew(in db: Database, noteLost: (String) -> Void = { _ in }) throws -> Bool {
        guard try exists(in: db) else { return false }
        var isRenewed = try restoreLost(in: db, note: noteLost)
        for table in try outdated(in: db) where try reinstall(on: table, in: db) { isRenewed = true }
        return isRenewed
    }

    /// Makes the history triggers anew for each listed table that has none. Makes the list first if it is missing.
    ///
    /// - Parameter note: Called with each table whose triggers were made.
    /// - Returns: `true` when the schema has changed.
    /// - Throws: An error that ends the transaction.
    static func restoreLost(in db: Database, note: (String) -> Void) throws -> Bool {
        var isRestored = try listTables(in: db)
        for table in try lost(in: db) where try reinstall(on: table, in: db) {
            isRestored = true
            note(table)
        }
        return isRestored
    }

    /// Returns whether `restoreLost` has work: a listed table has no history triggers, or the list is missing. `false`
    /// without a log.
    static func hasLost(in db: Database) throws -> Bool {
        guard try exists(in: db) else { return false }
        return try !hasTable(tables, in: db) || !lost(in: db).isEmpty
    }

    /// - Returns: `false` when the history cannot be installed. Then nothing has changed.
    /// - Throws: An error that ends the transaction.
    private static func reinstall(on table: String, in db: Database) throws -> Bool {
        do {
            try db.inSavepoint {
                try install(on: table, in: db)
                return .commit
            }
            return true
        } catch {
            guard db.isInsideTransaction else { throw error }
            return false
        }
    }

    /// Makes the list of logged tables, which older stores do not have.
    ///
    /// - Returns: `true` when the store had none.
    /// - Throws: An error that ends the transaction.
    @discardableResult
    static func listTables(in db: Database) throws -> Bool {
        guard try !hasTable(tables, in: db) else { return false }
        try writeList(
            "CREATE TABLE main.\(tables) (name TEXT COLLATE NOCASE PRIMARY KEY) WITHOUT ROWID", in: db)
        try writeList(
            "INSERT INTO main.\(tables) SELECT DISTINCT tbl_name FROM main.sqlite_master WHERE \(isTrigger)", in: db)
        return true
    }

    /// Changes the list of logged tables. If the statement fails, the list stays as it is. This happens when another
    /// program has changed the columns of the list. History works without the list.
    ///
    /// - Throws: An error that ends the transaction.
    static func writeList(_ sql: String, _ arguments: StatementArguments = [], in db: Database) throws {
        do { try db.execute(sql: sql, arguments: arguments) } catch {
            guard db.isInsideTransaction else { throw error }
        }
    }

    /// The listed tables that have no history trigger, but can have one.
    private static func lost(in db: Database) throws -> [String] {
        let names = try? String.fetchAll(
            db,
            sql: """
                SELECT name FROM main.\(tables) AS listed WHERE typeof(name) = 'text' AND NOT EXISTS (
                    SELECT 1 FROM main.sqlite_master WHERE \(isTrigger) AND tbl_name = listed.name COLLATE NOCASE)
                """)
        return (names ?? []).filter { name in
            let shape = try? TableShape(name, in: db)
            return shape?.kind == .table && shape?.hasOpaqueUniqueIndex == false
        }
    }

    /// Returns whether the history triggers of a table fire before its other triggers. Otherwise the first entry of a row
    /// may not have the original values. Temporary triggers fire before all others.
    static func isFirst(on shape: TableShape, in db: Database) throws -> Bool {
        let isOfTable = "type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE"
        let sql = """
            SELECT min(rowid) FILTER (WHERE \(isTrigger)) > ifnull(max(rowid) FILTER (WHERE \(isOtherTrigger)), 0)
              AND NOT EXISTS (SELECT 1 FROM temp.sqlite_master WHERE \(isOfTable))
            FROM main.sqlite_master WHERE \(isOfTable)
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [shape.name]) ?? false
    }

    private static func outdated(in db: Database) throws -> [String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT tbl_name, min(rowid) FILTER (WHERE \(isTrigger)), max(rowid) FILTER (WHERE \(isOtherTrigger))
                FROM main.sqlite_master WHERE type = 'trigger' GROUP BY tbl_name COLLATE NOCASE HAVING max(\(isTrigger))
                """)
        return try rows.compactMap { row in
            let (name, own, other) = (row[0] as String, row[1] as Int64, row[2] as Int64?)
            let shape = try TableShape(name, in: db)
            guard shape.kind == .table, !shape.hasOpaqueUniqueIndex, try isNamed(by: shape, in: db) else { return nil }
            let isExact = try coverage(of: shape, in: db) == .columns
            return isExact && own > other ?? 0 ? nil : shape.name
        }
    }
}

extension Logger {
    /// Warns that another program has dropped the history of a table.
    func note(lostHistory table: String) {
        warning(
            """
            Another program has dropped the triggers of the history. They were made anew. Earlier changes of the table \
            can't be undone
            """, metadata: ["table": "\(table)"])
    }
}
