import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB

/// A request drawn at random, and the plain SELECT that finds the same.
struct DrawnRequest {
    private(set) var request = ListRequest<Thing>()
    private var section: String?
    /// In any order, as somebody declares them who forgets some.
    private var declared: [DatabaseValue] = []
    private var order: [String] = []
    private var filter = ""
    private var joins = ""
    /// Of a row of the table.
    private var sizes: [String] = []
    /// Whether each commit of a table with history can be followed row by row.
    private(set) var isFollowable = true
    private(set) var summary = ""

    /// What a follow of the request does beyond another's.
    enum Kind: CaseIterable {
        case plain, sections, limited
        /// It is read anew after each commit.
        case refetched
        /// Columns are shown by which it neither filters nor sorts.
        case shown
    }

    private static let tag = Dependency(on: "other", rows: "SELECT thing FROM changed")
    private static let name = Dependency(
        on: "other", rows: "SELECT thing.id FROM thing JOIN changed ON thing.hidden = changed.id")
    private static let twins = Dependency(
        on: "thing", rows: "SELECT thing.id FROM thing JOIN changed ON thing.shown IS changed.shown")
    private static let namesakes = Dependency(
        on: "other", rows: "SELECT thing.id FROM thing JOIN changed ON thing.shown IS changed.label")

