import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// Cells as high as their content, which the screen measures.
struct SelfSizingTests {
    private static func list(_ items: some Sequence<Int>) -> ListSnapshot<Int, Int> {
        ListSnapshot(uniqueSections: [(0, Array(items))])
    }

    /// A view of `count` items of 100 points until they are measured, in a screen of 300 × 500 points.
    private func view(_ count: Int, at y: Double = 0) async throws -> (CollectionView<Int>, DiffableDataSource<Int>) {
        let view = CollectionView<Int>(recording: ListLayout(estimatedHeight: 100))
        view.register(CellTemplate("Cell", outlets: []))
        let source = DiffableDataSource<Int>(Self.list(0..<count)) { _, _ in }
        view.dataSource = source
        try await view.scroll(to: ContentRect(y: y, width: 300, height: 500))
        return (view, source)
    }

    private func frame(_ item: Int, in view: CollectionView<Int>) throws -> ContentRect {
        view.geometry.frame(at: try #require(view.snapshot.position(of: item)))
    }

    @Test func aMeasuredCellMovesTheCellsBelow() async throws {
        let (view, _) = try await view(100)
        try await view.measure(["0": 40, "2": 240], version: version(of: view))
        // The mean is used at the very top.
        #expect(try frame(0, in: view) == ContentRect(width: 300, height: 40))
        #expect(try frame(1, in: view) == ContentRect(y: 40, width: 300, height: 140))
        #expect(try frame(2, in: view) == ContentRect(y: 180, width: 300, height: 240))
        #expect(view.geometry.contentHeight == 280 + 98 * 140)
    }

    @Test func nothingInViewMovesWhenACellAboveIsMeasured() async throws {
        let (view, _) = try await view(1_000, at: 50_020)
        let before = try frame(502, in: view).y - view.visibleRect.y
        try await view.measure(["498": 730, "499": 20, "501": 160], version: version(of: view))
        #expect(view.visibleRect.y == 50_020 + 630 - 80)
        #expect(try frame(502, in: view).y - view.visibleRect.y == before + 60)
    }

    @Test func anotherMeanIsUsedBeforeAJump() async throws {
        let (view, _) = try await view(1_000, at: 50_000)
        try await view.measure(["500": 200, "501": 200], version: version(of: view))
        view.endScrolling(at: view.visibleRect)
        #expect(view.geometry.contentHeight == 1_000 * 100 + 200)
        view.scrollToItem(300, at: .top)
        try await view.doWorkDue()
        #expect(view.geometry.contentHeight == 1_000 * 200)
        #expect(view.visibleRect.y == 300 * 200)
        #expect(view.visibleItems.first == 300)
    }

    @Test func heightsStayWithTheirItems() async throws {
        let (view, source) = try await view(10)
        try await view.measure(["1": 101, "2": 102, "3": 103, "4": 104], version: version(of: view))
        source.apply(Self.list([9, 3, 20, 1, 4, 0, 21, 22, 5, 6]))
        let heights = try [9, 3, 20, 1, 4, 0, 21].map { try frame($0, in: view).height }
        #expect(heights == [103, 103, 103, 101, 104, 103, 103])
    }

    @Test func heightsOfAnotherWidthAreIgnored() async throws {
        let (view, _) = try await view(100)
        let old = version(of: view)
        try await view.measure(["0": 200], version: old)
        try await view.scroll(to: ContentRect(width: 150, height: 500))
        #expect(try frame(0, in: view).height == 200)
        #expect(view.geometry.contentHeight == 100 * 200)
        try await view.measure(["0": 300], version: old)
        #expect(try frame(0, in: view).height == 200)
        try await view.measure(["0": 300], version: old + 1)
        #expect(try frame(0, in: view).height == 300)
    }

    @Test func heightsOfUnknownItemsAreIgnored() async throws {
        let (view, _) = try await view(100)
        try await view.measure(["100": 300, "no number": 300, "": 300], version: version(of: view))
        #expect(view.geometry.contentHeight == 100 * 100)
        #expect(view.geometry is SelfSizingGeometry)
    }

    /// The cell may be gone when its height arrives.
    @Test func anItemIsMeasuredLate() async throws {
        let (view, _) = try await view(1_000)
        let version = version(of: view)
        try await view.scroll(to: ContentRect(y: 50_020, width: 300, height: 500))
        try await view.measure(["1": 730], version: version)
        #expect(view.visibleRect.y == 50_020 + 630)
        #expect(view.visibleItems.first == 500)
    }

    /// A person who reads on and on, or a hostile screen: the first heights are forgotten.
    @Test func manyHeightsAreForgottenFarFromView() async throws {
        let (view, _) = try await view(100_000)
        let version = version(of: view)
        for first in stride(from: 0, to: 40_000, by: 200) {
            let heights = Dictionary(uniqueKeysWithValues: (first..<first + 200).map { ("\($0)", 50.0) })
            try await view.measure(heights, version: version)
        }
        // The mean is used at the top, so the heights that are forgotten make no difference.
        #expect(view.geometry.contentHeight == 100_000 * 50)
    }

    @Test func aLayoutOfOneHeightIgnoresHeights() async throws {
        let (view, _) = try await view(100)
        try await view.setLayout(ListLayout(rowHeight: .uniform(50)))
        try await view.measure(["0": 300], version: 1)
        #expect(view.geometry.contentHeight == 100 * 50)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -5, 0, 1e300]) func anEstimateIsAHeight(_ height: Double) {
        let geometry = ListLayout(estimatedHeight: height)
            .geometry(of: LayoutList(Self.list(0..<10)), width: 100, after: nil)
        #expect((10...200_000).contains(geometry.contentHeight))
    }

    @Test func aMillionItemsCostWhatIsVisible() async throws {
        let (view, _) = try await view(1_000_000)
        let version = version(of: view)
        for part in 1...60 {
            let y = (view.geometry.contentHeight - 500) * Double(part) / 60
            try await view.scroll(to: ContentRect(y: y, width: 300, height: 500))
            let heights = view.visibleItems.map { ("\($0)", Double($0 % 40 + 1) * 20) }
            try await view.measure(Dictionary(uniqueKeysWithValues: heights), version: version)
        }
        #expect(view.window.count < 100)
        #expect(view.cellWork < 6_000)
    }

    @Test func itScrollsExactlyToItsItem() async throws {
        let (view, _) = try await view(10_000)
        view.scrollToItem(7_000, at: .top)
        try await view.doWorkDue()
        #expect(try frame(7_000, in: view).y == view.visibleRect.y)
        let heights = Dictionary(uniqueKeysWithValues: (6_997...7_002).map { ("\($0)", Double($0 % 7 * 90 + 10)) })
        try await view.measure(heights, version: version(of: view))
        #expect(try frame(7_000, in: view).y == view.visibleRect.y)
    }

    /// Random histories, compared with a slow and obvious list of heights.
    @Test(arguments: 0..<UInt64(draws(20, long: 1_000))) func framesFollowEveryHistory(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var history = History(seed: seed)
        try await history.begin()
        for _ in 0..<500 {
            try await history.step(using: &random)
            try history.check()
        }
    }
}

/// The version of the layout that the screen has.
func version(of view: CollectionView<Int>, otherwise known: Int = 0) -> Int {
    var version = known
    for change in view.takeChanges() {
        if case .reload(let reload) = change, case .frames(let key, _) = reload.geometry { version = key.version }
    }
    return version
}

/// A view, its screen, and a model of the heights that the view knows.
private struct History {
    private let view: CollectionView<Int>
    private let source: DiffableDataSource<Int>
    private let hasHeaders: Bool
    private var sections: [(id: Int, items: [Int])] = [(0, Array(0..<60)), (1, []), (2, Array(60..<75))]
    private var nextItem = 75
    private var width = 300.0
    private var screen = Screen()
    /// What the screen has measured, and the view does not know yet.
    private var late: [(heights: [String: Double], version: Int)] = []
    private var known: [Int: Double] = [:]

