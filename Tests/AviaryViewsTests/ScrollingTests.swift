import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// Scrolling to items and sections, against the frames themselves.
struct ScrollingTests {
    /// A list of sections, shown in one of three layouts, with or without headers.
    private func grid(_ counts: [Int], layout: Int, hasHeaders: Bool) -> CollectionView<Int> {
        let header = hasHeaders ? 40.0 : 0
        let layouts: [any CollectionViewLayout] = [
            FlowLayout(columns: .fixed(3), itemSize: .height(70), minimumLineSpacing: 3, headerHeight: header),
            JustifiedLayout(rowHeight: 90, spacing: 4, headerHeight: header),
            ListLayout(rowHeight: .ofItem, minimumLineSpacing: 2, headerHeight: header),
        ]
        let grid = CollectionView<Int>(recording: layouts[layout])
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.register(header: CellTemplate("Header", outlets: [.init("count", .number), .init("name")]))
        grid.configureHeaders { (section: String, count, header) in
            header["count"] = Double(count)
            header["name"] = "The \(section)"
        }
        var sections: [(String, [Int])] = []
        var next = 0
        for (number, count) in counts.enumerated() {
            sections.append(("S\(number)", Array(next..<next + count)))
            next += count
        }
        let list = ListSnapshot(uniqueSections: sections).sized(by: Self.size)
        grid.dataSource = DiffableDataSource(list) { item, cell in cell["label"] = "\(item)" }
        return grid
    }

    private static func size(of item: Int) -> ItemSize {
        let (width, height) = (60 + item * 37 % 150, 40 + item * 53 % 90)
        return ItemSize(width: Float(width), height: Float(height))
    }

    private struct Told {
        var y: Double
        var height: Double
        var isExact: Bool
        var share: Double?
        var isAnimated: Bool
    }

    /// The last scroll message to the screen, if any.
    private func told(_ grid: CollectionView<Int>) -> Told? {
        var told: Told?
        for change in grid.takeChanges() {
            if case .scrollTo(let target) = change {
                told = Told(
                    y: target.y, height: target.height ?? 0, isExact: target.height == nil, share: target.share,
                    isAnimated: target.isAnimated)
            }
        }
        return told
    }

    @Test(arguments: 0..<UInt64(draws(6, long: 1_000))) func anItemStandsWhereItShould(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let sections = Int.random(in: 1...30, using: &random)
        let counts: [Int] = (0..<sections).map { _ in Int.random(in: 0...60, using: &random) }
        let grid = grid(counts + [5], layout: Int(seed % 3), hasHeaders: seed % 2 == 0)
        try await grid.scroll(to: ContentRect(width: 320, height: 400))
        let count = counts.reduce(5, +)
        for _ in 0..<60 {
            let item = Int.random(in: 0..<count, using: &random)
            let alignments: [ScrollAlignment] = [.nearest, .top, .centeredVertically, .bottom]
            let alignment = alignments[Int.random(in: 0..<4, using: &random)]
            let before = grid.visibleRect
            grid.scrollToItem(item, at: alignment)
            #expect(grid.hasScrollTarget)
            try await grid.scrollToTarget()
            let now = grid.visibleRect
            let frame = grid.geometry.frame(at: item).whole
            let header =
                grid.geometry.hasHeaders
                ? grid.geometry.headerFrame(at: grid.snapshot.section(at: item)).whole.height : 0
            let (top, bottom) = (frame.y - header, frame.y + frame.height)
            let told = try #require(self.told(grid))
            #expect(told.y == max(0, top) && told.y + told.height >= bottom)
            // By the definition, as far as the content reaches.
            let wanted: Double =
                switch alignment {
                case .nearest: before.y > top ? top : before.y + 400 < bottom ? bottom - 400 : before.y
                case .top: top
                case .centeredVertically: (top + bottom - 400) / 2
                case .bottom: bottom - 400
                }
            let end = max(0, grid.geometry.contentHeight - 400)
            #expect(abs(now.y - max(0, min(wanted, end))) <= 0.5, "seed \(seed), item \(item), \(alignment)")
            #expect(grid.visibleItems.contains(item) && grid.cell(for: item) != nil)
            #expect(!grid.hasScrollTarget)
        }
    }

