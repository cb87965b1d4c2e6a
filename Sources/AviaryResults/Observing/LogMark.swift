import GRDB

/// The last entry of the log at one moment. It distinguishes the log from another log that has reached the same
/// sequence.
struct LogMark: Equatable {
    private let seq: Int64
    private let contents: [DatabaseValue]

    /// Creates a mark of the present log; `nil` when the log has no entries.
    init?(_ db: Database) throws {
        guard try History.exists(in: db) else { return nil }
        try self.init("ORDER BY seq DESC LIMIT 1", [], db)
    }

    private init?(_ condition: String, _ arguments: StatementArguments, _ db: Database) throws {
        // The first 1,000 bytes of a long value are enough for the comparison.
        let sql = """
            SELECT seq, tbl, row, op, columns, substr(CAST(old AS BLOB), 1, 1000) FROM main.\(History.log) \(condition)
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else { return nil }
        contents = Array(row.databaseValues)
        guard let seq = Int64.fromDatabaseValue(contents[0]) else { return nil }
        self.seq = seq
    }

    /// Returns whether the entry is still in the log, or may have been trimmed from it.
    func isKept(in db: Database) throws -> Bool {
        guard try History.exists(in: db) else { return false }
        if let entry = try LogMark("WHERE seq = ?", [seq], db) { return entry == self }
        let first = try Int64.fetchOne(db, sql: "SELECT min(seq) FROM main.\(History.log)")
        return try first.map { $0 > seq } ?? (History.version(db) >= seq)
    }
}
