import AviarySnapshots
import AviaryTesting
import Testing

@testable import AviaryViews

/// Supplementary views of cells and sections: they come, change and go with what they are anchored to.
struct SupplementaryTests {
    private final class Shelf {
        var badges: [Int: Int] = [:]
        var asked: [Int] = []
    }

    private let shelf = Shelf()
    private static let badge = CellTemplate("Badge", outlets: [.init("count", .number), .init("name")])
    private static let mark = CellTemplate("Mark", outlets: [])
    private static let line = CellTemplate("Line", outlets: [.init("name")])

    private func grid(
        headerHeight: Double = 0, footerHeight: Double = 0
    ) -> CollectionView<Int> {
        let layout = FlowLayout(
            columns: .fixed(2), itemSize: .height(100), headerHeight: headerHeight, footerHeight: footerHeight)
        let grid = CollectionView<Int>(recording: layout)
        grid.register(
            CellTemplate("Cell", outlets: [.init("label")], supplementaryViews: [Self.badge, Self.mark]))
        grid.register(header: CellTemplate("Head", outlets: [.init("title")], supplementaryViews: [Self.line]))
        grid.register(footer: CellTemplate("Foot", outlets: [], supplementaryViews: [Self.line]))
        grid.configureSupplementary("Badge", at: .init(.topTrailing)) { [shelf] item, badge in
            shelf.asked.append(item)
            badge["count"] = shelf.badges[item]
            badge["name"] = "badge of \(item)"
            return shelf.badges[item] != nil
        }
        grid.configureSupplementary("Mark", at: .init(.center)) { item, _ in item % 4 == 0 }
        return grid
    }

    private func source(_ items: some Sequence<Int>) -> DiffableDataSource<Int> {
        DiffableDataSource(ListSnapshot(uniqueSections: [("a", Array(items))])) { item, cell in
            cell["label"] = "\(item)"
        }
    }

    private func tiles(_ grid: CollectionView<Int>) -> [CollectionChange.Tile] {
        grid.takeChanges().reversed().lazy.compactMap {
            if case .reload(let reload) = $0 { reload.tiles } else { nil }
        }.first ?? []
    }

