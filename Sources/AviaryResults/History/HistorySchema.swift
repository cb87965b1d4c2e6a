import GRDB
import Synchronization

/// The tables whose history tells everything, as they are at one version of the schema.
///
/// A step of an `UndoStack` holds the one it was made under, and is taken back only where the tables are still the same.
final class HistorySchema: Sendable {
    struct Table: Hashable, Sendable {
        /// The name of its history: another one for another table of the same name, and after a gap.
        var identity: String
        /// The columns whose values the log has, in its order.
        var columns: [String]
        /// Whether the rowid is a column. VACUUM may change all others.
        var hasLastingRowids: Bool
    }

    let version: Int64
    let tables: [String: Table]
    /// Tables without history whose rows foreign keys or triggers may change when a row of these tables changes.
    let dependents: Set<String>
    /// These, and those where rows may be inserted.
    let written: Set<String>
    /// Those whose rows triggers, or cascades over several tables, may delete.
    let emptied: Set<String>

    private init(
        version: Int64, tables: [String: Table], dependents: Set<String>, written: Set<String>, emptied: Set<String>
    ) {
        self.version = version
        self.tables = tables
        self.dependents = dependents
        self.written = written
        self.emptied = emptied
    }

    private convenience init(version: Int64, in db: Database) throws {
        let names = try String.fetchAll(
            db,
            sql: """
                SELECT DISTINCT tbl_name FROM main.sqlite_master
                WHERE \(History.isTrigger)
                """)
        var tables: [String: Table] = [:]
        for name in names {
            let shape = try TableShape(name, in: db)
            let history = try History.covered(shape, in: db)
            guard history.coverage == .columns else { continue }
            tables[shape.name] = Table(
                identity: history.identity, columns: shape.columns.filter { !$0.isGenerated }.map(\.name),
                hasLastingRowids: shape.rowidColumn != nil)
        }
        let found = try DependentTables.find(below: tables, in: db)
        // What a foreign key to one of these tables deletes, and nothing beyond, is looked at row by row.
        let goesOn = try Self.hasOtherTriggers(db) || ForeignKeyAction.cascade(within: Set(tables.keys), in: db)
        self.init(
            version: version, tables: tables, dependents: found.changed, written: found.written,
            emptied: goesOn ? found.deleted : [])
    }

    /// Whether there are triggers that are no part of a history.
    private static func hasOtherTriggers(_ db: Database) throws -> Bool {
        let triggers = "SELECT 1 FROM main.sqlite_master WHERE \(History.isOtherTrigger)"
        let temporary = "SELECT 1 FROM temp.sqlite_master WHERE type = 'trigger'"
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (\(triggers) UNION ALL \(temporary))") ?? false
    }

    /// The tables that are now as they were, so that what the log says of their rows holds.
    ///
    /// Columns are matched by name. They may have been added behind, which is where ALTER TABLE adds them.
    func unchanged(in now: HistorySchema) -> Set<String> {
        Set(
            tables.filter { name, table in
                guard let other = now.tables[name], other.identity == table.identity else { return false }
                guard table.hasLastingRowids || version == now.version else { return false }
                return other.columns.starts(with: table.columns)
            }.keys)
    }

    /// What this schema, and the one that its own transaction left, agree on.
    func common(with later: HistorySchema) -> HistorySchema {
        if self === later { return self }
        return HistorySchema(
            version: version, tables: tables.filter { later.tables[$0.key] == $0.value }, dependents: dependents,
            written: written, emptied: emptied)
    }

    /// Keeps the last schema that was read, since it seldom changes.
    final class Cache: Sendable {
        private struct Entry {
            var generation: Int
            var schema: HistorySchema
        }

        private let last = Mutex<Entry?>(nil)

        /// The schema at the begin of a transaction that is to be taken back, with all histories as they have to be for
        /// that.
        ///
        /// What this transaction changes may be rolled back, and is not kept.
        func schema(_ db: Database, generation: Int) throws -> HistorySchema {
            let version = try HistorySchema.version(db)
            if let known = last.withLock({ $0 }), known.generation == generation, known.schema.version == version {
                return known.schema
            }
            if try History.renew(in: db) { return try HistorySchema(version: HistorySchema.version(db), in: db) }
            let schema = try HistorySchema(version: version, in: db)
            last.withLock { $0 = Entry(generation: generation, schema: schema) }
            return schema
        }

        /// Reads it anew next time: it may be that of a transaction which was rolled back.
        func forget() { last.withLock { $0 = nil } }
    }

    /// The schema as the transaction leaves it.
    func later(_ db: Database) throws -> HistorySchema {
        let version = try Self.version(db)
        return version == self.version ? self : try HistorySchema(version: version, in: db)
    }

    private static func version(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA main.schema_version")) ?? 0
    }
}
