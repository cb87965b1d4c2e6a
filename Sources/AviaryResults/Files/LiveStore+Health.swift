import GRDB

extension LiveStore {
    /// Checks that the store can be written, by a transaction that changes nothing: it sets `user_version`, the number
    /// that SQLite keeps for the app, to its present value.
    ///
    /// - Throws: The reason why the store cannot be written: a full disk, a file that is gone or read-only.
    public func checkWriting() async throws {
        try await database.write { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }
}
