import GRDB

/// The parts of a request's statements: where its rows are, which of them it wants, and what they are sorted by.
struct RequestSource {
    let shape: TableShape
    let table: SQL
    let rowid: SQL
    /// The key columns behind the first one, which stands in the place of the rowid; none where there is a rowid.
    let otherKeyColumns: [SQL]
    /// What a record reads of a row that has no rowid: only its content says whether it has changed. Empty where the record
    /// need not read the same in the request's own statement.
    let contents: [SQL]
    let hasJoins: Bool
    private let joins: SQL
    private let filter: SQLExpression?
    /// What rows are sorted by up to the rowid: the sections' order, the sections' value, the sort keys.
    private(set) var sort: [SortKey]
    /// Which of them is the sections' value.
    let sectionKey: Int?
    /// How many keys say in which section a row is, and where the section stands.
    private var sectionKeys: Range<Int>
    /// What says how large the items are, if anything does.
    let sizes: [SQL]
    /// How many rows a section has at most, and whether these are its last; `nil` for all.
    private let sectionLimit: (count: Int, isAtEnd: Bool)?

    init(_ request: RequestDescription, shape: TableShape, query: RowQuery?, in db: Database) throws {
        self.shape = shape
        // A temporary table of the same name would come first.
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
        // The rowid decides by itself: nothing behind it matters.
        let names = Self.rowidNames(of: shape)
        for key in request.sort {
            let isRowid = try names.contains(Array(SQL("\(key.expression)").build(db).sql.utf8))
            if isRowid, !key.isDescending { break }
            sort.append(key)
            if isRowid { break }
        }
    }

    /// Keeps equal values of a section together where its collation takes others for equal, too.
    mutating func separateSections() {
        guard let sectionKey else { return }
        let key = sort[sectionKey]
        let exact = SQL("(\(key.expression)) COLLATE BINARY")
        sort.insert(key.isDescending ? exact.desc : exact.asc, at: sectionKey + 1)
        sectionKeys = 0..<sectionKeys.count + 1
    }

    /// As bytes, since two columns may have names that look the same. None where one column does not identify a row.
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

    /// What is read of each row beside its rowid: the keys, then the sizes.
    var values: [SQL] { keys + sizes }

    /// The rowid, the keys and the sizes of rows; then the other key columns, where there is no rowid.
    ///
    /// - Parameters:
    ///   - conditions: Beyond the request's filter.
    ///   - more: What is read behind that.
    func select(_ conditions: [SQL] = [], hint: SQL = "", _ more: [SQL] = []) -> SQL {
        let columns = [rowid] + values + otherKeyColumns + more
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table)\(hint)\(joins)\(filterClause(conditions))"
    }

    /// The same, of the rows that the sections show: as many of each as their limit has. Then the contents of the rows.
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

    /// The same of the rows of one section, in their order. Only for a request with sections.
    func select(ofSection section: RowsSection) -> SQL {
        let key = keys[sectionKey ?? 0]
        return "\(select(["\(key) COLLATE BINARY IS \(section.sql)"]))\(order(from: sectionKeys.upperBound))"
    }

    /// How many rows there are.
    var counting: SQL { "SELECT count(*) FROM \(table)\(joins)\(filterClause())" }

    /// How many rows each section has, then the keys of one of its rows: those of the section alone.
    ///
    /// Rows are grouped by the value of the section, which an index may have in order. What the sections are ordered by is the
    /// same for all rows of one, so it is computed once for each.
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

    /// ORDER BY, for what `select` has.
    ///
    /// - Parameter key: The first that the rows differ in.
    func order(from key: Int = 0, isReversed: Bool = false) -> SQL {
        let terms = sort.enumerated().dropFirst(key).map {
            SQL(sql: "\($0.offset + 2)\($0.element.isDescending != isReversed ? " DESC" : "")")
        }
        let last = [1] + otherKeyColumns.indices.map { 2 + values.count + $0 }
        let ties = last.map { SQL(sql: "\($0)\(isReversed ? " DESC" : "")") }
        return " ORDER BY \((terms + ties).joined(separator: ", "))"
    }

    /// The terms of ORDER BY, for a statement that finds its rows by their keys: no index may put them in order.
    var orderOfElements: SQL {
        let terms = zip(keys, sort).map { SQL("+\($0)\(sql: $1.isDescending ? " DESC" : "")") }
        return (terms + ([rowid] + otherKeyColumns).map { SQL("+\($0)") }).joined(separator: ", ")
    }

    /// One key of one row.
    private func key(_ number: Int, of row: SQL) -> SQL {
        "(SELECT \(keys[number]) FROM \(table) WHERE \(rowid) = \(row))"
    }

    // MARK: Beyond a row

    /// The rows that stand behind a row, or before it: statements to be asked one after the other until there are enough.
    ///
    /// Each has equal keys up to one that is greater, so that an index over the keys leads straight to it.
    ///
    /// - Parameter nulls: Which keys of the row are NULL.
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