    init(seed: UInt64) {
        hasHeaders = seed % 2 == 1
        view = CollectionView(
            recording: ListLayout(
                estimatedHeight: 50, minimumLineSpacing: 3, sectionInset: (5, 7), headerHeight: hasHeaders ? 30 : 0,
                footerHeight: seed % 4 == 3 ? 11 : 0, emptySectionHeight: 13))
        source = DiffableDataSource(ListSnapshot(uniqueSections: sections)) { _, _ in }
    }

    private var items: [Int] { sections.flatMap(\.items) }

    private var version: Int {
        if case .frames(let key, _)? = screen.geometry { key.version } else { -1 }
    }

    private var geometry: SelfSizingGeometry { get throws { try #require(view.geometry as? SelfSizingGeometry) } }

    mutating func begin() async throws {
        view.register(CellTemplate("Cell", outlets: []))
        view.dataSource = source
        try await view.scroll(to: ContentRect(width: width, height: 400))
        try hear()
    }

    private mutating func hear() throws { for change in view.takeChanges() { try screen.apply(change) } }

    mutating func step(using random: inout SeededGenerator) async throws {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<3:
            try edit(using: &random)
        case 3..<6:
            let end = view.geometry.contentHeight - 400
            let rect = ContentRect(
                y: max(0, min(end, view.visibleRect.y + .random(in: -500...500, using: &random))), width: width,
                height: 400)
            try await view.scroll(to: rect)
            if Bool.random(using: &random) { view.endScrolling(at: rect) }
        case 6 where Int.random(in: 0..<2, using: &random) == 0:
            guard let item = items.randomElement(using: &random), let position = items.firstIndex(of: item) else {
                break
            }
            view.scrollToItem(item, at: .top)
            try await view.doWorkDue()
            let top = view.geometry.frame(at: position).y - (hasHeaders ? 30 : 0)
            #expect(view.visibleRect.y == max(0, min(top, view.geometry.contentHeight - 400)))
        case 6 where Int.random(in: 0..<4, using: &random) == 0:
            width = Double(Int.random(in: 100...600, using: &random))
            try await view.scroll(to: ContentRect(y: view.visibleRect.y, width: width, height: 400))
            known = [:]
        case 7..<10:
            // The screen measures some of its cells.
            let measured = screen.tiles.shuffled(using: &random).prefix(Int.random(in: 1...8, using: &random))
            let heights = measured.map { ($0.id, Double(Int.random(in: 1...800, using: &random))) }
            late.append((Dictionary(uniqueKeysWithValues: heights), version))
        default:
            guard let index = late.indices.randomElement(using: &random) else { break }
            let (heights, version) = late.remove(at: index)
            if version == self.version {
                let items = Set(items)
                for (id, height) in heights { if let item = Int(id), items.contains(item) { known[item] = height } }
            }
            let before = anchor
            try await view.measure(heights, version: version)
            expectNoMove(of: before)
        }
        try hear()
    }

    private mutating func edit(using random: inout SeededGenerator) throws {
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let section = Int.random(in: 0..<sections.count, using: &random)
            let to = Int.random(in: 0...sections[section].items.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0..<2:
                sections[section].items.insert(nextItem, at: to)
                nextItem += 1
            case 2:
                guard to < sections[section].items.count else { continue }
                known[sections[section].items.remove(at: to)] = nil
            case 3, 4:
                guard to < sections[section].items.count else { continue }
                let item = sections[section].items.remove(at: to)
                let other = Int.random(in: 0..<sections.count, using: &random)
                sections[other].items.insert(item, at: Int.random(in: 0...sections[other].items.count, using: &random))
            default:
                sections.append(sections.remove(at: section))
            }
        }
        source.apply(ListSnapshot(uniqueSections: sections))
    }

