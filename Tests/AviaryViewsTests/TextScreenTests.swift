import AviarySnapshots
import AviaryViews
import Testing

// This file uses the public interface only, as any program can.

/// A screen of text, ten lines high.
private struct TextScreen {
    let view: any ScreenCollection

    /// Shows the content from a line on.
    func scroll(to line: Int) async throws {
        try await view.scroll(to: ContentRect(y: Double(line), width: 40, height: 10))
    }

    /// Waits for an update of the list, and shows it.
    func update() async throws { if await view.waitForUpdate() { try await view.applyUpdate() } }

    /// The visible tiles, each in a line of its own.
    var lines: [String] {
        view.visibleTiles.map { tile in
            let name: String = tile.content["name"] ?? ""
            return tile.element == .cell ? "\(tile.isSelected ? "*" : "-") \(name)" : name
        }
    }
}

struct TextScreenTests {
    private let list = CollectionView<Int>(layout: ListLayout(rowHeight: .uniform(1), headerHeight: 1))
    private let plants: Plants
    private var screen: TextScreen { TextScreen(view: list) }

    init() throws {
        plants = try Plants()
        list.register(CellTemplate("Line", outlets: [.init("name")]))
        list.register(header: CellTemplate("Head", outlets: [.init("name")]))
        list.allowsMultipleSelection = true
        list.configureHeaders(of: plants) { section, count, header in header["name"] = "\(section), \(count)" }
        list.dataSource = LiveDataSource(plants) { name, cell in cell["name"] = name }
    }

    @Test func aScreenOfTextShowsWhatIsVisible() async throws {
        try await screen.scroll(to: 0)
        #expect(screen.lines == ["Fruit, 2", "- Plant 1", "- Plant 2", "Roots, 50"] + (3..<9).map { "- Plant \($0)" })
        try await screen.scroll(to: 40)
        #expect(screen.lines == (39..<49).map { "- Plant \($0)" })
        #expect(screen.view.visibleTiles.map(\.frame.y) == (40..<50).map(Double.init))
        #expect(list.takeMistakes() == [])
    }

    @Test func sectionsHaveFooters() async throws {
        list.register(footer: CellTemplate("Foot", outlets: [.init("name")]))
        list.configureFooters(of: plants) { section, count, footer in footer["name"] = "End of \(section)" }
        var layout = ListLayout(rowHeight: .uniform(1), headerHeight: 1)
        layout.footerHeight = 1
        try await list.setLayout(layout)
        try await screen.scroll(to: 0)
        #expect(screen.lines.prefix(5) == ["Fruit, 2", "- Plant 1", "- Plant 2", "End of Fruit", "Roots, 50"])
    }

    @Test func aTapSelectsAnItem() async throws {
        try await screen.scroll(to: 0)
        #expect(screen.view.primaryAction(for: "2") == nil)
        #expect(screen.view.tap("2") && !screen.view.tap("99"))
        #expect(screen.lines.prefix(4) == ["Fruit, 2", "- Plant 1", "* Plant 2", "Roots, 50"])
        #expect(list.selection == [2] && screen.view.takeAnnouncement() == "1 of 52 selected")
    }

    @Test func anUpdateIsShownWithTheSelection() async throws {
        try await screen.scroll(to: 0)
        screen.view.tap("2")
        try plants.show([("Fruit", [2, 7]), ("Roots", [1])])
        try await screen.update()
        #expect(screen.lines == ["Fruit, 2", "* Plant 2", "- Plant 7", "Roots, 1", "- Plant 1"])
        screen.view.end()
        #expect(await !screen.view.waitForUpdate())
    }

    @Test func scrollingToAnItemIsWorkDue() async throws {
        try await screen.scroll(to: 0)
        #expect(!screen.view.isWorkDue)
        list.scrollToItem(52, at: .bottom)
        #expect(screen.view.isWorkDue)
        try await screen.view.doWorkDue()
        #expect(screen.lines.last == "- Plant 52" && !screen.view.isWorkDue)
    }
}

/// A list of plants, each named by its number.
private final class Plants: LiveList {
    typealias List = ListSnapshot<String, Int>

    private let stream: (updates: SnapshotUpdates<List>, continuation: SnapshotUpdates<List>.Continuation)

    init() throws {
        stream = SnapshotUpdates.makeUpdates(from: try Self.list([("Fruit", [1, 2]), ("Roots", Array(3...52))]))
    }

    private static func list(_ sections: [(name: String, plants: [Int])]) throws -> List {
        var list = List()
        for section in sections {
            try list.appendSections([section.name])
            try list.appendItems(section.plants, toSection: section.name)
        }
        return list
    }

    func updates() -> SnapshotUpdates<List> { stream.updates }

    func elements(for items: [Int]) async throws -> [Int: String] {
        Dictionary(uniqueKeysWithValues: items.map { ($0, "Plant \($0)") })
    }

    func show(_ sections: [(name: String, plants: [Int])]) throws {
        let (old, new) = (stream.updates.initial, try Self.list(sections))
        stream.continuation.yield(SnapshotUpdate(from: old, to: new, changeset: Changeset(from: old, to: new)))
    }
}
