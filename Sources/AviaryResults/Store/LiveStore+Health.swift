import GRDB

extension LiveStore {
    /// Checks that the store can be written, by a transaction that changes nothing.
    ///
    /// Like every change, the check writes an entry of the log and a receipt. Then it rolls them back. It reads the
    /// last row of each table with history. Then it commits the present value of `user_version`, the number that SQLite
    /// keeps for the app.
    ///
    /// - Throws: The reason why the store cannot be written: a full disk, a damaged file, a missing or read-only file,
    ///   or a log without any free number.
    /// - Complexity: O(*t* log *n*) for *t* tables with history.
    package func checkWriting() async throws {
        try await database.write { db in
            try db.inSavepoint {
                try db.writeAsChangesDo()
                return .rollback
            }
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }
}

extension Database {
    fileprivate func writeAsChangesDo() throws {
        if try History.exists(in: self) {
            try execute(
                sql: "INSERT INTO main.\(History.log)(tbl, row, op, columns) VALUES ('', 0, '', 0)")
            let tables = try String.fetchAll(
                self, sql: "SELECT DISTINCT tbl_name FROM main.sqlite_master WHERE \(History.isTrigger)")
            for table in tables {
                let shape = try TableShape(table, in: self)
                guard shape.kind == .table else { continue }
                let (name, rowid) = (shape.name.quotedDatabaseIdentifier, shape.rowid.quotedDatabaseIdentifier)
                let last = try Row.fetchCursor(
                    self, sql: "SELECT * FROM main.\(name) ORDER BY \(rowid) DESC LIMIT 1")
                while try last.next() != nil {}
            }
        }
        // In a store with an upstream, receipts come from the upstream. So none is written here.
        let isGuarded = try Bool.fetchOne(
            self,
            sql:
                "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE tbl_name = 'aviaryReceipt' AND \(StoreGuard.isTrigger))"
        )
        if try tableExists("aviaryReceipt"), isGuarded == false {
            try execute(sql: "INSERT INTO main.aviaryReceipt(name) VALUES (hex(randomblob(16)))")
        }
    }
}
