import AviarySnapshots
import AviaryViews
import Testing

/// A collection view after its screen reconnects.
struct ResumeTests {
    private func grid(_ items: some Sequence<Int>) -> CollectionView<Int> {
        let grid = CollectionView<Int>(layout: FlowLayout(columns: .fixed(2), itemSize: .height(100)))
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.allowsMultipleSelection = true
        grid.dataSource = DiffableDataSource<Int>(ListSnapshot(uniqueSections: [(0, Array(items))])) { _, _ in }
        return grid
    }

    @Test func aSelectionIsWrittenDownAsRunsAndBroughtBack() {
        let old = grid(0..<100)
        old.select([3, 4, 5, 9, 98, 99])
        let runs = [3, 4, 5, 9, 98, 99].map { SelectionRun(first: "\($0)", last: "\($0)", count: 1) }
        #expect(old.selectionRuns() == runs, "so few stand alone")
        let new = grid([3] + Array(5..<100))
        new.restoreSelection(runs)
        #expect(new.selection == [3, 5, 9, 98, 99], "one is gone")
    }

    @Test func allOfAMillionAreAFewHundredRuns() {
        let old = grid(0..<1_000_000)
        old.select(Set(0..<1_000_000))
        #expect(old.selectionRuns()?.count == 200)
        #expect(old.selectionRuns()?.last == SelectionRun(first: "995000", last: "999999", count: 5_000))
        old.select(Set(0..<500_000))
        #expect(old.selectionRuns() == nil, "half of them is too much to look up")
        old.deselectAll()
        #expect(old.selectRange(from: .item("100"), to: .position(400_099), isOn: true))
        #expect(
            old.selectionRuns()?.first == SelectionRun(first: "100", last: "2099", count: 2_000), "unless by a range")
        let new = grid(0..<1_000_000)
        new.restoreSelection(old.selectionRuns() ?? [])
        #expect(new.selection == old.selection)
    }

    @Test func nothingIsSelectedThatNeverWas() {
        let runs = [SelectionRun(first: "3", last: "5", count: 3), SelectionRun(first: "8", last: "9", count: 2)]
        let grown = grid([0, 1, 2, 3, 77, 4, 5, 6, 7, 8, 9])
        grown.restoreSelection(runs)
        #expect(grown.selection == [8, 9], "an item came into the first run")
        let gone = grid([0, 3, 4, 8, 9])
        let broken = [("nonsense", "0", -4), ("9", "8", 0), ("9", "3", -3), ("3", "4", Int.min), ("3", "9", Int.max)]
        gone.restoreSelection(runs + broken.map { SelectionRun(first: $0, last: $1, count: $2) })
        #expect(gone.selection == [8, 9], "an end of the first run is gone")
    }

    @Test func runsThatOverlapCostWhatTheySelect() {
        let grid = grid(0..<100_000)
        let overlapping = (0..<1_200).map { SelectionRun(first: "\($0)", last: "99999", count: 100_000 - $0) }
        grid.restoreSelection(overlapping)
        #expect(grid.selection.count == 100_000)
        #expect(grid.selectionWork == 100_000)
    }

    @Test func whatAPersonMayNotSelectIsNotBroughtBack() {
        let grid = grid(0..<10)
        grid.allowsSelection = false
        grid.restoreSelection([SelectionRun(first: "0", last: "9", count: 10)])
        #expect(grid.selection.isEmpty)
        grid.allowsSelection = true
        let even = Evens()
        grid.delegate = even
        grid.restoreSelection([SelectionRun(first: "0", last: "9", count: 10)])
        #expect(grid.selection == [0, 2, 4, 6, 8])
    }

    private final class Evens: CollectionViewDelegate {
        func collectionView(_ view: CollectionView<Int>, shouldSelect item: Int) -> Bool { item.isMultiple(of: 2) }
    }

    @Test(arguments: [true, false]) func theAnchorStandsWhereItStood(isKnown: Bool) async throws {
        let grid = grid(Array(5_000..<5_500) + Array(0..<1_000))
        // The screen still holds the list without the 500 that came first.
        let position = ScrollPosition(
            ContentRect(y: 10_030, width: 200, height: 300), anchor: .init(item: "200", offset: -30))
        if isKnown { try await grid.scroll(to: ContentRect(y: 0, width: 200, height: 300)) }
        let rect = grid.rect(of: position)
        #expect(rect == ContentRect(y: 35_030, width: 200, height: 300))
        try await grid.scroll(to: rect)
        #expect(grid.visibleItems == [200, 201, 202, 203, 204, 205, 206, 207])
    }

    @Test func withoutAnAnchorThePlaceIsWhereTheScreenSays() {
        let grid = grid(0..<1_000)
        let rect = ContentRect(y: 5_000, width: 200, height: 300)
        #expect(grid.rect(of: ScrollPosition(rect)) == rect)
        #expect(grid.rect(of: ScrollPosition(rect, anchor: .init(item: "gone", offset: 0))) == rect)
        let top = ContentRect(y: 0, width: 200, height: 300)
        #expect(grid.rect(of: ScrollPosition(top, anchor: .init(item: "500", offset: 0))) == top)
    }
}
