import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

/// Random transactions on rows with keys of all kinds, VACUUM among them, followed by lists that turn to other requests.
struct IdentityReplayTests {
    /// What the rows are, and so what they are identified by.
    enum Kind: CaseIterable {
        case history, observed, text, pair, view, query

        var sql: String {
            switch self {
            case .history, .observed: "CREATE TABLE piece(a BLOB PRIMARY KEY, b, rank, name)"
            case .text: "CREATE TABLE piece(a PRIMARY KEY NOT NULL, b, rank, name) WITHOUT ROWID"
            case .pair: "CREATE TABLE piece(name, a NOT NULL, b NOT NULL, rank, PRIMARY KEY (b, a)) WITHOUT ROWID"
            case .view:
                """
                CREATE TABLE base(a PRIMARY KEY COLLATE NOCASE, b, rank, name);
                CREATE VIEW piece AS SELECT rank, name, a, b FROM base WHERE rank IS NOT 1
                """
            case .query: "CREATE TABLE base(a, b, rank, name)"
            }
        }

        var edited: String { self == .view || self == .query ? "base" : "piece" }
        var hasRowids: Bool { self == .history || self == .observed }
        /// The columns that identify a row, in the order in which rows stand that are equal in every sort key.
        var key: [String] {
            switch self {
            case .history, .observed: ["rowid"]
            case .text, .view: ["a"]
            case .pair: ["b", "a"]
            case .query: ["a", "b"]
            }
        }
        /// What the list reads its rows from.
        var source: String { self == .query ? "(\(Self.groups)) AS piece" : "piece" }
        static let groups = "SELECT a, b, max(rank) AS rank, count(*) AS name FROM base GROUP BY a, b"
    }

    /// A row with a key of any type.
    struct Piece: LiveRecord, Identifiable, Hashable {
        struct ID: Hashable, Sendable { var a, b: DatabaseValue }

        var a, b, rank, name: DatabaseValue
        var id: ID { ID(a: a, b: b) }

        init(row: Row) { (a, b, rank, name) = (row["a"], row["b"], row["rank"], row["name"]) }
    }

    /// A request drawn at random, and the plain SELECT that finds the same.
    private struct Drawn {
        var request: ListRequest<Piece>
        var sql: String

        init(_ kind: Kind, using generator: inout SeededGenerator) {
            let filter: String? = generator.chance(50) ? "rank > \(Int.random(in: 0..<4, using: &generator))" : nil
            // A part of the key does not decide by itself.
            let sort = ["rank", "name", "typeof(a)", kind.key[0]].randomElement(using: &generator) ?? "rank"
            let isDescending = generator.chance(50)
            let expression: any SQLSpecificExpressible = sort.hasSuffix(")") ? SQL(sql: sort) : Column(sort)
            let sorted: [SortKey] = [isDescending ? expression.desc : expression.asc, Column("name").asc]
            let condition = filter.map { SQL(sql: $0) }
            if kind == .query {
                request = ListRequest(
                    fetching: SQLRequest<Piece>(sql: Kind.groups), primaryKey: kind.key, filter: condition, sort: sorted
                )
            } else {
                request = ListRequest(filter: condition, sort: sorted)
                if kind == .view { request.primaryKey = kind.key }
            }
            let order = ["\(sort)\(isDescending ? " DESC" : "")", "name"] + kind.key
            sql = """
                SELECT a, b, rank, name\(kind.hasRowids ? ", rowid" : "") FROM \(kind.source) \
                \(filter.map { "WHERE \($0)" } ?? "") ORDER BY \(order.joined(separator: ", "))
                """
        }
    }

    @Test(arguments: 0..<draws(8, long: 900))
    func rowsAreNamedByTheirKeys(number: Int) async throws {
        let kind = Kind.allCases[number % Kind.allCases.count]
        try await replayTransactions(draws(100, long: 240), of: kind, seed: UInt64(91_000 + number))
    }

