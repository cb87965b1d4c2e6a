import GRDB

/// The numbers by which SQLite tells that a database was changed, as they were when they were last looked at.
struct FileVersions {
    private var schema: Int64?
    private var data: Int64?

    /// Whether another connection has committed since the last call; `false` for the first one.
    mutating func haveOthersCommitted(_ db: Database) throws -> Bool {
        let version = try Self.data(db)
        defer { data = version }
        return data != nil && data != version
    }

    /// Whether `haveOthersCommitted` would say so.
    func hasMissedCommits(_ db: Database) -> Bool { (try? Self.data(db)) != data }

    /// Whether the schema changed since the last call, by whomever; `false` for the first one.
    mutating func hasChangedSchema(_ db: Database) -> Bool {
        guard let version = try? db.integer("PRAGMA schema_version") else { return true }
        defer { schema = version }
        return schema != nil && schema != version
    }

    /// Begins with another database.
    mutating func restart(_ db: Database) {
        data = try? Int64.fetchOne(db, sql: "PRAGMA data_version")
        schema = try? Int64.fetchOne(db, sql: "PRAGMA schema_version")
    }

    /// Changes for others' commits only, as far as the transaction at hand sees them.
    private static func data(_ db: Database) throws -> Int64? { try db.integer("PRAGMA data_version") }
}
