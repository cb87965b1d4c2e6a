import GRDB

/// The parts of a request's statements: the source of the rows, the filter, and the sort keys.
struct RequestSource {
    let shape: TableShape
    let table: SQL
    let rowid: SQL
    /// All columns of the primary key but the first, which is `rowid`. Empty in tables with a rowid.
    let otherKeyColumns: [SQL]
    /// The columns that a record reads from a row without a rowid. They are compared to find changed rows. Empty in
    /// tables with a rowid, with joins, and with a section limit.
    let contents: [SQL]
    let hasJoins: Bool
    private let joins: SQL
    private let filter: SQLExpression?
    /// The sort keys: the keys that order the sections, the section's value, then the keys of the request. Each ORDER
    /// BY ends with the rowid, so an ascending rowid is left out.
    private(set) var sort: [SortKey]
    /// The index of the section's value in `sort`; `nil` without sections.
    let sectionKey: Int?
    /// The keys that determine a row's section and the position of that section.
    private var sectionKeys: Range<Int>
    /// The expressions for the sizes of items; empty without sizes.
    let sizes: [SQL]
    /// The most rows of each section, and whether its last rows are shown instead of its first; `nil` for all rows.
    private let sectionLimit: (count: Int, isAtEnd: Bool)?

    init(_ request: RequestDescription, shape: TableShape, query: RowQuery?, in db: Database) throws {
        self.shape = shape
        // A temporary table with the same name would take precedence.
        table =
            query.map { "\($0.sql) AS \(identifier: shape.name)" }
            ?? SQL(sql: "main.\(shape.name.quotedDatabaseIdentifier)")
        func column(_ name: String) -> SQL {
            SQL(sql: "\(shape.name.quotedDatabaseIdentifier).\(name.quotedDatabaseIdentifier)")
        }
        rowid = column(shape.rowid)
        otherKeyColumns = shape.key.dropFirst().map(column)
        sectionLimit = request.sections == nil ? nil : request.sectionLimit
        let hasContents = !shape.key.isEmpty && request.joins == nil && sectionLimit == nil
        contents = !hasContents ? [] : query == nil ? request.selection : ["\(identifier: shape.name).*"]
        hasJoins = request.joins != nil
        joins = request.joins.map { " \($0)" } ?? ""
        filter = request.filter
        sizes = (request.sizes?.expressions ?? []).map { SQL("(\($0))") }
        let sections = request.sections.map { $0.order + [$0.key] } ?? []
        sectionKey = request.sections.map { $0.order.count }
        sectionKeys = 0..<sections.count
        sort = sections
        // The rowid is unique, so keys after it have no effect.
        let names = Self.rowidNames(of: shape)
        for key in request.sort {
            let isRowid = try names.contains(Array(SQL("\(key.expression)").build(db).sql.utf8))
            if isRowid, !key.isDescending { break }
            sort.append(key)
            if isRowid { break }
        }
    }

    /// Adds the section's value as the next sort key, with the collation BINARY. Otherwise the rows of two sections mix
    /// when the collation treats their values as equal, such as `a` and `A` with NOCASE.
    mutating func separateSections() {
        guard let sectionKey else { return }
        let key = sort[sectionKey]
        let exact = SQL("(\(key.expression)) COLLATE BINARY")
        sort.insert(key.isDescending ? exact.desc : exact.asc, at: sectionKey + 1)
        sectionKeys = 0..<sectionKeys.count + 1
    }

    /// The SQL names of the rowid in UTF-8. Bytes are compared, because Swift treats different Unicode forms of a
    /// string as equal. Empty when the primary key has several columns.
    private static func rowidNames(of shape: TableShape) -> Set<[UInt8]> {
        guard shape.key.count <= 1 else { return [] }
        let names = ["rowid", "_rowid_", "oid"].filter { name in
            !shape.columns.contains { $0.name.lowercased() == name }
        }
        let table = shape.name.quotedDatabaseIdentifier
        let quoted = (names + [shape.rowid, shape.rowidColumn ?? shape.rowid]).map(\.quotedDatabaseIdentifier)
        return Set((quoted + quoted.map { "\(table).\($0)" }).map { Array($0.utf8) })
    }

    var keys: [SQL] { sort.map { SQL("(\($0.expression))") } }
    var condition: SQL? { filter.map { SQL("(\($0))") } }

    /// The sort keys, then the sizes. `select` reads them after the rowid.
    var values: [SQL] { keys + sizes }

