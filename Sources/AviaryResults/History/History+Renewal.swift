import GRDB

extension History {
    /// Reinstalls the history of each table that has changed since, or that has got new triggers of the program.
    ///
    /// SQLite fires the newest trigger of a table first, and history needs to be first. Otherwise the writes of another
    /// trigger are logged before the change that fired it, and the first entry of a row has no longer the original
    /// values.
    ///
    /// - Returns: `true` when the schema has changed.
    /// - Throws: An error that ends the transaction. A table whose history cannot be installed is left as it is.
    static func renew(in db: Database) throws -> Bool {
        guard try exists(in: db) else { return false }
        var isRenewed = false
        for table in try outdated(in: db) {
            do {
                try db.inSavepoint {
                    try install(on: table, in: db)
                    return .commit
                }
                isRenewed = true
            } catch {
                guard db.isInsideTransaction else { throw error }
            }
        }
        return isRenewed
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
