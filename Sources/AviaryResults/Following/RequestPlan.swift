import AviarySnapshots
import GRDB

/// How a request is read and followed, worked out against the schema as it is.
struct RequestPlan: Sendable {
    enum Following: Sendable, Equatable {
        /// Row by row, from the history log.
        case history
        /// Row by row for this process's commits; others' are answered by reading everything again.
        case observer
        /// By reading everything again and comparing.
        case refetch
    }

    /// Requests with equal keys share an index.
    struct Key: Hashable, Sendable {
        let sql: String
        let arguments: StatementArguments
        let shown: ColumnSet
    }

    let key: Key
    let shape: TableShape
    let following: Following
    let orders: [KeyOrder]
    /// The columns that the filter and the sort keys read.
    let ordering: ColumnSet
    /// The columns that the record reads.
    let shown: ColumnSet
    /// Whether the log tells which rows of the table changed, even where the list must be read anew.
    let hasHistory: Bool
    /// Whether the log can be trusted with which columns changed.
    let knowsColumns: Bool
    /// What the request reads, other tables included.
    let region: DatabaseRegion
    /// Its columns: rowid, then the sort keys.
    let loadSQL: String
    /// Its columns: the log's first and last sequence, the touched rowid, its changed columns, whether it matches, then
    /// the sort keys. Its first argument is the sequence to begin after, or the rowids as JSON; `arguments` follow.
    let touchedSQL: String
    let arguments: StatementArguments

    /// - Throws: `ResultsError`, or what SQLite says of the filter and the sort keys.
    init(_ request: RequestDescription, in db: Database) throws {
        let shape = try TableShape(request.table, in: db)
        self.shape = shape
        let table = SQL(sql: shape.name.quotedDatabaseIdentifier)
        let rowid = SQL(sql: shape.rowid.quotedDatabaseIdentifier)
        let sort = try Self.keys(of: request, shape: shape, in: db)
        let keys = sort.map { SQL("(\($0.expression))") }
        let selection = ([rowid] + keys).joined(separator: ", ")
        let condition = request.filter.map { SQL("(\($0))") }
        // GRDB has a `??` of its own, for SQL.
        let filter: SQL = if let condition { " WHERE \(condition)" } else { "" }
        let matches: SQL = if let condition { "\(condition) IS TRUE" } else { "1" }

        let terms = sort.enumerated().map { SQL(sql: "\($0.offset + 2)\($0.element.isDescending ? " DESC" : "")") }
        let order = (terms + ["1"]).joined(separator: ", ")
        let load = try SQL("SELECT \(selection) FROM \(table)\(filter) ORDER BY \(order)").build(db)
        loadSQL = load.sql
        region = try db.makeStatement(sql: load.sql).databaseRegion

        let shownRegion = try request.shownRegion(db)
        func columns(readBy region: DatabaseRegion) -> ColumnSet {
            var set = ColumnSet()
            for (position, column) in shape.columns.enumerated()
            where region.isModified(byEventsOfKind: .update(tableName: shape.name, columnNames: [column.name])) {
                set.insert(ColumnSet(column: position))
            }
            return set
        }
        ordering = columns(readBy: region)
        shown = columns(readBy: shownRegion)

        // Statements that read one row of the table by itself can be run for that row alone.
        var orders: [KeyOrder]?
        if shape.kind == .table {
            let sorted = zip(keys, sort).map { SQL("+\($0)\(sql: $1.isDescending ? " DESC" : "")") } + [rowid]
            let probe = try SQL(
                """
                EXPLAIN SELECT \(selection) FROM \(table) NOT INDEXED\(filter) \
                ORDER BY \(sorted.joined(separator: ", "))
                """
            ).build(db)
            orders = Self.orders(of: sort, in: try Row.fetchAll(db, sql: probe.sql, arguments: probe.arguments))
        }
        let isUTF8 = try String.fetchOne(db, sql: "PRAGMA encoding") == "UTF-8"
        let coverage = try History.coverage(of: shape, in: db)
        if let orders, isUTF8 {
            following = coverage == .none ? .observer : .history
            self.orders = orders
        } else {
            following = .refetch
            self.orders = []
        }
        hasHistory = coverage != .none
        knowsColumns = coverage == .columns

        let aliased = keys.enumerated().map { SQL("\($0.element) AS aviaryKey\(sql: "\($0.offset)")") }
        let state: [SQL] = ["\(rowid) AS aviaryRow", "\(matches) AS aviaryMatches"]
        let touched = try SQL(
            """
            LEFT JOIN (SELECT \((state + aliased).joined(separator: ", ")) FROM \(table)) ON aviaryRow = aviaryTouchedRow
            """
        ).build(db)
        let columns =
            (["aviaryFirst", "aviaryLast", "aviaryTouchedRow", "aviaryColumns", "aviaryMatches"]
            + keys.indices.map { "aviaryKey\($0)" }).joined(separator: ", ")
        touchedSQL =
            following == .history
            ? """
            WITH aviaryTouched(aviaryTouchedRow, aviaryColumns) AS (
              SELECT row, columns FROM \(History.log) WHERE seq > ? AND tbl = \(History.quoted(shape.name))
            )
            SELECT \(columns) FROM (
              SELECT (SELECT min(seq) FROM \(History.log)) AS aviaryFirst,
                     (\(History.lastSequence)) AS aviaryLast
            ) LEFT JOIN aviaryTouched \(touched.sql)
            """
            : """
            WITH aviaryTouched(aviaryFirst, aviaryLast, aviaryTouchedRow, aviaryColumns) AS (
              SELECT NULL, NULL, value, -1 FROM json_each(?)
            )
            SELECT \(columns) FROM aviaryTouched \(touched.sql)
            """
        arguments = load.arguments
        key = Key(sql: load.sql, arguments: load.arguments, shown: shown)
    }

