import GRDB

/// All parts of a request, byte by byte. Requests with the same wording share an index.
///
/// Two different requests may mean the same in one schema only. Records of the same rows may read different other
/// tables. So the wording leaves nothing out, neither the record's selection nor parts that have no effect at present.
struct RequestWording: Hashable, Sendable {
    private let words: [RowValue]
    /// The sections that exist even without rows.
    private let declared: [RowValue]

    init(_ request: RequestDescription, in db: Database) throws {
        var words = SentWords()
        words.add(request.table)
        let keys = (request.sections.map { $0.order + [$0.key] } ?? []) + request.sort
        // The number of keys before the section key; NULL without sections.
        words.add(request.sections?.order.count)
        try words.add(keys.map { SQL("\($0.expression)") }, in: db)
        for key in keys { words.add(key.isDescending ? 1 : 0) }
        try words.add((request.sizes?.expressions ?? []).map { SQL("\($0)") }, in: db)
        try words.add(request.filter.map { [SQL("\($0)")] } ?? [], in: db)
        try words.add(request.joins.map { [$0] } ?? [], in: db)
        words.add(request.window?.limit)
        words.add(request.window?.offset)
        words.add(request.window.map { $0.isAtEnd ? 1 : 0 })
        words.add(request.sectionLimit?.count)
        words.add(request.sectionLimit.map { $0.isAtEnd ? 1 : 0 })
        for dependency in request.dependencies {
            words.add(dependency.table)
            words.add(dependency.isSearch ? 1 : 0)
        }
        try words.add(request.dependencies.map(\.rows), in: db)
        try words.add(request.selection, in: db)
        words.add(request.primaryKey?.count)
        for column in request.primaryKey ?? [] { words.add(column) }
        words.add(request.aggregates?.count)
        for aggregate in request.aggregates ?? [] { words.add(aggregate.function.rawValue) }
        if let query = try request.query?(db) {
            words.add(Query(query.statement))
            words.add(query.adapter.map { Self.names(by: $0, for: query.statement) } ?? [])
        }
        self.words = words.values
        declared = request.sections?.declared.map { RowValue($0.value, isText: false) } ?? []
    }

    /// Returns whether both requests have the same wording, apart from declared sections.
    func isSame(besidesDeclared other: Self) -> Bool { words == other.words }

    /// Returns the names under which a row adapter lets a record read the columns of a statement.
    static func names(by adapter: any RowAdapter, for statement: Statement) -> [RowValue] {
        guard let layout = try? adapter._layoutedAdapter(from: statement) else {
            return [.text(Array(String(reflecting: adapter).utf8))]
        }
        return names(in: layout)
    }

    private static func names(in layout: any _LayoutedRowAdapter) -> [RowValue] {
        let columns = layout._mapping._layoutColumns.flatMap { index, name -> [RowValue] in
            [.integer(Int64(index)), .text(Array(name.utf8))]
        }
        let scopes = layout._scopes.map { (name: Array($0.key.utf8), layout: $0.value) }
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
        return columns + scopes.flatMap { [.null, .text($0.name)] + names(in: $0.layout) + [.null] }
    }
}

/// A sequence of values that is unambiguous: different words never make equal sequences.
private struct SentWords {
    private(set) var values: [RowValue] = []

    mutating func add(_ text: String) { values.append(.text(Array(text.utf8))) }

    mutating func add(_ number: Int?) { values.append(number.map { .integer(Int64($0)) } ?? .null) }

    mutating func add(_ list: [RowValue]) {
        add(list.count)
        values += list
    }

    mutating func add(_ query: Query) {
        add(query.sql)
        add(query.values)
    }

    mutating func add(_ parts: [SQL], in db: Database) throws {
        add(parts.count)
        for part in parts { add(try Query(part, in: db)) }
    }
}