    /// The first item in view, and its distance below the top; `nil` at the very top.
    private var anchor: (item: Int, offset: Double)? {
        guard view.visibleRect.y > 0.5, let item = view.visibleItems.first, let position = items.firstIndex(of: item)
        else { return nil }
        return (item, view.geometry.frame(at: position).y - view.visibleRect.y)
    }

    /// The first item in view stays in place, unless an end of the content is reached.
    private func expectNoMove(of anchor: (item: Int, offset: Double)?) {
        guard let anchor, let position = items.firstIndex(of: anchor.item) else { return }
        let offset = view.geometry.frame(at: position).y - view.visibleRect.y
        let end = max(0, view.geometry.contentHeight - 400)
        #expect(abs(offset - anchor.offset) < 0.001 || view.visibleRect.y == 0 || view.visibleRect.y == end)
    }

    /// Compares every frame with the sum of the heights above it.
    func check() throws {
        let geometry = try geometry
        var (y, position, section) = (hasHeaders ? 0.0 : 7, 0, 0)
        var bottoms: [Double] = []
        for (_, items) in sections {
            let top = y
            if hasHeaders {
                #expect(geometry.headerFrame(at: section).y == y)
                y += 30 + (items.isEmpty ? 13 : 7)
            }
            for item in items {
                let height = known[item] ?? geometry.standIn
                #expect(geometry.frame(at: position) == ContentRect(x: 5, y: y, width: width - 10, height: height))
                y += height + 3
                bottoms.append(y - 3)
                position += 1
            }
            if hasHeaders {
                y += (items.isEmpty ? 0 : 7 - 3) + (geometry.hasFooters ? 11 : 0)
                #expect(geometry.sectionFrame(at: section).y == top)
                #expect(geometry.sectionFrame(at: section).height == y - top)
            }
            section += 1
        }
        if !hasHeaders { y = items.isEmpty ? 14 : y - 3 + 7 }
        #expect(geometry.contentHeight == y)

        let rect = view.visibleRect
        let visible = geometry.positions(in: rect)
        let tops = items.indices.map { geometry.frame(at: $0).y }
        let first = bottoms.firstIndex { $0 > rect.y } ?? items.count
        let end = tops.firstIndex { $0 >= rect.y + rect.height } ?? items.count
        #expect(visible == first..<max(first, end))
        #expect(visible.clamped(to: view.window) == visible)
        #expect(screen.tiles.map(\.id) == items[view.window].map { "\($0)" })
        for (number, frame) in screen.frames.enumerated() {
            #expect(frame == geometry.frame(at: screen.firstFrame + number))
        }
        #expect(screen.contentHeight == geometry.contentHeight)
    }
}
