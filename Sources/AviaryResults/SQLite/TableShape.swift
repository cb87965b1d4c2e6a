import GRDB

/// The schema of a table. It is not read from GRDB's cache, because changes by other processes do not clear that cache.
struct TableShape: Sendable {
    enum Kind { case table, withoutRowid, virtual, view, query }

    struct Column {
        var name: String
        var isGenerated: Bool
        /// The declared type. Empty for no type, and for `ANY` in a STRICT table, where SQLite converts nothing.
        var type = ""
        /// The SQL of its default; `nil` for none.
        var defaultValue: String?

        /// `true` when the column's affinity prefers numbers, by SQLite's rules for type names.
        var prefersNumbers: Bool {
            let type = type.uppercased()
            if type.contains("INT") { return true }
            return !type.isEmpty && !["CHAR", "CLOB", "TEXT", "BLOB"].contains { type.contains($0) }
        }
    }

    let name: String
    let kind: Kind
    let columns: [Column]
    /// A name of the rowid that no column hides. Without a rowid, the first column of the key.
    let rowid: String
    /// The column that is the rowid; `nil` when the rowid is not a column.
    let rowidColumn: String?
    /// The columns that identify a row without a rowid; empty in tables with a rowid.
    let key: [String]
    /// The columns of each unique index except the rowid's, with their collations.
    let uniqueIndexes: [[(name: String, collation: String)]]
    /// `true` when a unique index has only expressions, so that the rows that a REPLACE deletes are unknown.
    let hasOpaqueUniqueIndex: Bool

    /// - Parameter key: The columns that identify a row of a view. With `nil`, the columns that GRDB's schema source
    ///   names, or else `id`.
    /// - Throws: `ResultsError.noSuchTable`, and SQLite's errors.
    init(_ table: String, key: [String]? = nil, in db: Database) throws {
        guard
            let entry = try Row.fetchOne(
                db,
                sql: """
                    SELECT name, type, sql FROM main.sqlite_master
                    WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')
                    """, arguments: [table])
        else { throw ResultsError.noSuchTable(table) }
        let name: String = entry[0]
        let sql: String = entry[2] ?? ""
        self.name = name
        let quoted = name.quotedDatabaseIdentifier

        let info = try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(quoted))")
        let isAny = { (column: Row) in (column["type"] as String? ?? "").uppercased() == "ANY" }
        let isStrict = try info.contains(where: isAny) && Self.isStrict(name, in: db)
        columns = info.map {
            Column(
                name: $0["name"], isGenerated: ($0["hidden"] as Int) > 1,
                type: isStrict && isAny($0) ? "" : $0["type"] ?? "", defaultValue: $0["dflt_value"])
        }
        let names = Set(columns.map { $0.name.lowercased() })
        let free = ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
        let primary = info.filter { ($0["pk"] as Int) > 0 }
        let single: String? = primary.count == 1 ? primary[0]["name"] : nil

        if entry[1] == "view" {
            kind = .view
        } else if sql.lowercased().hasPrefix("create virtual") {
            kind = .virtual
        } else if let free, (try? db.makeStatement(sql: "SELECT \(free) FROM main.\(quoted)")) != nil {
            kind = .table
        } else {
            kind = .withoutRowid
        }
        let indexes = try Row.fetchAll(db, sql: "PRAGMA main.index_list(\(quoted))")
        let isAlias =
            single != nil && (primary[0]["type"] as String).uppercased() == "INTEGER"
            && !indexes.contains { $0["origin"] == "pk" }
        rowidColumn = kind == .table && isAlias ? single : nil
        switch kind {
        case .table, .virtual, .query: self.key = []
        case .withoutRowid:
            self.key = primary.sorted { ($0["pk"] as Int) < ($1["pk"] as Int) }.map { $0["name"] }
        case .view:
            let stated = (try? db.primaryKey(name, in: "main").columns) ?? []
            let isStated = !stated.isEmpty && stated.allSatisfy { names.contains($0.lowercased()) }
            self.key = key ?? (isStated ? stated : names.contains("id") ? ["id"] : [])
        }
        rowid = rowidColumn ?? self.key.first ?? free ?? single ?? "id"
        let unique = try indexes.filter { ($0["unique"] as Int) == 1 }.map { index in
            let columns = try Row.fetchAll(
                db, sql: "PRAGMA main.index_xinfo(\((index["name"] as String).quotedDatabaseIdentifier))"
            ).filter { ($0["key"] as Int) == 1 }
            // Expressions among the columns have no name and are skipped. To match too many rows is harmless.
            return columns.compactMap { row in
                (row["name"] as String?).map { (name: $0, collation: row["coll"] as String? ?? "BINARY") }
            }
        }
        uniqueIndexes = unique.filter { !$0.isEmpty }
        hasOpaqueUniqueIndex = uniqueIndexes.count < unique.count
    }

    /// Returns whether the table is STRICT. SQLite before 3.37 has neither such tables nor this PRAGMA.
    private static func isStrict(_ table: String, in db: Database) throws -> Bool {
        let sql = "PRAGMA main.table_list(\(table.quotedDatabaseIdentifier))"
        return try (Row.fetchOne(db, sql: sql)?["strict"] as Int?) == 1
    }

    /// Creates the shape of a query, with the table name that the request gives it.
    init(_ query: RowQuery, named name: String, key: [String]) {
        self.name = name
        kind = .query
        columns = query.columns.map { Column(name: $0.inner, isGenerated: false) }
        self.key = key
        rowid = key.first ?? "id"
        rowidColumn = nil
        uniqueIndexes = []
        hasOpaqueUniqueIndex = false
    }
}

// MARK: - Defaults

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

/// A GRDB query that replaces a table: `FROM (SELECT …) AS name`.
///
/// SQLite gives each column of a subquery a unique name. So if a query joins tables, `author.id` may be `id:1` outside
/// of the subquery. Records are read under the query's own names.
struct RowQuery {
    /// `inner` is the name of a column outside of the subquery, and `outer` its name in the query itself.
    typealias Column = (inner: String, outer: String)

    /// The SELECT in parentheses.
    let sql: SQL
    let columns: [Column]
    let adapter: (any RowAdapter)?

    /// - Throws: SQLite's error about the query.
    init(_ request: PreparedRequest, in db: Database) throws {
        let statement = request.statement
        sql = "(\(sql: statement.sql, arguments: statement.arguments))"
        let outside = try Query("SELECT * FROM \(sql)", in: db)
        columns = try Array(zip(db.makeStatement(sql: outside.sql).columnNames, statement.columnNames))
        adapter = request.adapter
    }

    /// The columns under the query's own names, for a SELECT from the subquery.
    var selection: SQL {
        columns.map { SQL("\(identifier: $0.inner) AS \(identifier: $0.outer)") }.joined(separator: ", ")
    }
}
