import AviarySnapshots
import AviaryViews
import Testing

/// Mistakes of an app, or in its data, are reported once and otherwise ignored. They never end the server.
struct MistakeTests {
    let grid = CollectionView<Int>(recording: FlowLayout(columns: .fixed(1), itemSize: .height(50)))
    let list = try? ListSnapshot(items: 100)

    private func show(_ cell: @escaping (Int, Cell) -> Void, kind: ((Int) -> String)? = nil) async throws {
        grid.dataSource = DiffableDataSource(try #require(list), reuseIdentifier: kind, cell: cell)
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
    }

    @Test func anUnknownOutletIsToldOnce() async throws {
        grid.register(CellTemplate("BookCell", outlets: [.init("title")]))
        try await show { book, cell in
            cell["titel"] = "Emma"
            cell["title"] = "Persuasion"
        }
        #expect(grid.takeMistakes() == ["The template BookCell has no outlet named titel."])
        #expect(grid.cell(for: 1)?["title"] == "Persuasion")
        try await grid.scroll(to: ContentRect(y: 2_000, width: 300, height: 200))
        #expect(grid.takeMistakes() == [])
    }

    @Test func aValueOfAnotherKindIsToldAndLeftAlone() async throws {
        grid.register(CellTemplate("BookCell", outlets: [.init("rating", .number)]))
        try await show { book, cell in cell["rating"] = "five" }
        #expect(grid.takeMistakes() == ["The outlet rating of the template BookCell takes a number, not a text."])
    }

    @Test func anUnknownReuseIdentifierTakesTheFirstTemplate() async throws {
        grid.register(CellTemplate("BookCell", outlets: [.init("title")]))
        try await show({ book, cell in cell["title"] = "\(book)" }, kind: { $0 == 3 ? "FilmCell" : "BookCell" })
        #expect(grid.takeMistakes() == ["No template has the reuse identifier FilmCell; the first one is used."])
        #expect(grid.cell(for: 3)?["title"] == "3")
    }

    @Test func mistakesMadeOfDataAreBounded() async throws {
        grid.register(CellTemplate("BookCell", outlets: []))
        try await show { book, cell in cell["book \(book)"] = "" }
        for y in 1...20 { try await grid.scroll(to: ContentRect(y: Double(y) * 200, width: 300, height: 200)) }
        #expect(grid.takeMistakes().count == 16)
    }

    @Test func aDataSourceBeforeItsTemplatesIsShownWhenTheyAreKnown() async throws {
        try await show { book, cell in cell["title"] = "\(book)" }
        grid.reloadData()
        grid.register(CellTemplate("BookCell", outlets: [.init("title")]))
        #expect(grid.cell(for: 1)?["title"] == "1")
        #expect(grid.takeMistakes() == [])
    }

    @Test func ofSeveralToSelectTheFirstIsTaken() async throws {
        grid.register(CellTemplate("BookCell", outlets: []))
        try await show { _, _ in }
        grid.select([7, 5, 9])
        #expect(grid.selection == [5])
        #expect(grid.takeMistakes() == ["This collection view selects one item at a time, not 3."])
    }

    @Test func aHeadersMistakeIsTold() async throws {
        let grid = CollectionView<Int>(
            recording: FlowLayout(columns: .fixed(1), itemSize: .height(50), headerHeight: 40))
        grid.register(CellTemplate("BookCell", outlets: []))
        grid.register(header: CellTemplate("ShelfHeader", outlets: [.init("name")]))
        grid.dataSource = DiffableDataSource(try #require(list)) { _, _ in }
        grid.configureHeaders { (section: Int, count, header) in header["nmae"] = "A" }
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        #expect(grid.takeMistakes() == ["The template ShelfHeader has no outlet named nmae."])
    }

    @Test func sectionsOfAnotherTypeAreTold() async throws {
        let grid = CollectionView<Int>(
            recording: FlowLayout(columns: .fixed(1), itemSize: .height(50), headerHeight: 40))
        grid.register(CellTemplate("BookCell", outlets: []))
        grid.register(header: CellTemplate("ShelfHeader", outlets: [.init("name")]))
        grid.dataSource = DiffableDataSource(try #require(list)) { _, _ in }
        grid.configureHeaders { (section: String, count, header) in header["name"] = section }
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        #expect(grid.takeMistakes() == ["Headers are configured for sections of String, and these are of Int."])
    }

    @Test func footersWithoutATemplateAreTold() async throws {
        let layout = FlowLayout(columns: .fixed(1), itemSize: .height(50), headerHeight: 40, footerHeight: 20)
        let grid = CollectionView<Int>(recording: layout)
        grid.register(CellTemplate("BookCell", outlets: []))
        grid.register(header: CellTemplate("ShelfHeader", outlets: [.init("name")]))
        grid.dataSource = DiffableDataSource(try #require(list)) { _, _ in }
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        #expect(grid.takeMistakes() == ["The layout has footers, and the storyboard has no template for them."])
        grid.register(footer: CellTemplate("ShelfFooter", outlets: [.init("sum")]))
        grid.configureFooters { (section: String, count, footer) in footer["sum"] = section }
        #expect(grid.takeMistakes() == ["Footers are configured for sections of String, and these are of Int."])
    }

    // MARK: Menus

    private final class Keeper: CollectionViewDelegate {
        func collectionView(_ view: CollectionView<Int>, menuFor items: Set<Int>) -> Menu? {
            items.isEmpty ? nil : Menu([MenuItem("Delete", action: "delete", shortcut: "Delete")])
        }
    }

    /// A box without items may have no height: the first cell comes after the first item, when it has.
    @Test func menusAreToldWhenThereIsTheFirstCell() async throws {
        let keeper = Keeper()
        let source = DiffableDataSource<Int> { _, _ in }
        grid.register(CellTemplate("BookCell", outlets: []))
        grid.delegate = keeper
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(width: 300, height: 0))
        source.apply(try #require(list))
        let before = grid.takeChanges()
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        let told = before + grid.takeChanges()
        #expect(told.contains { if case .menus(let menus) = $0 { menus.shortcuts == ["Delete"] } else { false } })
        try await grid.scroll(to: ContentRect(y: 3_000, width: 300, height: 200))
        #expect(!grid.takeChanges().contains { if case .menus = $0 { true } else { false } })
    }
}

extension ListSnapshot<Int, Int> {
    fileprivate init(items count: Int) throws {
        self.init()
        try appendSections([0])
        try appendItems(Array(1...count), toSection: 0)
    }
}