    @Test func aCellHasThoseThatAreThereBehindItsOwnValues() async throws {
        let grid = grid()
        shelf.badges = [1: 5, 4: 7]
        grid.dataSource = source(0..<6)
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        let values = tiles(grid).map(\.values)
        #expect(
            values == [
                // A badge that is not there takes values only in front of a mark that is.
                [.text("0"), nil, nil, nil, .flag(false)],
                [.text("1"), .flag(false), .number(5), .text("badge of 1")],
                [.text("2")], [.text("3")],
                [.text("4"), .flag(false), .number(7), .text("badge of 4"), .flag(false)],
                [.text("5")],
            ])
        #expect(grid.supplementaryView("Badge", for: 4)?["count"] == 7)
        #expect(grid.supplementaryView("Badge", for: 4)?["name"] == "badge of 4")
        #expect(grid.supplementaryView("Mark", for: 4) != nil && grid.supplementaryView("Mark", for: 1) == nil)
        #expect(grid.supplementaryView("Badge", for: 0) == nil && grid.supplementaryView("Line", for: 0) == nil)
        #expect(grid.takeMistakes() == [])
    }

    @Test func whatAViewThatIsNotThereWasSetToIsNotTold() async throws {
        let grid = grid()
        grid.dataSource = source(0..<2)
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        #expect(tiles(grid).map(\.values) == [[.text("0"), nil, nil, nil, .flag(false)], [.text("1")]])
    }

    @Test func onlyWhatChangesIsToldAndAViewThatGoesIsTakenBack() async throws {
        let grid = grid()
        shelf.badges = [1: 5]
        grid.dataSource = source(0..<100)
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        _ = grid.takeChanges()
        func change() async throws -> [CollectionChange] {
            grid.reconfigureItems([1, 99])
            try await grid.doWorkDue()
            return grid.takeChanges()
        }
        shelf.badges[1] = 6
        #expect(try await change() == [.cell(item: "1", values: [2: .some(.number(6))])])
        #expect(try await change() == [])
        shelf.badges[1] = nil
        let nothing: CellValue? = nil
        #expect(try await change() == [.cell(item: "1", values: [1: nothing, 2: nothing, 3: nothing])])
        shelf.badges[1] = 8
        #expect(
            try await change()
                == [.cell(item: "1", values: [1: .flag(false), 2: .number(8), 3: .text("badge of 1")])])
    }

    @Test func theyAreAskedForNearTheVisibleRectOnlyAndNotBySearch() async throws {
        let grid = grid()
        grid.searchOutlet = "label"
        grid.dataSource = source(0..<10_000)
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        #expect(shelf.asked.sorted() == Array(grid.window))
        #expect(shelf.asked.count < 30)
        shelf.asked = []
        try await grid.search(for: "400", from: 0, number: 1)
        #expect(shelf.asked == [])
        try await grid.scroll(to: ContentRect(y: 200_000, width: 200, height: 300))
        #expect(shelf.asked.sorted() == Array(grid.window))
    }

    @Test(arguments: 0..<10) func aScreenShowsThemThroughAnyHistory(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let grid = grid(headerHeight: 30, footerHeight: 20)
        grid.configureSupplementary("Line", at: .init(seed % 2 == 0 ? .top : .bottom)) {
            (section: String, count, line) in
            line["name"] = "line of \(section), \(count)"
            return count % 2 == 1
        }
        var items = Array(0..<40)
        let source = source(items)
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        var screen = Screen()
        for step in 0..<300 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: items.insert(40 + step, at: .random(in: 0...items.count, using: &random))
            case 1 where items.count > 4: items.remove(at: .random(in: 0..<items.count, using: &random))
            case 2: items.append(items.remove(at: .random(in: 0..<items.count, using: &random)))
            case 3:
                let y = Double.random(in: 0...1_500, using: &random)
                try await grid.scroll(to: ContentRect(y: y, width: 200, height: 300))
            default:
                let item = items.randomElement(using: &random) ?? 0
                shelf.badges[item] = Bool.random(using: &random) ? step : nil
                if Bool.random(using: &random) { grid.reloadItems([item]) } else { grid.reconfigureItems([item]) }
                try await grid.doWorkDue()
            }
            source.apply(ListSnapshot(uniqueSections: [("a", items)]))
            for change in grid.takeChanges() { try screen.apply(change) }
            for tile in screen.tiles {
                let item = try #require(Int(tile.id))
                let badge: [CellValue?] =
                    shelf.badges[item].map {
                        [.flag(false), .number(Double($0)), .text("badge of \(item)")]
                    } ?? [nil, nil, nil]
                let whole = [.text("\(item)")] + badge + [item % 4 == 0 ? .flag(false) : nil]
                let values = tile.values + Array(repeating: nil, count: max(0, whole.count - tile.values.count))
                #expect(values == whole, "seed \(seed), step \(step)")
            }
            let line: [CellValue?] =
                items.count % 2 == 1 ? [.flag(false), .text("line of a, \(items.count)")] : []
            let headers: [CollectionChange.Header] = [
                .init(id: "a", values: [nil] + (seed % 2 == 0 ? line : [])),
                .init(id: "a", values: seed % 2 == 0 ? [] : line),
            ]
            #expect(screen.headers == headers, "seed \(seed), step \(step)")
        }
    }

    @Test func oneAtTheBottomOfSectionsStandsInTheirFooters() async throws {
        let grid = grid(headerHeight: 30, footerHeight: 20)
        grid.configureHeaders { (section: String, _, header) in header["title"] = section }
        grid.configureSupplementary("Line", at: .init(.bottomLeading)) { (section: String, count, line) in
            line["name"] = "\(count)"
            return true
        }
        grid.dataSource = source(0..<3)
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        let headers = grid.takeChanges().reversed().lazy.compactMap { change -> [CollectionChange.Header]? in
            if case .reload(let reload) = change { reload.headers?.list } else { nil }
        }.first
        #expect(
            headers == [
                .init(id: "a", values: [.text("a")]), .init(id: "a", values: [.flag(false), .text("3")]),
            ])
        #expect(grid.takeMistakes() == [])
    }

    @Test func aSectionIsCalledByItsHeaderAlone() async throws {
        let grid = grid(headerHeight: 30)
        grid.configureSupplementary("Line", at: .init(.top)) { (section: String, _, line) in
            line["name"] = "no label"
            return true
        }
        grid.dataSource = source(0..<3)
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        #expect(grid.label(of: 0) == "a")
    }

    @Test func mistakesAreTold() async throws {
        let grid = grid(headerHeight: 30)
        grid.configureSupplementary("Bagde", at: .init(.top)) { _, _ in true }
        grid.configureSupplementary("Badge", at: .init(.top)) { _, badge in
            badge["cuont"] = 1
            return true
        }
        grid.configureSupplementary("Line", at: .init(.bottom)) { (_: Int, _, _) in true }
        grid.dataSource = DiffableDataSource(ListSnapshot(uniqueSections: [("a", [1])])) { _, cell in
            cell["Badge-count"] = 3
        }
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        #expect(
            grid.takeMistakes().sorted() == [
                "The storyboard has no supplementary view Bagde whose anchor is a cell.",
                "The supplementary view Line stands at the bottom of sections, and these have no footers.",
                "The template Badge has no outlet named cuont.", "The template Cell has no outlet named Badge-count.",
            ])
        grid.configureSupplementary("Line", at: .init(.top)) { (_: Int, _, _) in true }
        #expect(
            grid.takeMistakes()
                == ["Views of the kind Line are configured for sections of Int, and these are of String."])
    }

    @Test func whatIsConfiguredLaterIsShownInCellsThatAreThere() async throws {
        let grid = grid()
        grid.dataSource = source(0..<2)
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        _ = grid.takeChanges()
        grid.configureSupplementary("Mark", at: .init(.top)) { item, _ in item == 1 }
        #expect(grid.isWorkDue)
        try await grid.doWorkDue()
        let nothing: CellValue? = nil
        #expect(
            grid.takeChanges() == [.cell(item: "0", values: [4: nothing]), .cell(item: "1", values: [4: .flag(false)])])
    }

    @Test func aViewThatEndsHoldsNothingOfItsController() {
        let grid = grid()
        final class Controller {}
        weak var held: Controller?
        do {
            let controller = Controller()
            held = controller
            grid.configureSupplementary("Badge", at: .init(.top)) { [controller] _, _ in
                controller === controller
            }
            grid.configureSupplementary("Line", at: .init(.top)) { [controller] (_: Int, _, _) in
                controller === controller
            }
        }
        #expect(held != nil)
        grid.end()
        #expect(held == nil)
    }
}
