import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// Lists that begin at their end, and stay there while it is in view.
struct EndAnchorTests {
    private static func list(_ items: some Sequence<Int>) -> ListSnapshot<Int, Int> {
        ListSnapshot(uniqueSections: [(0, Array(items))])
    }

    /// A view of `count` items of 100 points until they are measured, in a screen of 300 × 500 points.
    private func view(_ count: Int) async throws -> (CollectionView<Int>, DiffableDataSource<Int>) {
        let view = CollectionView<Int>(layout: ListLayout(estimatedHeight: 100), anchor: .end)
        view.recordChanges()
        view.register(CellTemplate("Cell", outlets: []))
        let source = DiffableDataSource<Int>(Self.list(0..<count)) { _, _ in }
        view.dataSource = source
        try await view.scroll(to: ContentRect(width: 300, height: 500))
        return (view, source)
    }

    private func isEndInView(_ view: CollectionView<Int>) -> Bool {
        view.visibleRect.y == max(0, view.geometry.contentHeight - view.visibleRect.height)
    }

    @Test func aFreshListBeginsAtItsEnd() async throws {
        let (view, _) = try await view(1_000)
        #expect(view.visibleRect.y == 1_000 * 100 - 500)
        #expect(view.visibleItems == Array(995..<1_000))
    }

    @Test func newItemsAreFollowedWhileTheEndIsInView() async throws {
        let (view, source) = try await view(1_000)
        source.apply(Self.list(0..<1_003))
        #expect(view.visibleItems == Array(998..<1_003))
        // A screenful and more at once.
        source.apply(Self.list(0..<1_100))
        #expect(view.visibleItems == Array(1_095..<1_100))
        #expect(view.cell(for: 1_099) != nil)

        try await view.scroll(to: ContentRect(y: 105_000, width: 300, height: 500), isAtEnd: false)
        source.apply(Self.list(0..<1_110))
        #expect(view.visibleRect.y == 105_000)
        try await view.scroll(to: ContentRect(y: 110_500, width: 300, height: 500), isAtEnd: true)
        source.apply(Self.list(0..<1_111))
        #expect(view.visibleItems == Array(1_106..<1_111))
    }

    @Test func aScreenWithoutTheLastRowsIsAtTheEnd() async throws {
        let (view, source) = try await view(1_000)
        let before = view.visibleRect
        source.apply(Self.list(0..<1_050))
        // The screen has reported its rect before it got the new rows.
        try await view.scroll(to: before, isAtEnd: true)
        #expect(view.visibleItems == Array(1_045..<1_050))
    }

    @Test func aScreenThatReadsTheStateMayLeaveTheEnd() async throws {
        let (view, source) = try await view(1_000)
        var rect = view.visibleRect
        rect.y -= 300
        try await view.scroll(to: rect)
        source.apply(Self.list(0..<1_010))
        #expect(view.visibleRect == rect)
        rect.y = 1_010 * 100 - 500
        try await view.scroll(to: rect)
        source.apply(Self.list(0..<1_020))
        #expect(view.visibleItems == Array(1_015..<1_020))
    }

    @Test func olderItemsAboveMoveNothing() async throws {
        let (view, source) = try await view(100)
        source.apply(Self.list(Array(-50..<100)))
        #expect(view.visibleItems == Array(95..<100))
        try await view.scroll(to: ContentRect(y: 6_000, width: 300, height: 500), isAtEnd: false)
        #expect(view.visibleItems == Array(10..<15))
        source.apply(Self.list(Array(-100..<100)))
        #expect(view.visibleItems == Array(10..<15))
        #expect(view.visibleRect.y == 11_000)
    }

    @Test func theEndStaysWhenCellsAreMeasured() async throws {
        let (view, _) = try await view(1_000)
        try await view.measure(["999": 30, "998": 450, "990": 700], version: version(of: view))
        #expect(isEndInView(view))
        #expect(view.visibleItems == [997, 998, 999])
    }

    @Test func theEndStaysAtAnotherSize() async throws {
        let (view, _) = try await view(1_000)
        for (width, height) in [(300.0, 200.0), (800, 200), (200, 900)] {
            try await view.scroll(to: ContentRect(y: view.visibleRect.y, width: width, height: height), isAtEnd: true)
            #expect(isEndInView(view))
        }
        try await view.setLayout(FlowLayout(columns: .fixed(2), itemSize: .height(40)))
        #expect(isEndInView(view))
        #expect(view.visibleItems.last == 999)
    }

