import AviarySnapshots
import AviaryTesting
import AviaryViews
import Foundation
import Testing

/// A view does the same for identifiers of any type. A screen says and hears their texts.
struct ItemIdentifierTests {
    @Test func anIdentifierIsReadFromItsText() throws {
        func check<ID: ItemIdentifier>(_ id: ID, is text: String) {
            #expect(id.itemText == text)
            #expect(ID.identifier(from: text) == id)
        }
        check(-7, is: "-7")
        check(Int8.min, is: "-128")
        check(Int16.max, is: "32767")
        check(UInt8.max, is: "255")
        check(UInt16.max, is: "65535")
        check(Int64.min, is: "-9223372036854775808")
        check(UInt64.max, is: "18446744073709551615")
        check("", is: "")
        check("a/b \"c\" é", is: "a/b \"c\" é")
        check(PlantID(row: 5), is: "5")
        let text = "0F8FAD5B-D9CB-469F-A165-70867728950E"
        check(try #require(UUID(uuidString: text)), is: text)
        for text in ["", "7", "0F8FAD5B", "0F8FAD5B-D9CB-469F-A165-70867728950E ", "\u{0}"] {
            #expect(UUID.identifier(from: text) == nil)
        }
        for text in ["", "7x", "99999999999999999999"] { #expect(Int64.identifier(from: text) == nil) }
        for text in ["-1", "256"] { #expect(UInt8.identifier(from: text) == nil) }
    }

    @Test func uuids() async throws { try await useView(of: (0..<8).map { _ in UUID() }, without: UUID()) }

    @Test func texts() async throws {
        try await useView(of: ["", " ", "a/b", "\"", "1", "01", "é", "\u{1F331}"], without: "2")
    }

    @Test func identifiersOfAnApp() async throws {
        try await useView(of: (1...8).map { PlantID(row: $0) }, without: PlantID(row: 9))
    }

    /// Selects, moves, edits and changes eight items in two sections, as a browser would.
    private func useView<ID: ItemIdentifier>(of items: [ID], without stranger: ID) async throws {
        let names = items.map(\.itemText)
        let grid = CollectionView<ID>(
            recording: FlowLayout(columns: .fixed(2), itemSize: .height(100), headerHeight: 20))
        grid.register(CellTemplate("Cell", outlets: []))
        grid.allowsMultipleSelection = true
        let source = DiffableDataSource<ID>(
            ListSnapshot(uniqueSections: [(0, Array(items[..<5])), (1, Array(items[5...]))])
        ) { _, _ in }
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(width: 200, height: 10_000))
        #expect(Set(grid.takeChanges().flatMap(\.tiles)) == Set(names))

        // Selection: by a press, by a range, written down and brought back.
        #expect(grid.tap(names[1]))
        #expect(grid.selection == [items[1]])
        #expect(grid.takeChanges().contains(.selected(on: [names[1]], off: [])))
        #expect(!grid.tap(stranger.itemText) && !grid.tap("no such item"))
        grid.deselectAll()
        #expect(grid.selectRange(from: .item(names[2]), to: .item(names[6]), isOn: true))
        #expect(grid.selection == Set(items[2...6]))
        let runs = try #require(grid.selectionRuns())
        #expect(runs.map(\.first) == Array(names[2...6]))
        grid.deselectAll()
        grid.restoreSelection(runs)
        #expect(grid.selection == Set(items[2...6]))

        // Moving by hand: several go together, in the order of the list.
        let request = MoveRequest(item: names[3], side: .before, end: .item(names[0]))
        let move = try grid.move(for: request) as? ItemMove<ID>
        #expect(move == ItemMove(Array(items[2...6]), to: .before(items[0])))
        #expect(throws: MoveRefusal.gone) {
            _ = try grid.move(for: MoveRequest(item: stranger.itemText, side: .before, end: .item(names[0])))
        }
        let tea = DroppedContent(text: "Tea")
        let drop = try grid.drop(for: DropRequest(tea, side: .behind, end: .item(names[7]))) as? ItemDrop<ID>
        #expect(drop?.target == .behind(items[7]))

        // Editing, and an update in which the edited item moves and another one leaves.
        try await grid.edit([names[4], stranger.itemText])
        #expect(grid.takeChanges().contains(.gone(item: stranger.itemText)))
        source.apply(ListSnapshot(uniqueSections: [(0, [items[4]] + Array(items[1..<4])), (1, Array(items[5...]))]))
        #expect(grid.item(named: names[0]) == nil)
        #expect(grid.item(named: names[4]) == items[4])
        #expect(grid.selection == Set(items[2...6]))
        #expect(grid.visibleItems == [items[4], items[1], items[2], items[3]] + items[5...])
    }
}

/// As in the documentation of `ItemIdentifier`.
private struct PlantID: Hashable { var row: Int64 }

extension PlantID: ItemIdentifier {
    static func identifier(from itemText: String) -> PlantID? { Int64(itemText).map { PlantID(row: $0) } }
    var itemText: String { String(row) }
}

extension CollectionChange {
    /// The names of the tiles that the screen is given.
    fileprivate var tiles: [String] {
        switch self {
        case .reload(let reload): reload.tiles.map(\.id)
        case .splice(let splice): splice.steps.compactMap { if case .insert(let tile) = $0 { tile.id } else { nil } }
        default: []
        }
    }
}
