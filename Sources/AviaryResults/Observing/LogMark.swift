import GRDB

/// The last entry of the log at one moment. It tells the log from another one that has come to the same sequence since.
struct LogMark: Equatable {
    private let seq: Int64
    private let contents: [DatabaseValue]

    /// Of the log as it is; `nil` when it has no entries.
    init?(_ db: Database) throws {
        guard try History.exists(in: db) else { return nil }
        try self.init("ORDER BY seq DESC LIMIT 1", [], db)
    }

    private init?(_ condition: String, _ arguments: StatementArguments, _ db: Database) throws {
        // Of a long value the first part is enough.
        let sql = """
            SELECT seq, tbl, row, op, columns, substr(CAST(old AS BLOB), 1, 1000) FROM main.\(History.log) \(condition)
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else { return nil }
        contents = Array(row.databaseValues)
        guard let seq = Int64.fromDatabaseValue(contents[0]) else { return nil }
        self.seq = seq
    }

    /// Whether the entry is still in the log, or may have been trimmed from it.
    func isKept(in db: Database) throws -> Bool {
        guard try History.exists(in: db) else { return false }
        if let entry = try LogMark("WHERE seq = ?", [seq], db) { return entry == self }
        let first = try Int64.fetchOne(db, sql: "SELECT min(seq) FROM main.\(History.log)")
        return try first.map { $0 > seq } ?? (History.version(db) >= seq)
    }
}
