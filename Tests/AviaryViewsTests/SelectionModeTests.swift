import AviarySnapshots
import AviaryViews
import Testing

/// Edit mode, rubber bands, letters that lead to an item, and what is said of a selection.
struct SelectionModeTests {
    let grid = CollectionView<Int>(
        recording: FlowLayout(columns: .fixed(4), itemSize: .height(100), minimumLineSpacing: 10))

    private func show(_ names: [String], width: Double = 400) async throws {
        grid.register(CellTemplate("Cell", outlets: [.init("name"), .init("size", .number)]))
        grid.dataSource = DiffableDataSource<Int>(ListSnapshot(uniqueSections: [(0, Array(names.indices))])) {
            item, cell in
            cell["name"] = names[item]
            cell["size"] = item
        }
        try await grid.scroll(to: ContentRect(width: width, height: 300))
        _ = grid.takeChanges()
    }

    private func found(_ text: String, from start: Int = 0) async throws -> Int? {
        try await grid.search(for: text, from: start, number: 1)
        guard case .found(let answer)? = grid.takeChanges().last, answer.number == 1 else {
            Issue.record("nothing was told")
            return nil
        }
        return answer.position
    }

    // MARK: Edit mode

    @Test func inEditModeATapSelectsAndOutsideOfItItOpens() async throws {
        let opener = Opener()
        grid.delegate = opener
        grid.allowsMultipleSelectionDuringEditing = true
        try await show(["a", "b", "c"])
        #expect(grid.primaryAction(for: "1") == "open")
        grid.isEditing = true
        #expect(grid.takeChanges() == [.mode(limit: .several, isEditing: true)])
        #expect(grid.primaryAction(for: "1") == nil)
        #expect(grid.tap("1") && grid.tap("2"))
        #expect(grid.selection == [1, 2])
        _ = grid.takeChanges()
        grid.isEditing = false
        #expect(grid.selection.isEmpty && grid.primaryAction(for: "1") == "open")
        #expect(
            grid.takeChanges() == [.mode(limit: .one), .selected(on: [], off: ["1", "2"])])
        #expect(opener.changes == 3)
    }

    @Test func nothingCanBeSelectedInEditModeUnlessThatIsAllowed() async throws {
        try await show(["a", "b"])
        #expect(grid.tap("0"))
        grid.isEditing = true
        #expect(grid.selection.isEmpty && grid.tap("0") && grid.selection.isEmpty)
        grid.allowsSelectionDuringEditing = true
        #expect(grid.tap("0") && grid.tap("1") && grid.selection == [1])
    }

    @Test func enteringEditModeKeepsWhatMayBeSelectedThere() async throws {
        grid.allowsMultipleSelection = true
        try await show(["a", "b", "c"])
        #expect(grid.tap("0") && grid.tap("1"))
        grid.allowsMultipleSelectionDuringEditing = true
        grid.isEditing = true
        #expect(grid.selection == [0, 1])
        grid.isEditing = false
        #expect(grid.tap("0") && grid.tap("1"))
        grid.allowsMultipleSelectionDuringEditing = false
        grid.allowsSelectionDuringEditing = true
        grid.isEditing = true
        #expect(grid.selection.isEmpty, "which of several it is to be, nobody has said")
    }

    @Test func aScreenIsToldTheModeWithEverythingElseAndWhenItChanges() async throws {
        grid.allowsMultipleSelection = true
        #expect(grid.takeChanges().isEmpty, "the first paint says it")
        try await show(["a"])
        grid.redraw()
        #expect(grid.takeChanges().contains(.mode(limit: .several)))
        grid.allowsMultipleSelection = true
        #expect(grid.takeChanges().isEmpty)
        grid.allowsSelection = false
        grid.searchOutlet = "name"
        #expect(
            grid.takeChanges() == [
                .mode(limit: .none), .mode(limit: .none, canSearch: true),
            ])
    }

    // MARK: A rubber band

    @Test func aBandSelectsWhatItTouchesAndTakesThePlaceOfTheSelection() async throws {
        grid.allowsMultipleSelection = true
        try await show((0..<40).map { "\($0)" })
        #expect(grid.tap("39"))
        grid.selectBand(in: ContentRect(x: 150, y: 50, width: 100, height: 100), .new)
        #expect(grid.selection == [1, 2, 5, 6])
        grid.selectBand(in: ContentRect(x: 150, y: 100, width: 100, height: 8), .on)
        #expect(grid.selection.isEmpty, "between two lines")
        grid.selectBand(in: ContentRect(x: 0, y: 0, width: 10, height: 10_000), .on)
        #expect(grid.selection == [0, 4, 8, 12, 16, 20, 24, 28, 32, 36], "far beyond what is held")
        grid.selectBand(in: ContentRect(width: 0, height: 0), .drop)
        #expect(grid.selection == [39])
        #expect(grid.workOfBand(in: ContentRect(width: 400, height: 10_000)) == 40)
    }

    @Test func aBandThatAddsLeavesWhatWasSelectedAndNoticesWhatGoes() async throws {
        grid.allowsMultipleSelection = true
        try await show((0..<40).map { "\($0)" })
        #expect(grid.tap("1") && grid.tap("39"))
        grid.selectBand(in: ContentRect(width: 210, height: 50), .add)
        #expect(grid.selection == [0, 1, 2, 39])
        let source = try #require(grid.dataSource as? DiffableDataSource<Int>)
        source.apply(ListSnapshot<Int, Int>(uniqueSections: [(0, Array(1..<39))]))
        #expect(grid.selection == [1, 2])
        grid.selectBand(in: ContentRect(width: 210, height: 50), .on)
        #expect(grid.selection == [1, 2, 3], "by what stands there now")
        grid.selectBand(in: ContentRect(width: 0, height: 0), .drop)
        #expect(grid.selection == [1])
    }

    @Test func aBandBeginsAnewWhenTheSelectionWasChangedInAnotherWay() async throws {
        grid.allowsMultipleSelection = true
        try await show((0..<8).map { "\($0)" })
        grid.selectBand(in: ContentRect(width: 90, height: 90), .new)
        #expect(grid.tap("7"))
        grid.selectBand(in: ContentRect(x: 110, width: 80, height: 90), .on)
        #expect(grid.selection == [0, 1, 7])
        grid.allowsMultipleSelection = false
        grid.selectBand(in: ContentRect(width: 400, height: 90), .new)
        #expect(grid.selection == [0, 1, 7], "one at a time")
    }

    @Test(arguments: [
        ContentRect(x: -9e15, y: -9e15, width: 9e15, height: 9e15), ContentRect(width: -5, height: -1e15),
        ContentRect(x: 9e15, y: 9e15, width: 9e15, height: 9e15),
    ])
    func aBandThatNobodyDrawsSelectsNothing(rect: ContentRect) async throws {
        grid.allowsMultipleSelection = true
        try await show((0..<8).map { "\($0)" })
        grid.selectBand(in: rect, .new)
        #expect(grid.selection.isEmpty)
    }

    // MARK: Letters

    @Test func lettersLeadToTheNextItemAndRoundTheEnd() async throws {
        grid.searchOutlet = "name"
        try await show(["Thyme", "Ägypten", "  tomato", "Basil", "tarragon"])
        #expect(try await found("t") == 0)
        #expect(try await found("T", from: 1) == 2)
        #expect(try await found("ta", from: 1) == 4)
        #expect(try await found("th", from: 3) == 0)
        #expect(try await found("agy") == 1)
        #expect(try await found("x") == nil)
        #expect(try await found("", from: 9_007_199_254_740_991) == nil)
        #expect(try await found("b", from: 9_007_199_254_740_991) == 3)
    }

    @Test func aLongListIsSearchedInOrderAndOtherwiseOnlyNearby() async throws {
        grid.searchOutlet = "name"
        try await show((0..<100_000).map { "n\(1_000_000 + $0)" })
        let before = grid.cellWork
        #expect(try await found("n1090000", from: 10) == 90_000)
        #expect(grid.cellWork - before < 4_200)
        try await show((0..<100_000).map { "n\(2_000_000 - $0)" })
        #expect(try await found("n1950000", from: 10) == 50_000)
        try await show((0..<100_000).map { "n\($0)" })
        #expect(try await found("n9999", from: 10) == 9_999, "sorted by value")
        try await show((0..<100_000).map { "n\($0 * 7_919 % 100_000)" })
        #expect(try await found("n99999", from: 10) == nil)
    }

    @Test func anOutletThatIsNotThereIsSaidOnceAndFindsNothing() async throws {
        grid.searchOutlet = "nmae"
        try await show(["a"])
        #expect(try await found("a") == nil)
        #expect(grid.takeMistakes() == ["The template Cell has no outlet named nmae."])
        grid.searchOutlet = "size"
        #expect(try await found("0") == nil, "a number is no text")
        grid.searchOutlet = nil
        #expect(try await found("a") == nil)
    }

    // MARK: What is said

    @Test func eachChangeOfAPersonsIsSaidOnce() async throws {
        grid.allowsMultipleSelection = true
        try await show(["a", "b", "c"])
        #expect(grid.takeAnnouncement() == nil)
        #expect(grid.tap("0") && grid.tap("1"))
        #expect(grid.takeAnnouncement() == "2 of 3 selected" && grid.takeAnnouncement() == nil)
        grid.select([2])
        #expect(grid.takeAnnouncement() == nil, "the program knows")
        grid.selectAll(true)
        grid.selectAll(false)
        #expect(grid.takeAnnouncement() == "Nothing selected")
        let opener = Opener()
        grid.delegate = opener
        #expect(grid.tap("0"))
        #expect(grid.takeAnnouncement() == nil, "the page says it")
    }
}

/// Opens a tapped item, and announces the selection itself.
private final class Opener: CollectionViewDelegate {
    var changes = 0
    func collectionView(_ view: CollectionView<Int>, primaryActionFor item: Int) -> String? { "open" }
    func collectionViewDidChangeSelection(_ view: CollectionView<Int>) { changes += 1 }
    func collectionView(_ view: CollectionView<Int>, announcementOfSelection count: Int) -> String? { nil }
}