    init(using generator: inout SeededGenerator) {
        let twins = "(SELECT count(*) FROM thing AS twin WHERE twin.shown IS thing.shown)"
        let author = "(SELECT label FROM other WHERE other.id = thing.hidden)"
        switch Int.random(in: 0..<11, using: &generator) {
        case 0, 1: filter = "shown > 0"
        case 7:
            filter = "EXISTS (SELECT 1 FROM json_each(json_array(typeof(shown), length(name))) WHERE value = 'text')"
        case 8:
            // The key fails where the filter does not hold.
            filter = "json_valid(name)"
            order.append("json_extract(name, '$')")
        case 9:
            filter = "thing.id % 3 IN (SELECT id % 3 FROM other)"
            isFollowable = false
        case 2:
            filter = "EXISTS (SELECT 1 FROM other WHERE other.thing = thing.id AND other.label IS NOT NULL)"
            request.dependencies = [Self.tag]
        case 3:
            joins = "LEFT JOIN other ON other.id = thing.hidden"
            order.append("other.label")
            request.dependencies = [Self.name]
        case 4:
            joins = "JOIN other ON other.label IS thing.shown"
            order.append("other.thing")
            request.dependencies = [Self.namesakes]
        case 5:
            order.append("\(author) DESC")
            request.dependencies = [Self.name]
        case 6:
            order.append(twins)
            request.dependencies = [Self.twins]
        default: break
        }
        if generator.chance(5), !request.dependencies.isEmpty {
            request.dependencies = []
            isFollowable = false
        }
        let expressions = ["thing.rank", "name", "shown", "abs(rank)", "name COLLATE NOCASE", "name COLLATE backwards"]
        for _ in 0..<Int.random(in: 0..<3, using: &generator) {
            let expression = expressions.randomElement(using: &generator) ?? "rank"
            order.append(expression + (generator.chance(50) ? " DESC" : ""))
        }
        request.sort = order.map(Self.key)
        if !joins.isEmpty { request.joins = SQL(sql: joins) }
        if !filter.isEmpty { request.filter = SQL(sql: filter).sqlExpression }

        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1: draw(section: "shown", isDescending: generator.chance(50))
        case 2: draw(section: "substr(name, 1, 1)", isDescending: generator.chance(50))
        case 3: draw(section: "name COLLATE NOCASE", isDescending: generator.chance(50))
        case 4:
            section = "shown"
            request.sections = .by(SQL("shown").asc, order: [SQL(sql: twins).desc])
            order = ["\(twins) DESC", "shown"] + order
            if isFollowable { request.dependencies.append(Self.twins) }
        default: break
        }
        if section != nil, generator.chance(50) { declare(using: &generator) }
        // In a join each position of a row counts.
        if section != nil, joins.isEmpty, generator.chance(15) {
            request.sectionLimit = generator.skewed(upTo: 12)
            isFollowable = false
        }
        if generator.chance(55) {
            request.limit = generator.skewed(upTo: 100) - 1
            if generator.chance(50) { request.offset = generator.skewed(upTo: 60) - 1 }
            if generator.chance(40) { request.edge = .end }
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: sizes = ["thing.rank * 0.5"]
        case 1: sizes = ["thing.rank", "abs(thing.hidden)"]
        default: break
        }
        if sizes.count == 1 { request.sizes = .ratio(SQL(sql: sizes[0])) }
        if sizes.count == 2 { request.sizes = .size(width: SQL(sql: sizes[0]), height: SQL(sql: sizes[1])) }
        summary = """
            \(joins) WHERE \(filter) ORDER BY \(order) SECTIONS \(section ?? "none") \(declared) \
            EACH \(request.sectionLimit ?? -1) LIMIT \(request.limit ?? -1) OFFSET \(request.offset) \(request.edge)
            """
    }

    /// A request of one kind.
    init(_ kind: Kind, using generator: inout SeededGenerator) {
        repeat { self = DrawnRequest(using: &generator) } while !isOf(kind)
    }

    private func isOf(_ kind: Kind) -> Bool {
        let isWhole = request.limit == nil
        return switch kind {
        case .plain: isFollowable && section == nil && isWhole
        case .sections: isFollowable && section != nil && isWhole
        case .limited: isFollowable && request.limit != 0 && !isWhole
        case .refetched: !isFollowable && request.sectionLimit == nil
        case .shown: isFollowable && isWhole && !"\(section ?? "") \(order) \(filter)".contains("name")
        }
    }

    private mutating func declare(using generator: inout SeededGenerator) {
        guard let section else { return }
        let values: [(any DatabaseValueConvertible)?] = [
            nil, 0, 1, 1.0, 2, 3, 0.5, "", "a", "b", "B", "c", Data([1]), Double.nan,
        ]
        let chosen = values.shuffled(using: &generator).prefix(Int.random(in: 1...8, using: &generator))
        let given = chosen.map { $0?.databaseValue ?? .null }
        // SQLite has no NaN, and 1.0 is 1: what is declared twice stands where it was declared first.
        for value in given {
            let value = value.storage.isNaN ? .null : value
            if !declared.contains(where: { Self.isSame($0, value) }) { declared.append(value) }
        }
        if order[0].hasPrefix("(SELECT") {
            request.sections = .by(SQL(sql: section).asc, order: [Self.key(order[0])], including: given)
        } else {
            let key: SortKey = order[0].hasSuffix(" DESC") ? SQL(sql: section).desc : SQL(sql: section).asc
            request.sections = .by(key, including: given)
        }
    }

    private mutating func draw(section: String, isDescending: Bool) {
        self.section = section
        request.sections = .by(isDescending ? SQL(sql: section).desc : SQL(sql: section).asc)
        let direction = isDescending ? " DESC" : ""
        order = ["\(section)\(direction)", "(\(section)) COLLATE BINARY\(direction)"] + order
    }

    private static func key(_ term: String) -> SortKey {
        term.hasSuffix(" DESC") ? SQL(sql: String(term.dropLast(5))).desc : SQL(sql: term).asc
    }

    /// How large rows are, by reading everything; one that is not there is no larger than another.
    func sizes(of rows: [Int64], _ db: Database) throws -> [ItemSize] {
        if sizes.isEmpty { return Array(repeating: .unknown, count: rows.count) }
        let sql = "SELECT \((["thing.id"] + sizes.map { "CAST(\($0) AS REAL)" }).joined(separator: ", ")) FROM thing"
        var known: [Int64: ItemSize] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: sql)) {
            let numbers = (1..<row.count).map { Float(row[$0] as Double? ?? 0) }
            known[row[0]] =
                numbers.count == 1
                ? ItemSize(ratio: numbers[0]) : ItemSize(width: numbers[0], height: numbers[1])
        }
        return rows.map { known[$0] ?? .unknown }
    }

    /// The sections with their rows, by reading everything.
    func model(_ db: Database) throws -> [[Int64]] {
        let filter = filter.isEmpty ? "" : "WHERE \(filter)"
        let sql = """
            SELECT thing.id, (\(section ?? "NULL")) COLLATE BINARY FROM thing \(joins) \(filter) \
            ORDER BY \((order + ["thing.id"]).joined(separator: ", "))
            """
        var seen = Set<Int64>()
        var rows: [(id: Int64, section: DatabaseValue)] = []
        for row in try Row.fetchAll(db.cachedStatement(sql: sql)) where seen.insert(row[0]).inserted {
            rows.append((row[0], row[1]))
        }
        if request.edge == .end { rows.reverse() }
        if let count = request.sectionLimit { rows = Self.first(count, ofEachSectionIn: rows) }
        rows = Array(rows.dropFirst(request.offset).prefix(request.limit ?? .max))
        if request.edge == .end { rows.reverse() }
        guard section != nil else { return [rows.map(\.id)] }
        var sections: [(value: DatabaseValue, rows: [Int64])] = []
        for row in rows {
            if let last = sections.last?.value, Self.isSame(last, row.section) {
                sections[sections.count - 1].rows.append(row.id)
            } else {
                sections.append((row.section, [row.id]))
            }
        }
        // From the last to the first: each before the first of those behind it.
        for (index, value) in declared.enumerated().reversed()
        where !sections.contains(where: { Self.isSame($0.value, value) }) {
            let behind = declared[(index + 1)...]
            let place = sections.firstIndex { section in behind.contains { Self.isSame($0, section.value) } }
            sections.insert((value, []), at: place ?? sections.count)
        }
        return sections.map(\.rows)
    }

    private static func first(
        _ count: Int, ofEachSectionIn rows: [(id: Int64, section: DatabaseValue)]
    ) -> [(id: Int64, section: DatabaseValue)] {
        var (last, number): (DatabaseValue?, Int) = (nil, 0)
        return rows.filter { row in
            number = last.map { isSame($0, row.section) } == true ? number + 1 : 1
            last = row.section
            return number <= count
        }
    }

    private static func isSame(_ one: DatabaseValue, _ other: DatabaseValue) -> Bool {
        switch (one.storage, other.storage) {
        case (.null, .null): true
        case (.int64(let one), .int64(let other)): one == other
        case (.double(let one), .double(let other)): one == other
        case (.int64(let one), .double(let other)), (.double(let other), .int64(let one)):
            Int64(exactly: other) == one
        case (.string(let one), .string(let other)): Array(one.utf8) == Array(other.utf8)
        case (.blob(let one), .blob(let other)): one == other
        default: false
        }
    }
}

extension DatabaseValue.Storage {
    fileprivate var isNaN: Bool { if case .double(let double) = self { double.isNaN } else { false } }
}
