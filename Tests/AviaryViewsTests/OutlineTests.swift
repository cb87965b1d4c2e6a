import AviarySnapshots
import AviaryViews
import Testing

/// Outlines as a view shows them: levels and marks in cells, wishes of a person, and moves.
struct OutlineTests {
    let list = CollectionView<Int>(recording: ListLayout(rowHeight: .uniform(40)))
    let source: DiffableDataSource<Int>

    /// 1 (2 (3, 4), 5), 6 (7)
    init() async throws {
        var outline = SectionSnapshot<Int>()
        try outline.append([1, 6])
        try outline.append([2, 5], to: 1)
        try outline.append([3, 4], to: 2)
        try outline.append([7], to: 6)
        outline.expand([1])
        var snapshot = ListSnapshot<Int, Int>()
        try snapshot.appendSections([0])
        try snapshot.apply(outline, to: 0)
        source = DiffableDataSource(snapshot) { item, cell in cell["name"] = "\(item)" }
        list.register(
            CellTemplate(
                "Row",
                outlets: [.init("outline-level", .number), .init("outline-open", .flag), .init("name")]))
        list.dataSource = source
        list.moveAction = "move"
        try await list.scroll(to: ContentRect(width: 300, height: 400))
    }

    /// The items in the window, each with its level and its mark.
    private var shown: [String] {
        list.tiles.map { tile in
            var level = -1.0
            if case .number(let known)? = tile.content.value(of: "outline-level") { level = known }
            let mark =
                switch tile.content.value(of: "outline-open") {
                case .flag(true): "-"
                case .flag(false): "+"
                default: ""
                }
            return "\(Int(level))\(mark) \(tile.identifier)"
        }
    }

    @Test func cellsHaveTheLevelAndTheMarkOfTheirItems() {
        #expect(shown == ["0- 1", "1+ 2", "1 5", "0+ 6"])
    }

    @Test func aPersonExpandsAndCollapsesItems() {
        list.setExpanded(true, "2")
        #expect(shown == ["0- 1", "1- 2", "2 3", "2 4", "1 5", "0+ 6"])
        list.setExpanded(false, "1")
        #expect(shown == ["0+ 1", "0+ 6"])
        list.setExpanded(true, "1")
        #expect(shown == ["0- 1", "1- 2", "2 3", "2 4", "1 5", "0+ 6"], "what was expanded below still is")
        let before = list.takeChanges().count
        for item in ["99", "x", ""] { list.setExpanded(true, item) }
        list.setExpanded(true, "1")
        #expect(before > 0 && list.takeChanges().isEmpty)
    }

    @Test func theScreenIsToldWhereTheParentIs() {
        _ = list.takeChanges()
        for item in ["5", "6", "99"] { list.ascend(from: item, number: 3) }
        #expect(
            list.takeChanges()
                == [0, nil, nil].map { .found(number: 3, position: $0, isParent: true) })
    }

    @Test func onlyTheMarkOfACellChangesWithItsFirstChild() throws {
        var snapshot = try #require(source.snapshot as? ListSnapshot<Int, Int>)
        var outline = try #require(snapshot.outline(of: 0))
        try outline.append([8], to: 5)
        try snapshot.apply(outline, to: 0)
        _ = list.takeChanges()
        source.apply(snapshot)
        #expect(list.takeChanges() == [.cell(item: "5", values: [1: .some(.flag(false))])])
        #expect(outline.children(of: 5) == [8])
    }

    @Test func aListWithoutLevelsShowsNone() throws {
        source.apply(ListSnapshot(uniqueSections: [(0, [1, 2])]))
        #expect(shown == ["-1 1", "-1 2"])
        list.setExpanded(true, "1")
        #expect(shown == ["-1 1", "-1 2"])
    }

    private func target(_ item: String, _ side: MoveRequest.Side, _ other: String) throws -> MoveTarget<Int>? {
        let move = try list.move(for: MoveRequest(item: item, side: side, end: .item(other)))
        return (move as? ItemMove<Int>)?.target
    }

    @Test func anItemGoesBesideAnotherOneAtItsLevelOrBelowIt() throws {
        list.setExpanded(true, "2")
        #expect(try target("6", .before, "5") == .before(5))
        #expect(try target("6", .behind, "4") == .behind(4))
        #expect(try target("6", .behind, "2") == .behind(2))
        #expect(try target("6", .section, "5") == .section("5"))
        #expect(try target("3", .behind, "2") == .behind(2), "out of its parent")
        #expect(try target("4", .behind, "3") == nil, "it is there")
        #expect(try target("3", .before, "4") == nil)
    }

    @Test func anItemGoesIntoALevelAndOutOfIt() throws {
        list.setExpanded(true, "2")
        #expect(try target("4", .section, "4") == .section("3"))
        #expect(try target("5", .section, "5") == .section("2"), "the sibling above it, not the row above it")
        #expect(try target("4", .behind, "4") == .behind(2))
        for item in ["1", "3"] { #expect(throws: MoveRefusal.badTarget) { try target(item, .section, item) } }
        #expect(throws: MoveRefusal.badTarget) { try target("6", .behind, "6") }
    }

    @Test func nothingGoesBelowItself() throws {
        list.setExpanded(true, "2")
        for (side, other) in [(MoveRequest.Side.before, "3"), (.behind, "5"), (.section, "4"), (.section, "2")] {
            #expect(throws: MoveRefusal.badTarget) { try target("1", side, other) }
        }
        #expect(throws: MoveRefusal.gone) { try target("1", .before, "99") }
        #expect(throws: MoveRefusal.gone) { try target("99", .before, "1") }
    }

    @Test func theSelectionMovesWithoutWhatIsBelowIt() throws {
        list.setExpanded(true, "2")
        list.allowsMultipleSelection = true
        for item in ["2", "3", "5"] { list.tap(item) }
        let move = try list.move(for: MoveRequest(item: "3", side: .section, end: .item("6"))) as? ItemMove<Int>
        #expect(move == ItemMove([2, 5], to: .section("6")))
        #expect(throws: MoveRefusal.badTarget) { try target("2", .before, "4") }
    }

    @Test func selectedSiblingsGoBelowNoneOfThem() throws {
        list.setExpanded(true, "2")
        list.allowsMultipleSelection = true
        for item in ["3", "4"] { list.tap(item) }
        #expect(throws: MoveRefusal.badTarget) { try target("4", .section, "4") }
        // An item and its grandchild: the grandchild moves along, and does not lead the item out.
        for item in ["3", "1"] { list.tap(item) }
        #expect(throws: MoveRefusal.badTarget) { try target("4", .behind, "4") }
    }
}
