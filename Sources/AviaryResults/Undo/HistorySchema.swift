import GRDB
import Logging
import Synchronization

/// The tables with a complete history, at one version of the schema.
///
/// A step of an `UndoStack` holds the schema of its time, and is taken back only in tables that are still the same.
final class HistorySchema: Sendable {
    struct Table: Hashable, Sendable {
        /// The identity of the table's history. It differs for another table with the same name, and after a time
        /// without complete logging.
        var identity: String
        /// The columns with values in the log, in the log's order.
        var columns: [String]
        /// `true` when the rowid is stored in a column. VACUUM may change any other rowid.
        var hasLastingRowids: Bool
    }

    let version: Int64
    let tables: [String: Table]
    /// Tables without history. When a row of `tables` changes, foreign keys or triggers may change rows of these
    /// tables.
    let dependents: Set<String>
    /// The dependent tables, and further tables where rows may be inserted.
    let written: Set<String>
    /// Tables without history in which triggers, or cascades over several tables, may delete rows.
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
        // Deletions by a single foreign key of a table with history are checked row by row instead.
        let goesOn = try Self.hasOtherTriggers(db) || ForeignKeyAction.cascade(within: Set(tables.keys), in: db)
        self.init(
            version: version, tables: tables, dependents: found.changed, written: found.written,
            emptied: goesOn ? found.deleted : [])
    }

    /// Returns whether there are triggers that do not belong to a history.
    private static func hasOtherTriggers(_ db: Database) throws -> Bool {
        let triggers = "SELECT 1 FROM main.sqlite_master WHERE \(History.isOtherTrigger)"
        let temporary = "SELECT 1 FROM temp.sqlite_master WHERE type = 'trigger'"
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (\(triggers) UNION ALL \(temporary))") ?? false
    }

    /// Returns the tables that are unchanged, so that the log still describes their rows.
    ///
    /// Columns are matched by name. Columns may have been added at the end, where ALTER TABLE adds them.
    func unchanged(in now: HistorySchema) -> Set<String> {
        Set(
            tables.filter { name, table in
                guard let other = now.tables[name], other.identity == table.identity else { return false }
                guard table.hasLastingRowids || version == now.version else { return false }
                return other.columns.starts(with: table.columns)
            }.keys)
    }

    /// Returns this schema with only the tables that are the same in the schema at the end of the same transaction.
    func common(with later: HistorySchema) -> HistorySchema {
        if self === later { return self }
        return HistorySchema(
            version: version, tables: tables.filter { later.tables[$0.key] == $0.value }, dependents: dependents,
            written: written, emptied: emptied)
    }

    /// Keeps the schema that was read last, because schemas seldom change.
    final class Cache: Sendable {
        private struct Entry {
            var generation: Int
            var schema: HistorySchema
        }

        private let last = Mutex<Entry?>(nil)
        private let logger: Logger

        /// - Parameter logger: Gets a warning about tables whose history another program has dropped.
        init(logger: Logger = Logger(label: "aviary.results")) { self.logger = logger }

        /// Returns the schema at the beginning of a transaction for undo, after renewing histories that are outdated.
        ///
        /// A schema that this transaction has changed is not kept, because the transaction may be rolled back.
        func schema(_ db: Database, generation: Int) throws -> HistorySchema {
            let version = try HistorySchema.version(db)
            if let known = last.withLock({ $0 }), known.generation == generation, known.schema.version == version {
                return known.schema
            }
            if try History.renew(in: db, noteLost: logger.note(lostHistory:)) {
                return try HistorySchema(version: HistorySchema.version(db), in: db)
            }
            let schema = try HistorySchema(version: version, in: db)
            last.withLock { $0 = Entry(generation: generation, schema: schema) }
            return schema
        }

        /// Drops the schema, because it may belong to a transaction that was rolled back.
        func forget() { last.withLock { $0 = nil } }
    }

    /// Returns the schema at the end of the transaction.
    func later(_ db: Database) throws -> HistorySchema {
        let version = try Self.version(db)
        return version == self.version ? self : try HistorySchema(version: version, in: db)
    }

    private static func version(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA main.schema_version")) ?? 0
    }
}
