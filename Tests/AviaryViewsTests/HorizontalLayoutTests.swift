import AviarySnapshots
import AviaryTesting
import Testing

@testable import AviaryViews

struct HorizontalLayoutTests {
    private static let kinds = ["flow", "justified", "list", "grid"]

    /// One layout that scrolls down, and the same with its insets exchanged, to the right.
    private static func pair(_ kind: String, _ random: inout SeededGenerator) -> [any SectionedLayout] {
        let inset = (horizontal: Double.random(in: 0...20, using: &random).rounded(), vertical: 6.0)
        let (line, item) = (
            Double(Int.random(in: 0...9, using: &random)), Double(Int.random(in: 0...9, using: &random))
        )
        let columns = Int.random(in: 1...4, using: &random)
        let (header, footer) = (Bool.random(using: &random) ? 40.0 : 0, Bool.random(using: &random) ? 24.0 : 0)
        return [ScrollDirection.vertical, .horizontal].map { direction in
            var layout: any SectionedLayout =
                switch kind {
                case "flow": SizedFlowLayout(minimumLineSpacing: line, minimumInteritemSpacing: item)
                case "justified": JustifiedLayout(rowHeight: 90, maximumRowHeight: 140, spacing: line)
                case "list": ListLayout(rowHeight: .ofItem, minimumLineSpacing: line)
                default:
                    FlowLayout(
                        columns: .fixed(columns), itemSize: .height(70), minimumLineSpacing: line,
                        minimumInteritemSpacing: item)
                }
            layout.sectionInset = direction == .vertical ? inset : (inset.vertical, inset.horizontal)
            (layout.headerHeight, layout.footerHeight, layout.emptySectionHeight) = (header, footer, header / 2)
            layout.scrollDirection = direction
            return layout
        }
    }

    private static func size(of item: Int) -> ItemSize {
        ItemSize(width: Float(40 + item * 37 % 160), height: Float(30 + item * 53 % 120))
    }

    /// The change without its scroll direction.
    private static func withoutDirection(_ change: CollectionChange) -> CollectionChange {
        guard case .reload(var reload) = change else { return change }
        switch reload.geometry {
        case .lattice(var lattice):
            lattice.scrollDirection = .vertical
            reload.geometry = .lattice(lattice)
        case .frames(var key, let frames):
            key.scrollDirection = .vertical
            reload.geometry = .frames(key, frames)
        }
        return .reload(reload)
    }

