import GRDB

/// Facts about a request. SQLite shows them when it explains a query that sorts the rows.
struct RequestProbe {
    let program: RequestProgram
    /// The directions and collations of the keys. `nil` when a collation is not built into SQLite, or when they are not
    /// clear.
    private(set) var orders: [KeyOrder]?
    /// `true` when the values of sections are compared byte by byte.
    private(set) var hasExactSections = true

    init(_ source: RequestSource, searching searches: [SearchedTable], in db: Database) throws {
        let sorted =
            zip(source.keys, source.sort).map { SQL("+\($0)\(sql: $1.isDescending ? " DESC" : "")") } + [source.rowid]
        program = try RequestProgram(
            Query("\(source.select(hint: " NOT INDEXED")) ORDER BY \(sorted.joined(separator: ", "))", in: db),
            searching: searches, in: db)
        (orders, hasExactSections) = Self.orders(of: source, in: program.steps)
    }

    /// Reads collations from the sorter's description, `k(3,NOCASE,-B,B)`: the count, then a collation for each key. A
    /// `-` stands before the collation of a key that descends.
    private static func orders(of source: RequestSource, in program: [Row]) -> ([KeyOrder]?, hasExactSections: Bool) {
        guard !source.sort.isEmpty else { return ([], true) }
        let described: [String] = program.compactMap { $0["opcode"] == "SorterOpen" ? $0["p4"] : nil }
        let sorters = Set(described.map { $0.split(separator: ",").dropFirst().map(String.init) })
            .filter { $0.count == source.sort.count + 1 }
        // A subquery may sort by as many keys, too. Then it is not clear which sorter sorts the rows.
        guard sorters.count == 1, let sorter = sorters.first else { return (nil, false) }
        let names = sorter.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
        let hasExactSections = source.sectionKey.map { names[$0] == KeyCollation.binary.rawValue } ?? true
        var orders: [KeyOrder] = []
        for (key, name) in zip(source.sort, names) {
            guard let collation = KeyCollation(rawValue: name) else { return (nil, hasExactSections) }
            orders.append(KeyOrder(isDescending: key.isDescending, collation: collation))
        }
        return (orders, hasExactSections)
    }
}
