import GRDB

extension History {
    /// Installs the history of each table anew that has changed since, or has got triggers of the program's since.
    ///
    /// SQLite fires the newest of a table's triggers first, and so these have to be. Else what another trigger writes is
    /// logged before the change that fired it, and the first entry of a row does not have what was before.
    ///
    /// - Returns: Whether the schema is another one.
    /// - Throws: What ends the transaction. A table whose history cannot be installed is left as it is.
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
