import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// Layouts whose lines get lower in a low box.
struct FittedLayoutTests {
    private static let sizes = ListSnapshot(uniqueSections: [(0, Array(0..<90))]).sized {
        ItemSize(width: 30 + Float($0 * 37 % 90), height: 40 + Float($0 * 53 % 60))
    }

    @Test(arguments: 0..<40) func asManyLinesFitAsWereAskedFor(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<draws(50, long: 2_000) {
            let count = Int.random(in: 1...4, using: &random)
            let spacing = Double.random(in: 0...12, using: &random)
            let header = Bool.random(using: &random) ? Double.random(in: 1...50, using: &random) : 0
            let (width, height) = (
                Double.random(in: 100...1_500, using: &random), Double.random(in: 40...1_200, using: &random)
            )
            let inset = (horizontal: 4.0, vertical: Double.random(in: 0...20, using: &random))
            let layouts: [any HeightFittedLayout] = [
                FlowLayout(
                    columns: [.fixed(3), .adaptive(minimum: 120), .sized(90, atMost: 180)].randomElement(
                        using: &random)!,
                    itemSize: [.square, .aspectRatio(0.8), .height(150)].randomElement(using: &random)!,
                    minimumLineSpacing: spacing, sectionInset: inset, headerHeight: header, minimumVisibleLines: count),
                JustifiedLayout(
                    rowHeight: .random(in: 60...200, using: &random), spacing: spacing, sectionInset: inset,
                    headerHeight: header, minimumVisibleLines: count),
            ]
            for layout in layouts {
                let fitted = layout.fitted(width: width, visibleHeight: height)
                let list = LayoutList(Self.sizes)
                let geometry = fitted.geometry(of: list, width: width, after: nil)
                let free = layout.geometry(of: list, width: width, after: nil)
                var lines = [geometry.frame(at: 0)]
                for position in 1..<90 where geometry.frame(at: position).y > lines.last!.y {
                    lines.append(geometry.frame(at: position))
                }
                let line = lines.prefix(count).last!
                let isFit = line.y + line.height <= height + 0.01
                let isLeast = lines.allSatisfy { $0.height <= 44.01 }
                #expect(isFit || isLeast, "\(layout) at \(width) × \(height)")
                if let rows = layout as? JustifiedLayout {
                    #expect(rows.fitted(width: width, visibleHeight: 10_000) as? JustifiedLayout == rows)
                    #expect((fitted as? JustifiedLayout).map { $0.rowHeight <= rows.rowHeight } == true)
                }
                if layout is FlowLayout { #expect(lines[0].height <= free.frame(at: 0).height + 0.01) }
            }
        }
    }

    @Test func withoutANumberOfLinesTheHeightChangesNothing() {
        let flow = FlowLayout(columns: .fixed(3), itemSize: .height(500))
        #expect(flow.fitted(width: 300, visibleHeight: 10) as? FlowLayout == flow)
        let rows = JustifiedLayout(rowHeight: 500)
        #expect(rows.fitted(width: 300, visibleHeight: 10) as? JustifiedLayout == rows)
    }

    @Test func inAListThatScrollsToTheRightColumnsGetNarrower() {
        let layout = FlowLayout(columns: .sized(90), scrollDirection: .horizontal, minimumVisibleLines: 3)
        let geometry = layout.fitted(width: 300, visibleHeight: 210)
            .geometry(of: LayoutList(Self.sizes), width: 300, after: nil)
        #expect(geometry.frame(at: 0).height == 70)
    }

    @Test func aCollectionViewLaysOutAnewOnlyWhereTheHeightMatters() async throws {
        let grid = CollectionView<Int>(
            recording: FlowLayout(columns: .fixed(2), itemSize: .height(100), minimumVisibleLines: 2))
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.dataSource = DiffableDataSource<Int>(Self.sizes) { item, cell in cell["label"] = "\(item)" }
        func show(y: Double, height: Double) async throws {
            try await grid.scroll(to: ContentRect(y: y, width: 200, height: height))
        }
        try await show(y: 0, height: 500)
        try await show(y: 1_000, height: 500)
        #expect(grid.visibleItems.first == 20)
        _ = grid.takeChanges()
        try await show(y: 1_000, height: 300)
        #expect(grid.visibleRect == ContentRect(y: 1_000, width: 200, height: 300))
        try await show(y: 1_000, height: 120)
        // Cells are 60 points high, and the first item in view stays there.
        #expect(grid.visibleRect == ContentRect(y: 600, width: 200, height: 120))
        #expect(grid.visibleItems == Array(20..<24))
        #expect(grid.layout is FlowLayout)
        // The box loses the padding at its top while it scrolls. Cells do not grow under the finger.
        for height in stride(from: 124.0, through: 232, by: 12) { try await show(y: 600, height: height) }
        #expect(grid.visibleItems.first == 20 && grid.visibleRect.y == 600)
        try await show(y: 600, height: 400)
        #expect(grid.visibleRect.y == 1_000 && grid.visibleItems.first == 20)
    }
}
