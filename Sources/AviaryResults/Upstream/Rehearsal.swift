import GRDB

/// A write that ran on the store's file and was rolled back: its result and its changes.
struct Rehearsal<Value: Sendable>: Sendable {
    var value: Value
    var changes: [RowChange]
    /// The version of the history that the write saw.
    var version: Int64

    /// Runs a write, within a transaction that the caller rolls back.
    ///
    /// - Parameter schema: The tables before the write.
    init(
        of updates: (Database) throws -> Value, for upstream: any StoreUpstream, under schema: HistorySchema,
        in db: Database
    ) throws {
        let version = try History.version(db)
        var result: Value?
        changes = try StrayWrites.refusing(under: schema, in: db) {
            try upstream.rehearse(db) {
                result = try updates(db)
                // Only a COMMIT would check deferred foreign keys, but the transaction is rolled back. So they are
                // checked here.
                try db.checkDeferredForeignKeys()
                guard try schema.later(db) === schema else { throw UpstreamError.schemaChanged }
                return try RowChange.all(since: version, under: schema, in: db)
            }
        }
        guard let result else { throw UpstreamError.refused(reason: "the write was not run") }
        value = result
        self.version = version
    }
}

extension RowChange {
    /// Returns the rows that differ from a version of the history, by table and row.
    ///
    /// - Throws: `UpstreamError.notFollowed` when the history of a table is incomplete.
    /// - Complexity: O(*k* log *n*) for *k* changes after the version.
    static func all(since version: Int64, under schema: HistorySchema, in db: Database) throws -> [RowChange] {
        let rows = try StepRows(since: version, in: db)
        if let unreadable = rows.unreadable.first { throw UpstreamError.notFollowed(table: unreadable.table) }
        let ids = Dictionary(grouping: rows.before.keys, by: \.table).sorted { $0.key < $1.key }
        return try ids.flatMap { name, ids -> [RowChange] in
            guard let columns = schema.tables[name]?.columns else { throw UpstreamError.notFollowed(table: name) }
            let table = try TableRows(name, in: db)
            return try ids.sorted().parts(of: 1_000).flatMap { part -> [RowChange] in
                let present = try table.contents(of: part.map(\.rowid))
                return part.compactMap { id in
                    let (before, after) = (rows.before[id] ?? nil, present[id.rowid])
                    if before == after { return nil }
                    return RowChange(table: name, rowid: id.rowid, columns: columns, before: before, after: after)
                }
            }
        }
    }
}
