import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB
import Testing

/// Random parents in a real file, against a walk from the roots after each step.
struct OutlineReplayTests {
    static let schemas = [
        "CREATE TABLE thing(id INTEGER PRIMARY KEY, parent, rank, name, shown)",
        "CREATE TABLE thing(id INTEGER PRIMARY KEY, parent INTEGER, rank, name, shown); CREATE INDEX p ON thing(parent)",
    ]

    @Test(arguments: schemas.indices, 0..<UInt64(3))
    func theVisibleRowsAreThoseOfAWalkFromTheRoots(schema: Int, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed + 100)
        let test = try TestStore(schema: Self.schemas[schema])
        defer { test.remove() }
        let outside = try test.openOutside()
        let stack = UndoStack()
        var request = ListRequest<Leaf>(sort: [Column("rank").desc])
        request.filter = SQL("shown IS NOT 0").sqlExpression
        var windows: [Window] = []
        for _ in 0..<3 {
            windows.append(
                Window(try await FetchedOutline(request, parent: Column("parent"), in: test.store)))
        }
        let most = Int64(seed == 2 ? 200 : 25)
        for step in 0..<draws(400, long: 90_000) {
            let context = "schema \(schema), seed \(seed), step \(step)"
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                let window = Int.random(in: windows.indices, using: &generator)
                let items = (0..<generator.skewed(upTo: 6)).map { _ in Int64.random(in: 1...most, using: &generator) }
                let isExpanded = generator.chance(65)
                windows[window].outline.setExpanded(isExpanded, items: items)
            case 4:
                if generator.chance(60) {
                    _ = try await test.store.undo(stack)
                } else {
                    _ = try await test.store.redo(stack)
                }
            case 5..<7:
                let sql = Self.statements(upTo: most, &generator)
                try await test.store.write(undoable: "Step", in: stack) { try $0.execute(sql: sql) }
            default:
                let sql = Self.statements(upTo: most, &generator)
                try await test.follow(from: generator.chance(50) ? outside : nil) { try $0.execute(sql: sql) }
            }
            let model = try await test.store.read { try Model($0) }
            for index in windows.indices { try await windows[index].compare(with: model, context) }
        }
        #expect(windows[0].outline.statistics.disorders == 0)
        #expect(windows[0].outline.refetchReason == nil)
    }

    /// A few changes: new rows, rows that go, other parents, orders and contents.
    private static func statements(upTo most: Int64, _ generator: inout SeededGenerator) -> String {
        func id() -> Int64 { Int64.random(in: 1...most, using: &generator) }
        func parent() -> String {
            let values = [
                "'1'", "x'01'", "''", "9e999", "-9e999", "1.5", "9223372036854775807", "-1", "CAST(x'310062' AS TEXT)",
            ]
            if generator.chance(20) { return "NULL" }
            if generator.chance(5) { return values.randomElement(using: &generator) ?? "NULL" }
            return generator.chance(3) ? "\(id()).0" : "\(id())"
        }
        let count = generator.chance(3) ? 60 : generator.skewed(upTo: 5)
        return (0..<count).map { _ in
            switch Int.random(in: 0..<8, using: &generator) {
            case 0, 1:
                return """
                    INSERT OR IGNORE INTO thing(id, parent, rank, name) \
                    VALUES (\(id()), \(parent()), \(id() % 7), 'new')
                    """
            case 2: return "DELETE FROM thing WHERE id = \(id())"
            case 3, 4: return "UPDATE thing SET parent = \(parent()) WHERE id = \(id())"
            case 5: return "UPDATE thing SET rank = \(id() % 7) WHERE id = \(id())"
            case 6: return "UPDATE thing SET shown = \(id() % 4) WHERE id = \(id())"
            default: return "UPDATE thing SET name = 'n' || \(id()) WHERE id = \(id())"
            }
        }.joined(separator: ";")
    }

    /// All rows, as SQLite compares them.
    private struct Model: Sendable {
        var roots: [Int64] = []
        var children: [Int64: [Int64]] = [:]
        var parents: [Int64: Int64] = [:]
        var contents: [Int64: String] = [:]

        init(_ db: Database) throws {
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, parent IS NULL, (
                      SELECT p.id FROM thing p
                      WHERE p.shown IS NOT 0 AND typeof(t.parent) IN ('integer', 'real') AND p.id = t.parent),
                      quote(name) || quote(shown)
                    FROM thing t WHERE shown IS NOT 0 ORDER BY rank DESC, id
                    """)
            for row in rows {
                let id: Int64 = row[0]
                contents[id] = row[3]
                if row[1] {
                    roots.append(id)
                } else if let parent = row[2] as Int64? {
                    children[parent, default: []].append(id)
                    parents[id] = parent
                }
            }
        }

        func walk(_ ids: [Int64], level: Int = 0, _ expanded: Set<Int64>) -> [(id: Int64, level: Int)] {
            ids.flatMap { id in
                [(id, level)] + (expanded.contains(id) ? walk(children[id] ?? [], level: level + 1, expanded) : [])
            }
        }
    }

    /// An outline, and what its reader has got so far.
    private struct Window {
        let outline: FetchedOutline<Leaf>
        private let updates: SnapshotUpdates<RowsOutline>
        private var items: [Int64]
        /// The level, the mark and the content of each visible row.
        private var shown: [Int64: String] = [:]

        init(_ outline: FetchedOutline<Leaf>) {
            self.outline = outline
            updates = outline.updates()
            items = updates.initial.allItems
        }

        mutating func compare(with model: Model, _ context: String) async throws {
            func fail(_ what: String) -> ReplayError { ReplayError(description: "\(context): \(what)") }
            let now = outline.snapshot
            let wanted = model.walk(model.roots, now.expandedItems)
            let visible = wanted.map(\.id)
            guard now.allItems == visible else { throw fail("\(now.allItems), not \(visible)") }
            let problems = now.violations() + contractViolations(of: now)
            guard problems.isEmpty else { throw fail("\(problems)") }
            var shows: [Int64: String] = [:]
            for (id, level) in wanted {
                let hasChildren = model.children[id] != nil
                guard now.level(of: id) == level, now.parent(of: id) == model.parents[id],
                    now.hasChildren(id) == hasChildren, now.children(of: id) == model.children[id] ?? []
                else { throw fail("\(id) is at level \(String(describing: now.level(of: id))), not \(level)") }
                let mark = hasChildren ? "\(now.isExpanded(id))" : "-"
                shows[id] = "\(level) \(mark) \(model.contents[id] ?? "")"
            }
            defer { (items, shown) = (visible, shows) }
            let isFirst = shown.isEmpty
            let changed = visible.filter { shown[$0] != nil && shown[$0] != shows[$0] }
            guard items != visible || !changed.isEmpty, !(isFirst && items == visible) else { return }
            guard let change = await updates.next()?.change else { throw fail("a change is missing") }
            guard change.new.allItems == visible else { throw fail("another list was sent") }
            guard try replay(change.changeset, on: [items]) == [visible] else { throw fail("the changeset is wrong") }
            let told = Set(change.changeset.updated.map(\.id))
            guard changed.allSatisfy(told.contains) else { throw fail("\(changed) changed, not only \(told)") }
        }
    }
}
