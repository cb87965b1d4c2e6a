import GRDB

extension LiveStore {
    /// Writes to the store and changes nothing: the version that SQLite keeps for the app is set to what it is.
    ///
    /// - Throws: What keeps the store from being written: a full disk, a file that is gone or may only be read.
    public func checkWriting() async throws {
        try await database.write { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }
}
