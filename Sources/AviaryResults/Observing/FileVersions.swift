import GRDB

/// The numbers by which SQLite tells that a database was changed, as they were when they were last looked at.
struct FileVersions {
    private var schema: Int64?
    private var data: Int64?
    /// By the name of an attached database.
    private var attached: [String: Int64] = [:]

    /// Whether another connection has committed since the last call; `false` for the first one.
    ///
    /// - Parameter isAttachedRead: Whether commits to attached databases count. A database that was attached since counts.
    mutating func haveOthersCommitted(_ db: Database, inAttached isAttachedRead: Bool) throws -> Bool {
        let version = try Self.data(db)
        let attached = isAttachedRead ? try Self.attached(db) : [:]
        defer { (data, self.attached) = (version, attached) }
        return data != nil && (data != version || attached != self.attached)
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

    private static func attached(_ db: Database) throws -> [String: Int64] {
        let names = try String.fetchAll(db.cachedStatement(sql: "SELECT name FROM pragma_database_list WHERE seq > 1"))
        return try Dictionary(
            names.map { name in
                (name, try db.integer("PRAGMA \(name.quotedDatabaseIdentifier).data_version") ?? 0)
            }
        ) { first, _ in first }
    }

    /// Changes for others' commits only, as far as the transaction at hand sees them.
    private static func data(_ db: Database) throws -> Int64? { try db.integer("PRAGMA data_version") }
}