    @Test func aListShorterThanTheScreenStandsAtTheTop() async throws {
        let (view, source) = try await view(0)
        source.apply(Self.list(0..<3))
        #expect(view.visibleRect.y == 0)
        #expect(view.visibleItems == [0, 1, 2])
        source.apply(Self.list(0..<7))
        #expect(view.visibleRect.y == 200)
    }

    @Test func aScreenThatReturnsIsWhereItWas() async throws {
        let (view, source) = try await view(1_000)
        source.apply(Self.list(0..<1_200))
        let rect = ContentRect(y: 99_500, width: 300, height: 500)
        for isAtEnd in [true, false] {
            let position = ScrollPosition(
                rect, anchor: isAtEnd ? nil : .init(item: "700", offset: 0), isAtEnd: isAtEnd)
            let rect = view.rect(of: position)
            view.screenDidAppear(at: position, isNew: false)
            try await view.scroll(to: rect, isAtEnd: view.isAtEnd)
            #expect(view.visibleItems.first == (isAtEnd ? 1_195 : 700))
        }
    }

    @Test func aListThatIsReadAnewStaysAtItsEnd() async throws {
        let (view, source) = try await view(1_000)
        let other = DiffableDataSource<Int>(Self.list(0..<2_000)) { _, _ in }
        view.dataSource = other
        #expect(view.visibleItems == Array(1_995..<2_000))
        withExtendedLifetime(source) {}
    }

    @Test func aListMayBeginElsewhere() async throws {
        let (view, source) = try await view(1_000)
        view.scrollToItem(500, at: .top)
        try await view.doWorkDue()
        #expect(view.visibleItems.first == 500)
        source.apply(Self.list(0..<1_010))
        #expect(view.visibleItems.first == 500)
    }

    @Test(arguments: 0..<UInt64(draws(40, long: 4_000))) func whatIsInViewStaysOrTheEndDoes(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let (view, source) = try await view(Int.random(in: 0...40, using: &random))
        var items = Array(0..<view.numberOfItems)
        var (next, isAtEnd, layout) = (1_000, true, 0)
        for _ in 0..<60 {
            layout = version(of: view, otherwise: layout)
            let size = (width: view.visibleRect.width, height: view.visibleRect.height)
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                // The person scrolls; perhaps to the end.
                let end = max(0, view.geometry.contentHeight - size.height)
                let y = Bool.random(using: &random) ? end : Double.random(in: 0...end, using: &random).rounded()
                isAtEnd = y >= end - 1
                try await view.scroll(to: ContentRect(y: y, width: size.width, height: size.height), isAtEnd: isAtEnd)
            case 1:
                let (width, height) = (
                    Double([200, 300].randomElement(using: &random)!),
                    Double.random(in: 100...700, using: &random).rounded()
                )
                // As a browser does, which does not scroll beyond the end.
                let y = min(view.visibleRect.y, max(0, view.geometry.contentHeight - height))
                try await view.scroll(to: ContentRect(y: y, width: width, height: height), isAtEnd: isAtEnd)
            case let kind:
                let before = view.visibleRect
                let frames = view.visibleItems.map { item in
                    (item, view.geometry.frame(at: view.snapshot.position(of: item)!))
                }
                switch kind {
                case 2: items += next..<next + Int.random(in: 1...30, using: &random)
                case 3: items.insert(contentsOf: next..<next + Int.random(in: 1...30, using: &random), at: 0)
                case 4: items.removeAll { _ in Int.random(in: 0..<6, using: &random) == 0 }
                default:
                    let heights = items.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map {
                        ("\($0)", Double(Int.random(in: 10...300, using: &random)))
                    }
                    try await view.measure(Dictionary(uniqueKeysWithValues: heights), version: layout)
                }
                next = max(next, (items.max() ?? 0) + 1)
                source.apply(Self.list(items))
                let kept = frames.first { view.snapshot.position(of: $0.0) != nil }
                let end = view.geometry.contentHeight - view.visibleRect.height
                if let (item, frame) = kept, !isAtEnd, before.y > 0.5, view.visibleRect.y > 0, view.visibleRect.y < end
                {
                    let now = view.geometry.frame(at: try #require(view.snapshot.position(of: item)))
                    #expect(now.y - view.visibleRect.y == frame.y - before.y)
                }
            }
            if isAtEnd { #expect(isEndInView(view)) }
            #expect(view.visibleRect.y >= 0)
        }
    }
}