    /// Two views of one list, one with everything transposed, send the same messages.
    @Test(arguments: 0..<UInt64(draws(20, long: 1_000))) func whatScrollsToTheRightIsWhatScrollsDownTransposed(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let kind = Self.kinds[Int(seed) % Self.kinds.count]
        let layouts = Self.pair(kind, &random)
        var sections = (0..<5).map { section in
            (section, Array(section * 100..<section * 100 + Int.random(in: 0...40, using: &random)))
        }
        var next = 1_000
        func list(_ direction: ScrollDirection) -> ListSnapshot<Int, Int> {
            ListSnapshot(uniqueSections: sections).sized { Self.size(of: $0).transposed(direction) }
        }
        let sources = layouts.map { DiffableDataSource<Int>(list($0.scrollDirection)) { _, _ in } }
        let views = zip(layouts, sources).map { layout, source in
            let view = CollectionView<Int>(recording: layout)
            view.register(CellTemplate("Cell", outlets: []))
            view.register(header: CellTemplate("Header", outlets: []))
            view.register(footer: CellTemplate("Footer", outlets: []))
            view.allowsMultipleSelection = true
            view.dataSource = source
            return view
        }
        let recorders = views.map { view in
            let recorder = Recorder()
            view.delegate = recorder
            return recorder
        }
        let down = views[0]
        for step in 0..<40 {
            let items = sections.flatMap(\.1)
            switch step == 0 ? 0 : Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let rect = ContentRect(
                    y: Double.random(in: 0...max(1, down.geometry.contentHeight), using: &random).rounded(), width: 400,
                    height: 200)
                for view in views { try await view.scroll(to: rect.transposed(view.layout.scrollDirection)) }
                for (view, recorder) in zip(views, recorders) {
                    let rests = recorder.rests.count
                    view.endScrolling(at: view.visibleRect)
                    #expect(recorder.rests.count == rests + 1)
                }
            case 3:
                let width = Double.random(in: 200...600, using: &random).rounded()
                let rect = ContentRect(y: down.visibleRect.y, width: width, height: 200)
                for view in views { try await view.scroll(to: rect.transposed(view.layout.scrollDirection)) }
            case 4:
                guard let item = items.randomElement(using: &random) else { continue }
                for view in views {
                    view.scrollToItem(item, at: view === down ? .centeredVertically : .centeredHorizontally)
                    try await view.scrollToTarget()
                }
            case 5:
                let rect = ContentRect(
                    x: 30, y: down.visibleRect.y + 20, width: .random(in: 0...300, using: &random), height: 150)
                let bands = views.map { rect.transposed($0.layout.scrollDirection) }
                #expect(views[1].workOfBand(in: bands[1]) == down.workOfBand(in: rect))
                for (view, band) in zip(views, bands) { view.selectBand(in: band, .new) }
            default:
                let section = Int.random(in: 0..<sections.count, using: &random)
                if Bool.random(using: &random), !sections[section].1.isEmpty {
                    sections[section].1.removeFirst()
                } else {
                    sections[section].1.insert(contentsOf: next..<next + 2, at: 0)
                    next += 2
                }
                for (source, layout) in zip(sources, layouts) { source.apply(list(layout.scrollDirection)) }
            }
            let told = views.map { $0.takeChanges() }
            let note: Comment = "seed \(seed), step \(step), \(kind)"
            #expect(told[0] == told[1].map(Self.withoutDirection), note)
            #expect(views[1].visibleRect == down.visibleRect.transposed(.horizontal), note)
            #expect(views[1].visibleItems == down.visibleItems, note)
            #expect(views[1].selection == down.selection, note)
            let anchor = down.visibleItems.first.map { ScrollPosition.Anchor(item: "\($0)", offset: -7) }
            for view in views {
                let rect = view.rect(of: ScrollPosition(view.visibleRect, anchor: anchor))
                let other = down.rect(of: ScrollPosition(down.visibleRect, anchor: anchor))
                #expect(rect.transposed(view.layout.scrollDirection) == other, note)
            }
        }
    }

    @Test func everyVisibleItemIsFoundOnceAndNoneStandsOnAnother() throws {
        for seed in 0..<40 {
            var random = SeededGenerator(seed: UInt64(seed))
            let layout = Self.pair(Self.kinds[seed % 4], &random)[1]
            let sections = (0..<4).map { section in
                (section, Array(section * 100..<section * 100 + Int.random(in: 0...30, using: &random)))
            }
            let list = ListSnapshot(uniqueSections: sections).sized(by: Self.size)
            let geometry = layout.geometry(of: LayoutList(list), width: 400, after: nil)
            let frames = (0..<list.numberOfItems).map { geometry.frame(at: $0).transposed(.horizontal) }
            for x in stride(from: -50.0, to: geometry.contentHeight, by: 83) {
                let rect = ContentRect(x: x, width: 120, height: 400)
                let found = geometry.positions(in: rect.transposed(.horizontal))
                let seen = frames.indices.filter { frames[$0].x < x + 120 && frames[$0].x + frames[$0].width > x }
                #expect(seen.allSatisfy(found.contains), "seed \(seed) at \(x)")
            }
            for (number, frame) in frames.enumerated() {
                #expect(frame.y >= 0 && frame.y + frame.height <= 400.1, "seed \(seed)")
                for other in frames[(number + 1)...] {
                    let isApart =
                        frame.x + frame.width <= other.x + 0.01 || other.x + other.width <= frame.x + 0.01
                        || frame.y + frame.height <= other.y + 0.01 || other.y + other.height <= frame.y + 0.01
                    #expect(isApart, "seed \(seed)")
                }
            }
        }
    }

    @Test func columnsAreFilledFromTheTopAndSectionsFollowToTheRight() {
        let layout = SizedFlowLayout(
            minimumLineSpacing: 10, minimumInteritemSpacing: 4, sectionInset: (horizontal: 8, vertical: 3),
            headerHeight: 30, footerHeight: 20, scrollDirection: .horizontal)
        let list = ListSnapshot(uniqueSections: [("a", [1, 2, 3]), ("b", [4])])
            .sized { ItemSize(width: $0 == 2 ? 60 : 50, height: 40) }
        let geometry = layout.geometry(of: LayoutList(list), width: 100, after: nil)
        let frames = (0..<4).map { geometry.frame(at: $0).transposed(.horizontal) }
        // Two of 40 points and 4 between them fit into 100 without the insets of 3; the narrower one stands in the middle.
        #expect(frames[0] == ContentRect(x: 43, y: 3, width: 50, height: 40))
        #expect(frames[1] == ContentRect(x: 38, y: 47, width: 60, height: 40))
        #expect(frames[2] == ContentRect(x: 108, y: 3, width: 50, height: 40))
        // Behind the inset and the footer of the first section, and its own header.
        #expect(frames[3] == ContentRect(x: 158 + 8 + 20 + 30 + 8, y: 3, width: 50, height: 40))
        #expect(geometry.headerFrame(at: 0).transposed(.horizontal) == ContentRect(width: 30, height: 100))
        #expect(geometry.sectionFrame(at: 1).transposed(.horizontal) == ContentRect(x: 186, width: 116, height: 100))
    }

    @Test func aLayoutOfTheOtherDirectionKeepsTheFirstItemInView() async throws {
        let view = CollectionView<Int>(recording: FlowLayout(columns: .fixed(2), itemSize: .height(50)))
        view.register(CellTemplate("Cell", outlets: []))
        view.dataSource = DiffableDataSource<Int>(
            ListSnapshot(uniqueSections: [(0, Array(0..<1_000))]).sized { _ in ItemSize(width: 80, height: 100) }
        ) { _, _ in }
        try await view.scroll(to: ContentRect(y: 5_000, width: 300, height: 120))
        #expect(view.visibleItems.first == 200)
        _ = view.takeChanges()
        try await view.setLayout(SizedFlowLayout(scrollDirection: .horizontal))
        #expect(view.visibleRect == ContentRect(x: 200 * 80, width: 300, height: 120))
        #expect(view.visibleItems == [200, 201, 202, 203])
        let reloads = view.takeChanges().compactMap {
            if case .reload(let reload) = $0 { reload.isRelaid } else { nil }
        }
        #expect(reloads == [false], "nothing glides")
        try await view.setLayout(FlowLayout(columns: .fixed(2), itemSize: .height(50)))
        #expect(view.visibleRect == ContentRect(y: 5_000, width: 300, height: 120))
    }
}
