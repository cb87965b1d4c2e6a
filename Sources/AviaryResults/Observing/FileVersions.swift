import GRDB

/// SQLite's version numbers of a database at the last look. Another number means that the database was changed.
struct FileVersions {
    private var schema: Int64?
    private var data: Int64?
    /// The data versions of attached databases, by the names of the databases.
    private var attached: [String: Int64] = [:]

    /// Returns whether another connection has committed since the last call; `false` for the first call.
    ///
    /// - Parameter isAttachedRead: `true` to count commits to attached databases. A database that was attached since
    ///   the last call also counts.
    mutating func haveOthersCommitted(_ db: Database, inAttached isAttachedRead: Bool) throws -> Bool {
        let version = try Self.data(db)
        let attached = isAttachedRead ? try Self.attached(db) : [:]
        defer { (data, self.attached) = (version, attached) }
        return data != nil && (data != version || attached != self.attached)
    }

    /// Returns whether another connection has committed to the main database since the last call of
    /// `haveOthersCommitted`.
    func hasMissedCommits(_ db: Database) -> Bool { (try? Self.data(db)) != data }

    /// Returns whether any connection has changed the schema since the last call; `false` for the first call.
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

    /// Returns a number that changes when another connection commits. A transaction sees the number of the state that
    /// it reads.
    private static func data(_ db: Database) throws -> Int64? { try db.integer("PRAGMA data_version") }
}
