import AviarySnapshots
import AviaryTesting
import Testing

@testable import AviaryViews

/// Which items are announced before they are seen.
struct PrefetchTests {
    let grid = CollectionView<Int>(layout: FlowLayout(columns: .fixed(2), itemSize: .height(100)))
    let loader = Loader()

    init() {
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.dataSource = source(1_000)
        grid.prefetchDataSource = loader
    }

    private func source(_ count: Int) -> DiffableDataSource<Int> {
        DiffableDataSource<Int>(list(0..<count)) { item, cell in cell["label"] = "\(item)" }
    }

    private func list(_ items: some Sequence<Int>) -> ListSnapshot<Int, Int> {
        ListSnapshot(uniqueSections: [(0, Array(items))])
    }

    /// Two columns and four rows.
    private func show(y: Double, height: Double = 400) async throws {
        try await grid.scroll(to: ContentRect(y: y, width: 200, height: height))
    }

    @Test(
        arguments: [
            (0, 400, 400), (10, 380, 440), (50, 300, 600), (100, 200, 800), (400, 200, 800), (-50, 600, 300),
            (-1e300, 800, 200),
        ] as [(Double, Double, Double)])
    func theMarginGrowsWithTheSpeedWhereThePersonScrolls(travel: Double, above: Double, below: Double) {
        let margin = PrefetchMargin(height: 400, travel: travel)
        #expect(abs(margin.above - above) < 1e-9 && abs(margin.below - below) < 1e-9)
        #expect(margin.above + margin.below <= 1_000)
        let needed = margin.needed(height: 400)
        #expect(needed.above >= 200 && needed.below >= 200 && needed.above <= margin.above)
    }

    @Test func aViewWithoutAHeightHasNoMargin() {
        #expect(PrefetchMargin(height: 0, travel: 5) == PrefetchMargin(height: 0, travel: 0))
        #expect(PrefetchMargin(height: 0, travel: 5).below == 0)
    }

    @Test func whatIsSeenAtOnceIsNotAnnounced() async throws {
        try await show(y: 0)
        #expect(loader.calls == [.prefetch(Array(8..<16))])
    }

    @Test func whatIsSeenNextIsAnnouncedFirst() async throws {
        try await show(y: 5_000)
        #expect(loader.calls == [.prefetch(Array(108..<116) + (92..<100).reversed())])
        loader.calls = []
        try await show(y: 4_900)
        #expect(loader.calls == [.cancel(Array(110..<116)), .prefetch((82..<92).reversed())])
    }

    @Test func fastScrollingAnnouncesMoreAheadAndKeepsLessBehind() async throws {
        try await show(y: 5_000)
        for y in stride(from: 5_100.0, through: 6_000, by: 100) { try await show(y: y) }
        #expect(grid.window.upperBound >= 120 + 8 + 8 && grid.window.upperBound <= 120 + 8 + 16)
        #expect(grid.window.lowerBound >= 120 - 12)
        #expect(loader.cancelled.isEmpty == false, "what stood above was never seen")
    }

    @Test func turningRoundCancelsWhatWasAhead() async throws {
        try await show(y: 5_000)
        for y in [5_100.0, 5_200] { try await show(y: y) }
        let ahead = Set(grid.snapshot.items(in: 116..<grid.window.upperBound))
        try await show(y: 5_100)
        #expect(grid.window.lowerBound == 102 - 16)
        #expect(ahead.isEmpty == false && loader.cancelled.isSuperset(of: ahead))
        #expect(loader.awaited == Set(86..<100).union(108..<114))
    }

    @Test func aLeapIsNoSpeed() async throws {
        try await show(y: 5_000)
        try await show(y: 40_000)
        #expect(grid.window == 796..<812, "half a screenful at each side")
        try await show(y: 40_000)
        #expect(loader.awaited == Set(796..<800).union(808..<812))
    }

    @Test func itemsThatAreDeletedUnseenAreCancelled() async throws {
        let source = source(1_000)
        grid.dataSource = source
        try await show(y: 0)
        source.apply(list((0..<1_000).filter { $0 != 3 && $0 != 10 }))
        #expect(loader.cancelled == [10])
        #expect(loader.awaited == [8, 9, 11, 12, 13, 14, 15, 16, 17])
    }

    @Test func withoutAScreenNothingIsAnnouncedAndAllIsCancelled() async throws {
        try await grid.paintFirst(20)
        grid.reloadData()
        #expect(loader.calls.isEmpty)
        try await show(y: 0)
        grid.screenDidDisconnect()
        grid.stopFollowing()
        #expect(loader.cancelled == Set(8..<16) && loader.awaited.isEmpty)
        loader.calls = []
        grid.screenDidConnect()
        #expect(loader.calls.isEmpty)
        try await show(y: 0)
        #expect(loader.calls == [.prefetch(Array(8..<16))])
        grid.end()
        #expect(loader.awaited.isEmpty)
    }