    /// Selects the rowid, the sort keys and the sizes of rows, then the other columns of the primary key.
    ///
    /// - Parameters:
    ///   - conditions: Conditions besides the request's filter.
    ///   - more: Columns that are read after all others.
    func select(_ conditions: [SQL] = [], hint: SQL = "", _ more: [SQL] = []) -> SQL {
        let columns = [rowid] + values + otherKeyColumns + more
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table)\(hint)\(joins)\(filterClause(conditions))"
    }

    /// Selects the columns of `select` for the rows that are shown. With a section limit, these are the first or the
    /// last rows of each section. Without one, `contents` follows.
    func selectShown() -> SQL {
        guard let sectionLimit, let sectionKey else { return select([], contents) }
        let columns = [rowid] + values + otherKeyColumns
        let names = columns.indices.map { "aviaryColumn\($0)" }
        let selection = zip(columns, names).map { SQL("\($0) AS \(sql: $1)") }.joined(separator: ", ")
        func term(_ expression: SQL, isDescending: Bool) -> SQL {
            "\(expression)\(sql: isDescending != sectionLimit.isAtEnd ? " DESC" : "")"
        }
        let order =
            (sectionKeys.upperBound..<sort.count).map { term(keys[$0], isDescending: sort[$0].isDescending) }
            + ([rowid] + otherKeyColumns).map { term($0, isDescending: false) }
        return """
            SELECT \(sql: names.joined(separator: ", ")) FROM (SELECT \(selection), row_number() OVER (\
            PARTITION BY \(keys[sectionKey]) COLLATE BINARY ORDER BY \(order.joined(separator: ", "))) AS aviaryNumber \
            FROM \(table)\(joins)\(filterClause())) WHERE aviaryNumber <= \(sectionLimit.count)
            """
    }

    /// Selects the columns of `select` for the rows of one section, in order. Only for a request with sections.
    func select(ofSection section: RowsSection) -> SQL {
        let key = keys[sectionKey ?? 0]
        return "\(select(["\(key) COLLATE BINARY IS \(section.sql)"]))\(order(from: sectionKeys.upperBound))"
    }

    /// Counts the rows.
    var counting: SQL { "SELECT count(*) FROM \(table)\(joins)\(filterClause())" }

    /// Counts the rows of each section, and reads `sectionKeys` from one row of each.
    ///
    /// GROUP BY names only the section's value, so an index on that value saves the sorting. The keys that order the
    /// sections are equal for all rows of a section, so they are computed once for each section.
    var countingSections: SQL {
        let keys = Array(keys[sectionKeys])
        let grouping = keys[(sectionKey ?? 0)...].joined(separator: ", ")
        let terms = sectionKeys.map { SQL(sql: "\($0 + 2)\(sort[$0].isDescending ? " DESC" : "")") }
        return """
            SELECT \((["count(*)"] + keys).joined(separator: ", ")) FROM \(table)\(joins)\(filterClause()) \
            GROUP BY \(grouping) ORDER BY \(terms.joined(separator: ", "))
            """
    }

    /// Selects aggregates of each section, or of one. The section's value comes first if there are sections and all of
    /// them are read.
    ///
    /// - Parameter section: The only section whose rows count; `nil` for all rows.
    func aggregates(_ columns: [SQL], ofSection section: RowsSection? = nil) -> SQL {
        guard let sectionKey else {
            return "SELECT \(columns.joined(separator: ", ")) FROM \(table)\(joins)\(filterClause())"
        }
        let key = keys[sectionKey]
        let exact = "\(key) COLLATE BINARY" as SQL
        if let section {
            let rows = filterClause(["\(exact) IS \(section.sql)"])
            return "SELECT \(columns.joined(separator: ", ")) FROM \(table)\(joins)\(rows)"
        }
        return """
            SELECT \(([key] + columns).joined(separator: ", ")) FROM \(table)\(joins)\(filterClause()) GROUP BY \(exact)
            """
    }

    private func filterClause(_ conditions: [SQL] = []) -> SQL {
        let conditions = [condition].compactMap(\.self) + conditions
        return conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    }

    /// The ORDER BY clause for the columns of `select`.
    ///
    /// - Parameter key: The first key in which the rows differ.
    func order(from key: Int = 0, isReversed: Bool = false) -> SQL {
        let terms = sort.enumerated().dropFirst(key).map {
            SQL(sql: "\($0.offset + 2)\($0.element.isDescending != isReversed ? " DESC" : "")")
        }
        let last = [1] + otherKeyColumns.indices.map { 2 + values.count + $0 }
        let ties = last.map { SQL(sql: "\($0)\(isReversed ? " DESC" : "")") }
        return " ORDER BY \((terms + ties).joined(separator: ", "))"
    }

    /// The terms of ORDER BY for a statement that finds its rows by their identifiers. The plus signs keep SQLite from
    /// using an index for the order.
    var orderOfElements: SQL {
        let terms = zip(keys, sort).map { SQL("+\($0)\(sql: $1.isDescending ? " DESC" : "")") }
        return (terms + ([rowid] + otherKeyColumns).map { SQL("+\($0)") }).joined(separator: ", ")
    }

    /// One key of one row.
    private func key(_ number: Int, of row: SQL) -> SQL {
        "(SELECT \(keys[number]) FROM \(table) WHERE \(rowid) = \(row))"
    }

    // MARK: Beyond a row

    /// Statements for the rows after a row, or before it. They are run in turn until there are enough rows.
    ///
    /// Each statement requires that the first *n* keys equal those of the row, and that the next key comes later in the
    /// order. The first statement requires equal keys and a later rowid. So SQLite can search the rows in an index on
    /// the keys.
    ///
    /// - Parameter nulls: For each key, whether it is NULL in the row.
    func selects(beyond id: Int64, nulls: [Bool], isReversed: Bool) -> [SQL] {
        let row = SQL("\(id)")
        var selects: [SQL] = []
        for level in stride(from: sort.count, through: 0, by: -1) {
            let equal = (0..<level).map { number in
                nulls[number] ? SQL("\(keys[number]) IS NULL") : "\(keys[number]) = \(key(number, of: row))"
            }
            for greater in level == sort.count
                ? [SQL("\(rowid) \(sql: isReversed ? "<" : ">") \(row)")]
                : beyond(level, row, isNull: nulls[level], isReversed: isReversed)
            {
                selects.append("\(select(equal + [greater]))\(order(isReversed: isReversed))")
            }
        }
        return selects
    }

    private func beyond(_ number: Int, _ row: SQL, isNull: Bool, isReversed: Bool) -> [SQL] {
        let expression = keys[number]
        if sort[number].isDescending == isReversed {
            return isNull ? ["\(expression) IS NOT NULL"] : ["\(expression) > \(key(number, of: row))"]
        }
        return isNull ? [] : ["\(expression) < \(key(number, of: row))", "\(expression) IS NULL"]
    }
}