    /// The sort keys up to the rowid, which decides by itself.
    private static func keys(of request: RequestDescription, shape: TableShape, in db: Database) throws -> [SortKey] {
        var names = Set(["rowid", shape.rowid, shape.rowidColumn ?? shape.rowid].map { $0.quotedDatabaseIdentifier })
        names.formUnion(
            ["rowid", "_rowid_", "oid"].filter { name in
                !shape.columns.contains { $0.name.lowercased() == name }
            })
        var keys: [SortKey] = []
        for key in request.sort {
            let isRowid = try names.contains(SQL("\(key.expression)").build(db).sql)
            if isRowid, !key.isDescending { break }
            keys.append(key)
            if isRowid { break }
        }
        return keys
    }

    /// Reads directions and collations from a program that SQLite explains.
    ///
    /// - Returns: `nil` when the program opens more than the one table, or sorts by a collation that is not SQLite's own.
    private static func orders(of sort: [SortKey], in program: [Row]) -> [KeyOrder]? {
        let opened = program.filter { ["OpenRead", "VOpen"].contains($0["opcode"] as String) }
        guard opened.count == 1, opened[0]["opcode"] == "OpenRead" else { return nil }
        guard !sort.isEmpty else { return [] }
        // "k(3,NOCASE,-B,B)": the count, then a collation for each key, with "-" when it descends.
        guard let sorter = program.first(where: { $0["opcode"] == "SorterOpen" }),
            let keys = (sorter["p4"] as String?)?.split(separator: ",").dropFirst(), keys.count == sort.count + 1
        else { return nil }
        var orders: [KeyOrder] = []
        for (key, text) in zip(sort, keys) {
            let name = text.hasPrefix("-") ? text.dropFirst() : text
            guard let collation = KeyCollation(rawValue: String(name)) else { return nil }
            orders.append(KeyOrder(isDescending: key.isDescending, collation: collation))
        }
        return orders
    }
}
