import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// Random histories of a collection view with sections, replayed on a screen that gets only its messages.
struct SectionsReplayTests {
    @Test(arguments: 0..<UInt64(draws(8, long: 1_000))) func theScreenShowsTheSectionsOfTheView(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        let layout = FlowLayout(
            columns: .adaptive(minimum: 90), itemSize: .height(50), minimumLineSpacing: Double(seed % 3) * 4,
            sectionInset: (horizontal: 5, vertical: Double(seed % 4) * 3), headerHeight: 30,
            footerHeight: seed % 3 == 0 ? 20 : 0, emptySectionHeight: Double(seed % 2) * 40)
        let grid = CollectionView<Int>(recording: layout)
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.register(header: CellTemplate("Header", outlets: [.init("name"), .init("count", .number)]))
        grid.register(footer: CellTemplate("Footer", outlets: [.init("sum", .number)]))
        grid.allowsMultipleSelection = true
        var factor = 1.0
        grid.configureFooters { (section: String, count, footer) in footer["sum"] = factor * Double(count) }
        grid.configureHeaders { (section: String, count, header) in
            header["name"] = "The \(section)"
            header["count"] = Double(count)
        }
        var sections: [(name: String, items: [Int])] = []
        var (nextItem, nextSection) = (0, 0)
        let source = DiffableDataSource<Int>(ListSnapshot<String, Int>()) { item, cell in cell["label"] = "\(item)" }
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        var screen = Screen()
        var (rangeBegin, isRange) = (0, false)

        func somewhere() -> Int? { sections.isEmpty ? nil : Int.random(in: 0..<sections.count, using: &random) }
        func taken() -> Int? {
            guard let section = somewhere(), !sections[section].items.isEmpty else { return nil }
            return sections[section].items.remove(at: .random(in: 0..<sections[section].items.count, using: &random))
        }
        func put(_ item: Int) {
            guard let section = somewhere() else { return }
            sections[section].items.insert(
                item, at: .random(in: 0...sections[section].items.count, using: &random))
        }

        for step in 0..<1_500 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    switch Int.random(in: 0..<9, using: &random) {
                    case 0..<4:
                        put(nextItem)
                        nextItem += 1
                    case 4, 5: _ = taken()
                    case 6: if let item = taken() { put(item) }
                    case 7 where sections.count < 12 || Bool.random(using: &random):
                        sections.insert(("S\(nextSection)", []), at: .random(in: 0...sections.count, using: &random))
                        nextSection += 1
                    default:
                        guard let section = somewhere() else { break }
                        let gone = sections.remove(at: section)
                        if Bool.random(using: &random) {
                            sections.insert(gone, at: .random(in: 0...sections.count, using: &random))
                        }
                    }
                }
                source.apply(ListSnapshot(uniqueSections: sections.map { ($0.name, $0.items) }))
            case 6 where Bool.random(using: &random):
                factor += 1
                grid.reconfigureHeaders()
            case 6, 7:
                let end = grid.geometry.contentHeight
                let y = Double.random(in: 0...max(1, end), using: &random)
                try await grid.scroll(to: ContentRect(y: y, width: grid.visibleRect.width, height: 200))
            case 8:
                let width = Double.random(in: 100...600, using: &random)
                try await grid.scroll(to: ContentRect(y: grid.visibleRect.y, width: width, height: 200))
            default:
                let count = sections.reduce(0) { $0 + $1.items.count }
                guard count > 0 else { break }
                rangeBegin = Int.random(in: 0..<count, using: &random)
                let end = Int.random(in: 0..<count, using: &random)
                isRange.toggle()
                #expect(grid.selectRange(from: .position(rangeBegin), to: .position(end), isOn: isRange))
            }
            for change in grid.takeChanges() { try screen.apply(change) }

            let note: Comment = "seed \(seed), step \(step)"
            let items = sections.flatMap(\.items)
            let window = screen.base..<screen.base + screen.tiles.count
            #expect(screen.count == items.count, note)
            #expect(screen.sections == sections.map(\.items.count), note)
            #expect(screen.tiles.map(\.id) == items[window].map { "\($0)" }, note)
            let shown = screen.headedSections
            #expect(
                screen.headers
                    == sections[shown].flatMap { name, items in
                        let count = Double(items.count)
                        let header = CollectionChange.Header(
                            id: name, values: [.text("The \(name)"), .number(count)])
                        let footer = CollectionChange.Header(id: name, values: [.number(factor * count)])
                        return layout.footerHeight > 0 ? [header, footer] : [header]
                    }, note)

            // The layout the screen computes for itself, and what of it is in view.
            let lattice = layout.lattice(width: grid.visibleRect.width, sections: screen.sections)
            let visible = lattice.positions(in: grid.visibleRect)
            #expect(visible.clamped(to: window) == visible, note)
            #expect(grid.visibleItems == Array(items[visible]), note)
            let headed = sections.indices.filter {
                lattice.offset(ofSection: $0) < grid.visibleRect.y + grid.visibleRect.height
                    && lattice.offset(ofSection: $0 + 1) > grid.visibleRect.y
            }
            #expect(headed.allSatisfy(shown.contains), note)
        }
    }
}