    private func replayTransactions(_ count: Int, of kind: Kind, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let test = try TestStore(history: false, schema: kind.sql)
        defer { test.remove() }
        if kind == .history { try await test.store.write { try History.install(on: "piece", in: $0) } }
        let outside = try test.openOutside()
        var drawn = Drawn(kind, using: &generator)
        let results = try await FetchedResults(drawn.request, in: test.store)
        #expect(results.refetchReason == (kind.hasRowids ? nil : .noRowids))
        let recorder = UpdateRecorder()
        results.delegate = recorder
        var list = results.snapshot.allItems
        var shown: [Int64: Piece] = [:]
        var numbers: [[DatabaseValue]: Int64] = [:]

        for number in 0..<count {
            let context = "\(kind), seed \(seed), transaction \(number)"
            if number % 40 == 39 {
                drawn = Drawn(kind, using: &generator)
                try await results.change(to: drawn.request)
            } else if generator.chance(4) {
                let isOurs = generator.chance(50)
                let writer: any DatabaseWriter = isOurs ? test.database : outside
                try await writer.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
                if isOurs {
                    // The next write notices by itself.
                    let edits = edits(of: kind, using: &generator)
                    try await test.follow(from: nil) { db in for edit in edits { try db.execute(sql: edit) } }
                } else {
                    try await test.store.catchUp()
                }
            } else {
                let edits = edits(of: kind, using: &generator)
                try await test.follow(from: generator.chance(20) ? outside : nil) { db in
                    for edit in edits { try db.execute(sql: edit) }
                }
            }

            var updated = Set<Int64>()
            for update in recorder.takeUpdates() {
                list = try replay(update.changeset, on: list)
                updated.formUnion(update.changeset.updated.map(\.id))
            }
            let (pieces, keys) = try await test.store.read { [drawn] db in
                let rows = try Row.fetchAll(db, sql: drawn.sql)
                return (rows.map(Piece.init(row:)), rows.map { row in kind.key.map { row[$0] as DatabaseValue } })
            }
            let items = results.snapshot.allItems
            guard list == items else { throw ReplayError(description: "\(context): the changesets lead elsewhere") }
            let elements = try await results.elements(for: items)
            guard items.map({ elements[$0] }) == pieces else {
                throw ReplayError(description: "\(context): \(items.map { elements[$0] }) is not \(pieces)")
            }
            for (item, key) in zip(items, keys) {
                let number = kind.hasRowids ? Int64.fromDatabaseValue(key[0]) : numbers[key, default: item]
                guard number == item else {
                    throw ReplayError(description: "\(context): \(key) is named \(item), not \(number as Any)")
                }
                numbers[key] = item
            }
            if !kind.hasRowids, let item = updated.first(where: { shown[$0] == elements[$0] }) {
                throw ReplayError(description: "\(context): \(elements[item] as Any) is told, and has not changed")
            }
            for (item, piece) in elements {
                if let before = shown[item], before != piece, !updated.contains(item) {
                    throw ReplayError(description: "\(context): nobody was told that \(before) is \(piece)")
                }
            }
            shown = elements
            if number % 10 == 0 {
                #expect(try await results.ids(for: items) == elements.mapValues(\.id), "\(context)")
                #expect(try await Array(results.allElements()) == pieces, "\(context)")
                #expect(results.snapshot.violations() == [], "\(context)")
            }
        }
        #expect(Set(numbers.values).count == numbers.count, "seed \(seed): two keys have one number")
        if kind.hasRowids { #expect(results.statistics.numberedKeys == 0) }
    }

    /// Literals of all types; numbers of rows without a key of their own lie among them.
    private static let keys = [
        "1", "7", "-3", "2.5", "2.0", "''", "'1'", "'b'", "'B'", "'Ünï'", "x''", "x'00ff'", "x'01'", "'it''s'",
        "-9223372036854775808", "-9223372036854775807", "9223372036854775807", "x'9f1c2b3a000040008000000000000001'",
        "'a longer key, of a word or two'",
    ]

    /// Some statements. Each key is one of a few, so that rows come, go, come back, and replace others.
    private func edits(of kind: Kind, using generator: inout SeededGenerator) -> [String] {
        let keys = Self.keys + (kind == .query ? ["NULL"] : [])
        let (table, hasTwo) = (kind.edited, kind == .pair || kind == .query)
        var edits: [String] = []
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let a = keys.randomElement(using: &generator) ?? "1"
            let b = hasTwo ? keys.randomElement(using: &generator) ?? "1" : "'same'"
            let other = keys.randomElement(using: &generator) ?? "1"
            let rank = Int.random(in: 0..<6, using: &generator)
            let name = ["'x'", "'y'", "NULL"].randomElement(using: &generator) ?? "NULL"
            let edit =
                switch Int.random(in: 0..<10, using: &generator) {
                case 0...4: "INSERT OR REPLACE INTO \(table)(a, b, rank, name) VALUES (\(a), \(b), \(rank), \(name))"
                case 5...6: "UPDATE \(table) SET rank = \(rank), name = \(name) WHERE a IS \(a)"
                case 7: "UPDATE OR REPLACE \(table) SET a = \(other) WHERE a IS \(a) AND b IS \(b)"
                default: "DELETE FROM \(table) WHERE a IS \(a) AND b IS \(b)"
                }
            edits.append(edit)
        }
        return edits
    }
}
