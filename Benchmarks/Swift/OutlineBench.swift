import AviaryResults
import AviarySnapshots
import AviaryTesting
import AviaryViews
import GRDB

/// Measures an outline of 100,000 rows, 10 deep, about half of which are visible.
///
///     1 ▾ 2 ▾ … ▾ 9      each is the only child of the one before, until the ninth level
///     9 ▾ 10 ▸           1,001 children; 10 is expanded and collapsed, and has 1,000 children
///     9 ▾ 11…1010        half are expanded; 97 or 98 children each
struct OutlineBench {
    private static let rows = 100_000
    private static let parent = SQL(
        sql: """
            CASE WHEN id <= 10 THEN nullif(id - 1, 0) WHEN id <= 1010 THEN 9 WHEN id <= 2010 THEN 10
            ELSE 11 + id % 1000 END
            """)
    private var generator = SeededGenerator(seed: 1)

    mutating func run() async throws {
        let (followed, plain) = (try ThingStore(rows: Self.rows), try ThingStore(rows: Self.rows))
        let expanded = Set<Int64>(1...9).union(11...510)
        var outline: FetchedOutline<Thing>?
        let load = ContinuousClock.now
        outline = try await FetchedOutline(Thing.request, parent: Self.parent, expanded: expanded, in: followed.store)
        Figure(
            name: "views.outline.load_ms", value: (ContinuousClock.now - load) / .milliseconds(1), unit: "ms"
        ).show()
        guard let outline else { return }
        try await unfold(outline)
        let change = try changes(outline, followed, plain, rounds: 5_000)
        Figure(name: "views.outline.change_us", value: change.median * 1e6, unit: "us").show()
        try followed.remove()
        try plain.remove()
    }

    /// The time from the wish of a person until a view has laid out the rows and read those on screen.
    private func unfold(_ outline: FetchedOutline<Thing>) async throws {
        let view = CollectionView<Int64>(layout: ListLayout(rowHeight: .uniform(44)))
        view.register(CellTemplate("Row", outlets: [.init("name")]))
        view.dataSource = LiveDataSource(outline) { thing, cell in cell["name"] = thing.name }
        try await view.scroll(to: ContentRect(width: 1_280, height: 800))
        let folded = view.numberOfItems
        var times: [Double] = []
        for _ in 0..<40 {
            let start = ContinuousClock.now
            view.setExpanded(true, "10")
            try await update(view)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            precondition(view.numberOfItems == folded + 1_000, "The children are visible")
            view.setExpanded(false, "10")
            try await update(view)
        }
        Figure(name: "views.outline.unfold_ms", value: times.median, unit: "ms").show()
    }

    private func update(_ view: CollectionView<Int64>) async throws {
        let hasUpdate = await view.waitForUpdate()
        precondition(hasUpdate, "The outline sends an update")
        try await view.applyUpdate()
    }

    /// The cost of moving a row among its siblings below a collapsed parent, beyond the write. The outline is up to date
    /// when the write returns.
    private mutating func changes(
        _ outline: FetchedOutline<Thing>, _ followed: ThingStore, _ plain: ThingStore, rounds: Int
    ) throws -> [Double] {
        var times = CommitTimes()
        for start in stride(from: 0, to: rounds, by: 50) {
            let turn = (start..<min(start + 50, rounds)).map { _ in
                // The parents from 511 on are collapsed.
                (
                    id: Int64.random(in: 3...99, using: &generator) * 1_000
                        + Int64.random(in: 500...999, using: &generator),
                    date: 1_700_000_000_000 + Int64.random(in: 0..<Int64(Self.rows), using: &generator) * 60_000
                )
            }
            for (id, date) in turn {
                let with = try followed.change([id], to: date)
                times.note(with: with, told: .now)
            }
            for (id, date) in turn { times.note(without: try plain.change([id], to: date)) }
        }
        precondition(outline.statistics.refetched == 0, "Nothing is read again")
        return times.beyondTheWrite
    }
}
