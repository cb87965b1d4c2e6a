public import GRDB

/// Finds and creates the followed tables in PostgreSQL.
public enum UpstreamSchema {
    /// The table of receipts, which is followed together with all others.
    static let receipts = "aviaryReceipt"

    /// Looks the tables up in PostgreSQL. The table of receipts is the last one of them.
    ///
    /// - Parameters:
    ///   - names: The names of the app's tables.
    ///   - sqlite: A database with the app's schema. Each table in PostgreSQL must have all columns of the app's
    ///     table, and may have more.
    ///   - connection: A connection to the database.
    /// - Throws: ``FeedError/cannotFollow(table:_:)`` for the first table that differs,
    ///   ``FeedError/unsupported(_:)`` for an old server, `PostgresError`, and errors of the database with the
    ///   app's schema.
    public static func tables(
        _ names: [String], of sqlite: Database, in connection: PostgresConnection
    ) throws -> [FeedTable] {
        try UpstreamVersion.check(connection)
        return try (names.filter { $0 != receipts } + [receipts]).map { try table($0, of: sqlite, in: connection) }
    }

    private static func table(
        _ name: String, of sqlite: Database, in connection: PostgresConnection
    ) throws -> FeedTable {
        func refuse(_ reason: String) -> FeedError { .cannotFollow(table: name, reason) }
        let local = try LocalTable(name, in: sqlite)
        let found = try connection.query(
            """
            SELECT c.oid, c.relkind, EXISTS (SELECT FROM pg_inherits WHERE c.oid IN (inhparent, inhrelid)),
              (SELECT string_agg(a.attname, ', ') FROM pg_index i
               JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
               WHERE i.indrelid = c.oid AND i.indisprimary)
            FROM pg_class c WHERE c.oid = to_regclass($1)
            """, [PostgresValue(PostgresConnection.quoted(name))])
        guard found.count == 1, let oid = found[0, 0].flatMap({ UInt32($0) }) else {
            throw refuse("PostgreSQL has no such table")
        }
        guard found[0, 1] == "r" else { throw refuse("it is no ordinary table in PostgreSQL") }
        guard found[0, 2] == "f" else { throw refuse("it has partitions, parents or children in PostgreSQL") }
        guard found[0, 3] == local.key else {
            throw refuse("\(local.key) is not its primary key in PostgreSQL")
        }
        let columns = try self.columns(of: oid, in: connection)
        return FeedTable(
            name: name, oid: oid,
            columns: try local.columns.map { own in
                guard let column = columns[own.name] else {
                    throw refuse("PostgreSQL's table has no column \(own.name)")
                }
                if column.isGenerated { throw refuse("its column \(own.name) is generated in PostgreSQL") }
                if own.name == local.key, ReplicaForm(type: column.column.type) != .integer {
                    throw refuse("its key \(own.name) is no integer in PostgreSQL")
                }
                if column.isTooExact, own.prefersNumbers {
                    throw refuse(
                        "its column \(own.name) is \(column.column.typeName) in PostgreSQL, which only a column of "
                            + "texts holds exactly")
                }
                return column.column
            })
    }

    private struct Found {
        var column: FeedTable.Column
        var isGenerated: Bool
        /// `true` when the column may have more digits than a double holds.
        var isTooExact: Bool
    }

    private static func columns(of table: UInt32, in connection: PostgresConnection) throws -> [String: Found] {
        let rows = try connection.query(
            """
            SELECT a.attname, CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END,
              format_type(a.atttypid, a.atttypmod), a.attgenerated <> '',
              CASE t.typtype WHEN 'd' THEN t.typtypmod ELSE a.atttypmod END
            FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
            WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped
            """, [PostgresValue(Int64(table))])
        var columns: [String: Found] = [:]
        for row in 0..<rows.count {
            guard let name = rows[row, 0], let type = rows[row, 1].flatMap({ UInt32($0) }) else { continue }
            let modifier = rows[row, 4].flatMap { Int32($0) } ?? -1
            let digits = modifier < 4 ? Int32.max : (modifier &- 4) >> 16 & 0xffff
            columns[name] = Found(
                column: .init(name: name, type: type, typeName: rows[row, 2] ?? ""),
                isGenerated: rows[row, 3] == "t", isTooExact: type == 1700 && digits > 15)
        }
        return columns
    }
}