    @Test func anotherPrefetchingSourceTakesOver() async throws {
        try await show(y: 0)
        let other = Loader()
        grid.prefetchDataSource = other
        #expect(loader.awaited.isEmpty && loader.cancelled == Set(8..<16))
        #expect(other.awaited == Set(8..<16))
        grid.prefetchDataSource = nil
        #expect(other.awaited.isEmpty)
        #expect(grid.prefetchDataSource == nil)
    }

    /// Random histories against slow sets: each item that is announced is seen or cancelled, once.
    @Test(arguments: 0..<12) func eachItemIsSeenOrCancelledOnce(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var items = Array(0..<400)
        var next = items.count
        var source = source(400)
        grid.dataSource = source
        var near: Set<Int> = []
        var awaited: Set<Int> = []
        var height = 400.0
        var direction = 1.0
        var (seen, cancelled) = (0, 0)
        for step in 0..<3_000 {
            loader.calls = []
            let before = near
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<11:
                if Int.random(in: 0..<8, using: &random) == 0 { direction = -direction }
                let way = direction * Double(Int.random(in: 0...160, using: &random))
                try await show(y: max(0, grid.visibleRect.y + way), height: height)
            case 11, 12: try await show(y: .random(in: 0...22_000, using: &random), height: height)
            case 13:
                height = .random(in: 0...900, using: &random)
                let width = Double.random(in: 0..<4, using: &random) < 1 ? 0.0 : 200
                try await grid.scroll(to: ContentRect(y: grid.visibleRect.y, width: width, height: height))
            case 14..<18:
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let place = Int.random(in: 0...items.count, using: &random)
                    if Bool.random(using: &random) || items.isEmpty {
                        items.insert(next, at: place)
                        next += 1
                    } else if Bool.random(using: &random) {
                        items.insert(items.remove(at: place % items.count), at: place % items.count)
                    } else {
                        items.remove(at: place % items.count)
                    }
                }
                source.apply(list(items))
            case 18:
                // Another list, without some of the items.
                items = items.filter { _ in Int.random(in: 0..<40, using: &random) > 0 }
                source = DiffableDataSource<Int>(list(items)) { item, cell in cell["label"] = "\(item)" }
                grid.dataSource = source
            default:
                grid.screenDidDisconnect()
                near = []
            }

            // The expected calls of the loader, computed in the slow and obvious way.
            let isThere = grid.hasScreen && grid.visibleRect.width > 0
            let window = isThere ? Set(grid.snapshot.items(in: grid.window)) : near
            let visible = isThere ? Set(grid.visibleItems) : []
            let gone = isThere ? awaited.subtracting(visible).subtracting(window) : near.isEmpty ? awaited : []
            let come = isThere ? window.subtracting(before).subtracting(visible) : []
            let note: Comment = "seed \(seed), step \(step)"
            try #require(Set(loader.calls.flatMap(\.cancelled)) == gone, note)
            try #require(Set(loader.calls.flatMap(\.prefetched)) == come, note)
            try #require(loader.calls.count == (gone.isEmpty ? 0 : 1) + (come.isEmpty ? 0 : 1), note)
            seen += awaited.intersection(visible).count
            cancelled += gone.count
            awaited.subtract(visible)
            awaited.subtract(gone)
            awaited.formUnion(come)
            near = window
            try #require(awaited.isSubset(of: near), note)
        }
        loader.calls = []
        grid.end()
        #expect(Set(loader.calls.flatMap(\.cancelled)) == awaited)
        #expect(seen > 500 && cancelled > 500, "both are drawn enough")
    }
}

/// Remembers what it was told to load.
final class Loader: CollectionViewPrefetching {
    enum Call: Equatable {
        case prefetch([Int])
        case cancel([Int])

        var prefetched: [Int] { if case .prefetch(let items) = self { items } else { [] } }
        var cancelled: [Int] { if case .cancel(let items) = self { items } else { [] } }
    }

    var calls: [Call] = []
    var cancelled: Set<Int> = []
    /// Announced and not cancelled since.
    var awaited: Set<Int> = []

    func collectionView(_ view: CollectionView<Int>, prefetch items: [Int]) {
        calls.append(.prefetch(items))
        awaited.formUnion(items)
        cancelled.subtract(items)
    }

    func collectionView(_ view: CollectionView<Int>, cancelPrefetching items: [Int]) {
        calls.append(.cancel(items))
        awaited.subtract(items)
        cancelled.formUnion(items)
    }
}