    @Test func aSectionIsFoundByItsIdentifierOrLeftAlone() async throws {
        let grid = grid([3, 0, 200, 7], layout: 0, hasHeaders: true)
        try await grid.scroll(to: ContentRect(width: 320, height: 400))
        grid.scrollToSection("S2")
        try await grid.scrollToTarget()
        #expect(grid.visibleRect.y == grid.geometry.headerFrame(at: 2).y.rounded())
        _ = grid.takeChanges()
        let before = grid.visibleRect
        grid.scrollToSection("nowhere")
        try await grid.scrollToTarget()
        grid.scrollToSection(2)
        try await grid.scrollToTarget()
        grid.scrollToItem(-5, at: .top)
        try await grid.scrollToTarget()
        #expect(grid.visibleRect == before && grid.takeChanges().isEmpty && !grid.hasScrollTarget)
    }

    @Test(arguments: 0..<UInt64(draws(6, long: 500)))
    func aListStandsExactlyWhereItStood(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let grid = grid([300, 0, 40], layout: Int(seed % 3), hasHeaders: seed % 2 == 0)
        try await grid.scroll(to: ContentRect(width: 320, height: 400))
        let end = max(0, grid.geometry.contentHeight - 400)
        for _ in 0..<40 {
            let y = Double.random(in: 0...end, using: &random).rounded(.down)
            try await grid.scroll(to: ContentRect(y: y, width: 320, height: 400))
            let anchor = try #require(grid.scrollAnchor)
            let other = Double.random(in: 0...end, using: &random).rounded(.down)
            try await grid.scroll(to: ContentRect(y: other, width: 320, height: 400))
            _ = grid.takeChanges()
            grid.scroll(to: anchor)
            try await grid.scrollToTarget()
            #expect(grid.visibleRect.y == y, "seed \(seed)")
            let told = try #require(self.told(grid))
            #expect(told.y == y && told.isExact == (y > 0))
        }
    }

    @Test func whatGlidesKeepsTheCellsOnItsWay() async throws {
        let grid = grid([2_000], layout: 0, hasHeaders: false)
        try await grid.scroll(to: ContentRect(width: 320, height: 400))
        grid.scrollToItem(20, at: .top, animated: true)
        try await grid.scrollToTarget()
        #expect(grid.visibleRect.y == 0 && told(grid)?.isAnimated == true)
        grid.scrollToItem(1_500, at: .top, animated: true)
        try await grid.scrollToTarget()
        #expect(grid.visibleItems.contains(1_500), "far away it jumps")
    }

    @Test func itWaitsForAWidthAndIsToldOnce() async throws {
        let grid = grid([2_000], layout: 1, hasHeaders: false)
        grid.scrollToItem(1_000, at: .top)
        try await grid.scrollToTarget()
        #expect(grid.hasScrollTarget && told(grid) == nil)
        grid.screenDidAppear(at: ScrollPosition(ContentRect(width: 320, height: 400)), isNew: true)
        try await grid.scroll(to: ContentRect(width: 320, height: 400))
        try await grid.scrollToTarget()
        grid.redraw()
        #expect(told(grid) != nil, "a screen that is told all is told where to stand")
        try await grid.scroll(to: grid.visibleRect)
        grid.redraw()
        #expect(told(grid) == nil, "it has been there")
    }

    @Test func whereAPersonWasGoesBeforeWhereThePageBegins() async throws {
        let grid = grid([2_000], layout: 0, hasHeaders: false)
        grid.scrollToItem(1_000, at: .top)
        let rect = ContentRect(y: 70, width: 320, height: 400)
        grid.screenDidAppear(at: ScrollPosition(rect, anchor: .init(item: "3", offset: 0)), isNew: true)
        try await grid.scroll(to: rect)
        try await grid.scrollToTarget()
        #expect(grid.visibleRect == rect && told(grid) == nil)
    }

