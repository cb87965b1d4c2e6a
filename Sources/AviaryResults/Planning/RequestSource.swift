import GRDB

/// The parts of a request's statements: the source of the rows, the filter, and the sort keys.
struct RequestSource {
    let shape: TableShape
    let table: SQL
    let rowid: SQL
    /// The key columns after the first, which stands in place of the rowid. Empty in tables with a rowid.
    let otherKeyColumns: [SQL]
    /// The columns that a record reads from a row without a rowid. Only a comparison of them shows that the row has
    /// changed. Empty when the request's own statement may read other values for them.
    let contents: [SQL]
    let hasJoins: Bool
    private let joins: SQL
    private let filter: SQLExpression?
    /// The sort keys before the rowid: the order of sections, the value of sections, then the keys of the request.
    private(set) var sort: [SortKey]
    /// The index of the sections' value in `sort`.
    let sectionKey: Int?
    /// The keys that determine a row's section and the position of that section.
    private var sectionKeys: Range<Int>
    /// The expressions for the sizes of items; empty without sizes.
    let sizes: [SQL]
    /// The limit of rows in each section, and whether these are the section's last rows; `nil` for all rows.
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

    /// Keeps equal values of a section together when its collation treats other values as equal, too.
    mutating func separateSections() {
        guard let sectionKey else { return }
        let key = sort[sectionKey]
        let exact = SQL("(\(key.expression)) COLLATE BINARY")
        sort.insert(key.isDescending ? exact.desc : exact.asc, at: sectionKey + 1)
        sectionKeys = 0..<sectionKeys.count + 1
    }

    /// The spellings of the rowid as bytes, because Swift takes different Unicode spellings for equal. Empty when one
    /// column does not identify a row.
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

    /// The columns that are read of each row besides its rowid: the keys, then the sizes.
    var values: [SQL] { keys + sizes }

    /// Selects the rowid, the keys and the sizes of rows, then the other key columns of rows without a rowid.
    ///
    /// - Parameters:
    ///   - conditions: Conditions besides the request's filter.
    ///   - more: Columns that are read after all others.
    func select(_ conditions: [SQL] = [], hint: SQL = "", _ more: [SQL] = []) -> SQL {
        let columns = [rowid] + values + otherKeyColumns + more
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table)\(hint)\(joins)\(filterClause(conditions))"
    }

    /// Selects the same columns of the rows within the sections' limit, and then the contents of rows.
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

    /// Selects the same columns of one section's rows, in their order. Only for a request with sections.
    func select(ofSection section: RowsSection) -> SQL {
        let key = keys[sectionKey ?? 0]
        return "\(select(["\(key) COLLATE BINARY IS \(section.sql)"]))\(order(from: sectionKeys.upperBound))"
    }

    /// Counts the rows.
    var counting: SQL { "SELECT count(*) FROM \(table)\(joins)\(filterClause())" }

    /// Counts the rows of each section, and reads the section keys of one of its rows.
    ///
    /// Rows are grouped by the value of the section, which an index may already have in order. The keys that order
    /// sections are equal for all rows of a section, so they are computed once for each.
    var countingSections: SQL {
        let keys = Array(keys[sectionKeys])
        let grouping = keys[(sectionKey ?? 0)...].joined(separator: ", ")
        let terms = sectionKeys.map { SQL(sql: "\($0 + 2)\(sort[$0].isDescending ? " DESC" : "")") }
        return """
            SELECT \((["count(*)"] + keys).joined(separator: ", ")) FROM \(table)\(joins)\(filterClause()) \
            GROUP BY \(grouping) ORDER BY \(terms.joined(separator: ", "))
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

    /// The terms of ORDER BY for a statement that finds its rows by their keys. The plus signs keep SQLite from using
    /// an index for the order.
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
    /// In each statement some first keys are equal to the row's keys, and the next key is greater. So an index over the
    /// keys leads straight to the rows.
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
