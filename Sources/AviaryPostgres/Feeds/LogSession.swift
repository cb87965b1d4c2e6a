/// Follows the log on one connection, step by step.
final class LogSession {
    /// The result of one look at the log.
    private struct Look {
        var snapshot: String
        /// The tables with changes, by their object identifiers, and whether each was emptied by TRUNCATE.
        var changes: [(table: UInt32, isEmptied: Bool)]
    }

    var position: LogPosition
    private let connection: PostgresConnection
    private let tables: [FeedTable]
    private let indices: [UInt32: Int]
    /// The time of the last comparison of the catalog.
    private var comparison: ContinuousClock.Instant?
    private let catalogArguments: [PostgresValue]
    /// `true` when the last look found changes. Then the next look probably does, too.
    private var isBusy = false
    private var values: [FeedValue] = []

    init(_ connection: PostgresConnection, tables: [FeedTable], position: LogPosition) {
        self.connection = connection
        self.tables = tables
        self.position = position
        catalogArguments = LogCatalog.arguments(tables)
        indices = Dictionary(tables.enumerated().map { ($1.oid, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The statements that begin a transaction in which all queries see one moment.
    ///
    /// The tables are locked before that moment. Otherwise a table that is rewritten or truncated in between would
    /// seem empty.
    static func begin(_ tables: [FeedTable]) -> String {
        let names = tables.map { "ONLY \($0.quotedName)" }.joined(separator: ", ")
        return "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE \(names) IN ACCESS SHARE MODE"
    }

    /// Applies the next step, if there is one.
    ///
    /// - Returns: `true` when there was a step.
    /// - Throws: `FeedError.copyAgain` when the log does not continue from the position.
    func step(_ apply: FeedApply) throws -> Bool {
        // If nothing has changed, this single statement suffices.
        if !isBusy {
            let isRecent = comparison.map { $0.duration(to: .now) < .milliseconds(400) } ?? false
            let look = try look(withCatalog: !isRecent)
            if look.changes.isEmpty {
                position.snapshot = look.snapshot
                return false
            }
        }
        isBusy = try connection.transaction(Self.begin(tables)) {
            let look = try look(withCatalog: true)
            var next = position
            next.snapshot = look.snapshot
            if !look.changes.isEmpty {
                let (snapshot, changes) = (PostgresValue(position.snapshot), look.changes)
                try apply(next.position) { sink in
                    for change in changes {
                        try self.send(change.table, change.isEmptied, after: snapshot, to: sink)
                    }
                }
            }
            position = next
            return !look.changes.isEmpty
        }
        return isBusy
    }

    // MARK: Looking

    /// A query for the changes that are visible now and were not visible at the position, $1. They belong to
    /// transactions that had not begun at the position, or that were under way then. The index finds both kinds,
    /// even if a transaction stays open for long.
    private static func changes(_ columns: String, _ condition: String) -> String {
        """
        SELECT \(columns) FROM aviary.change
        WHERE xid >= pg_snapshot_xmax($1::pg_snapshot)\(condition)
        UNION ALL SELECT \(columns) FROM aviary.change
        WHERE xid = ANY (ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)))\(condition)
        """
    }

    /// - Throws: `FeedError.copyAgain` when the log does not continue from the position.
    private func look(withCatalog: Bool) throws -> Look {
        let found = try connection.query(
            """
            SELECT pg_current_snapshot(),
              (SELECT trimmed FROM aviary.origin) > pg_snapshot_xmin($1::pg_snapshot),
              pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()),
              (SELECT string_agg(concat(tbl, ':', emptied), ',') FROM (
                SELECT tbl, bool_or(op = 't') AS emptied FROM (\(Self.changes("tbl, op", ""))) c GROUP BY tbl) t)\(withCatalog ? ", \(LogCatalog.expression(from: 2))" : "")
            """, [PostgresValue(position.snapshot)] + (withCatalog ? catalogArguments : []))
        guard found[0, 1] != "t" else {
            throw FeedError.copyAgain("the log was trimmed while this node was away")
        }
        guard found[0, 2] != "t", let snapshot = found[0, 0] else {
            throw FeedError.copyAgain("the server has an older state than the replica")
        }
        if withCatalog {
            guard found[0, 4] == position.catalog else {
                throw FeedError.copyAgain("a followed table, or a trigger of the log, was altered")
            }
            comparison = .now
        }
        let changes = (found[0, 3] ?? "").split(separator: ",").compactMap { part -> (UInt32, Bool)? in
            let parts = part.split(separator: ":")
            guard parts.count == 2, let table = UInt32(parts[0]), indices[table] != nil else { return nil }
            return (table, parts[1] == "t")
        }
        return Look(snapshot: snapshot, changes: changes)
    }

    // MARK: Rows

    /// Sends the changed rows of a table with their present values.
    private func send(
        _ table: UInt32, _ isEmptied: Bool, after snapshot: PostgresValue, to sink: ReplicaSink
    ) throws {
        guard let index = indices[table] else { return }
        // If the table was emptied, all its present rows were inserted after that, and the log has them all. So the
        // copy of the table is emptied first.
        if isEmptied { try sink.truncate(index) }
        let followed = tables[index]
        let columns = followed.columns.map { "r.\(PostgresConnection.quoted($0.name))" }
        let sql = """
            SELECT c.key, c.fresh, \(columns.joined(separator: ", ")) FROM (
              SELECT key, bool_and(op = 'i') AS fresh
              FROM (\(Self.changes("key, op", " AND tbl = \(table) AND op <> 't'"))) u GROUP BY key) c
            LEFT JOIN ONLY \(followed.quotedName) r ON r.\(PostgresConnection.quoted(followed.key)) = c.key
            """
        try connection.forEachRow(sql, [snapshot]) { row in
            guard row.bytes(0, 2) != nil else {
                if !isEmptied, let key = row.bytes(0, 0) { try sink.delete(index, key: key) }
                return
            }
            values.removeAll(keepingCapacity: true)
            for column in 0..<followed.columns.count {
                values.append(row.bytes(0, column + 2))
            }
            try sink.put(index, values, isNew: row.bytes(0, 1)?.first == UInt8(ascii: "t"))
        }
    }
}
