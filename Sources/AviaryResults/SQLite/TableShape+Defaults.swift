import GRDB

extension TableShape.Column {
    /// Returns the value of the column in rows that are older than the column: its default.
    ///
    /// SQLite converts a default by the type of its column: `DEFAULT 0` is a text in a TEXT column. So an empty
    /// database in memory computes the value. It can be written, and has none of the program's functions.
    ///
    /// - Returns: NULL without a default, and for a default that is not a literal.
    func valueOfEarlierRows() throws -> DatabaseValue {
        guard let defaultValue else { return .null }
        let type = type.isEmpty ? "" : type.quotedDatabaseIdentifier
        return try DatabaseQueue().write { db -> DatabaseValue in
            let table = "CREATE TABLE thing (value \(type) DEFAULT \(defaultValue)\n)"
            guard let statement = try? db.makeStatement(sql: table) else { return .null }
            try statement.execute()
            try db.execute(sql: "INSERT INTO thing DEFAULT VALUES")
            return try DatabaseValue.fetchOne(db, sql: "SELECT value FROM thing") ?? .null
        }
    }
}