    @Test func aScreenThatHasNotHeardIsToldAgain() async throws {
        let grid = grid([2_000], layout: 0, hasHeaders: false)
        let rect = ContentRect(y: 70, width: 320, height: 400)
        try await grid.scroll(to: rect)
        for hasHeard in [false, true] {
            grid.scrollToItem(1_000, at: .top)
            try await grid.scrollToTarget()
            let there = grid.visibleRect
            _ = grid.takeChanges()
            let position = hasHeard ? there : rect
            grid.screenDidAppear(at: ScrollPosition(position, anchor: .init(item: "3", offset: 0)), isNew: false)
            try await grid.scroll(to: position)
            try await grid.scrollToTarget()
            #expect(grid.visibleRect == there)
            #expect((told(grid) == nil) == hasHeard)
            try await grid.scroll(to: rect)
            _ = grid.takeChanges()
        }
    }

    @Test(arguments: 0..<12) func aLabelCoversTheSectionAtItsHeight(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let sections = Int.random(in: 1...40, using: &random)
        let counts: [Int] = (0..<sections).map { _ in Int.random(in: 0...30, using: &random) }
        let grid = grid(counts, layout: Int(seed % 3), hasHeaders: true)
        try await grid.scroll(to: ContentRect(width: 320, height: 400))
        _ = grid.takeChanges()
        let end = Int(grid.geometry.contentHeight) + 50
        let heights: [Double] = (0..<20).map { _ in Double(Int.random(in: -50...end, using: &random)) }
        grid.tellLabels(at: heights)
        guard case .labels(let answer)? = grid.takeChanges().last else {
            Issue.record("nothing was told")
            return
        }
        let labels = answer.labels
        #expect(Set(labels.map(\.text)).count == labels.count, "each once")
        for y in heights {
            let inside = max(0, min(y, grid.geometry.contentHeight - 1))
            let section = counts.indices.last { grid.geometry.sectionFrame(at: $0).y <= inside } ?? 0
            let frame = grid.geometry.sectionFrame(at: section).whole
            #expect(labels.contains(.init(top: frame.y, end: frame.y + frame.height, text: "The S\(section)")))
        }
    }

    @Test func sectionsBesideEachOtherHaveOneLabel() async throws {
        let grid = grid([1, 2, 40, 1], layout: 0, hasHeaders: true)
        try await grid.setLayout(
            JustifiedLayout(rowHeight: 50, headerHeight: 20, minimumSectionWidth: 60, sectionSpacing: 4))
        try await grid.scroll(to: ContentRect(width: 320, height: 400))
        _ = grid.takeChanges()
        grid.tellLabels(at: [0, 90, .infinity])
        guard case .labels(let answer)? = grid.takeChanges().last else {
            Issue.record("nothing was told")
            return
        }
        #expect(answer.labels.map(\.text) == ["The S0 – The S1", "The S2", "The S3"])
    }

    @Test func withoutHeadersThereAreNoLabels() async throws {
        let grid = grid([30, 30], layout: 0, hasHeaders: false)
        try await grid.scroll(to: ContentRect(width: 320, height: 400))
        _ = grid.takeChanges()
        grid.tellLabels(at: [0, 500, .infinity])
        #expect(grid.takeChanges() == [.labels(labels: [])])
    }

    @Test func afterAJumpHalfAScreenfulAtEachSideHasToDo() async throws {
        let grid = grid([3_000], layout: 0, hasHeaders: false)
        try await grid.scroll(to: ContentRect(width: 320, height: 365))
        try await grid.scroll(to: ContentRect(y: 36_500, width: 320, height: 365))
        let visible = grid.geometry.positions(in: grid.visibleRect)
        #expect(grid.window.count < 2 * visible.count + 9)
        #expect(grid.window.lowerBound < visible.lowerBound && grid.window.upperBound > visible.upperBound)
        try await grid.scroll(to: ContentRect(y: 36_600, width: 320, height: 365))
        #expect(grid.window.count > 3 * visible.count - 9, "whoever scrolls on has a screenful ahead")
    }
}
