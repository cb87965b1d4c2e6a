import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

struct SelectedRangeTests {
    let grid = CollectionView<Int>(recording: FlowLayout(columns: .fixed(2), itemSize: .height(100)))
    let source: DiffableDataSource<Int>

    init() async throws {
        grid.register(CellTemplate("Cell", outlets: []))
        grid.allowsMultipleSelection = true
        source = DiffableDataSource(Self.list(0..<20)) { _, _ in }
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        _ = grid.takeChanges()
    }

    static func list(_ items: some Sequence<Int>) -> ListSnapshot<Int, Int> {
        ListSnapshot(uniqueSections: [(0, Array(items))])
    }

    func select(_ from: Int, _ to: Int, isOn: Bool = true) {
        #expect(grid.selectRange(from: .item("\(from)"), to: .item("\(to)"), isOn: isOn))
    }

    @Test func aRangeTakesThePlaceOfTheOneBeforeFromTheSameAnchor() {
        select(5, 9)
        #expect(grid.selection == Set(5...9))
        select(5, 7)
        #expect(grid.selection == Set(5...7))
        select(5, 2)
        #expect(grid.selection == Set(2...5))
    }

    @Test func positionsInAnEmptyListMeanNothingAndItemsAreMissed() {
        source.apply(Self.list([]))
        #expect(grid.selectRange(from: .position(0), to: .position(9), isOn: true))
        #expect(grid.selection.isEmpty)
        #expect(!grid.selectRange(from: .item("1"), to: .position(9), isOn: true))
        source.apply(Self.list(0..<3))
        #expect(grid.selectRange(from: .position(1), to: .position(9), isOn: true))
        #expect(grid.selection == [1, 2])
    }

    @Test func whatWasSelectedBeforeStaysWhenTheRangeGoesBack() {
        for item in [6, 8] { #expect(grid.tap("\(item)")) }
        select(5, 9)
        select(5, 5)
        #expect(grid.selection == [5, 6, 8])
        select(5, 9, isOn: false)
        #expect(grid.selection.isEmpty)
        select(5, 7, isOn: false)
        #expect(grid.selection == [8])
    }

    @Test func aRangeFromElsewhereOrAfterATapJoinsTheSelection() {
        select(1, 3)
        select(8, 9)
        #expect(grid.selection == [1, 2, 3, 8, 9])
        #expect(grid.tap("2"))
        select(8, 8)
        #expect(grid.selection == [1, 3, 8, 9])
    }

    @Test func aRangeAcrossSectionsFollowsWhatComesAndGoes() {
        func apply(_ first: [Int], _ last: [Int]) {
            source.apply(ListSnapshot(uniqueSections: [(0, first), (1, []), (2, last)]))
        }
        apply([0, 1, 2], [3, 4, 5])
        select(1, 4)
        // Two come in the range, at the end of a section and at the beginning of another one; two outside of it.
        apply([12, 0, 1, 2, 10], [11, 3, 4, 13, 5])
        #expect(grid.selection == Set(1...4))
        select(1, 5)
        #expect(grid.selection == [1, 2, 10, 11, 3, 4, 13, 5])
        select(1, 2)
        #expect(grid.selection == [1, 2])
        select(2, 3)
        #expect(grid.selection == [1, 2, 10, 11, 3])
        apply([0, 1, 2], [11, 4])
        #expect(grid.selection == [1, 2, 11])
        select(2, 2)
        #expect(grid.selection == [1, 2])
    }

    @Test(arguments: 0..<UInt64(draws(5, long: 1_000))) func whatARangeCostsIsKnownBefore(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            if Int.random(in: 0..<4, using: &random) == 0 {
                source.apply(Self.list((0..<Int.random(in: 1..<40, using: &random)).shuffled(using: &random)))
            }
            func end() -> RangeEnd {
                let place = Int.random(in: -3..<60, using: &random)
                return Bool.random(using: &random) ? .item("\(place)") : .position(place)
            }
            let (start, end, isOn) = (end(), end(), Bool.random(using: &random))
            let (cost, before) = (grid.workOfRange(from: start, to: end, isOn: isOn), grid.selectionWork)
            _ = grid.selectRange(from: start, to: end, isOn: isOn)
            #expect(grid.selectionWork - before == cost)
        }
    }

    @Test func whatComesIntoARangeIsNotSelectedUntilTheRangeGoesOn() {
        select(5, 8)
        source.apply(Self.list([0, 1, 2, 3, 4, 5, 100, 6, 8, 7, 9, 10]))
        #expect(grid.selection == Set(5...8))
        select(5, 9)
        #expect(grid.selection == [5, 100, 6, 7, 8, 9])
        select(5, 100)
        #expect(grid.selection == [5, 100])
    }

    @Test func theTellingIsOfWhatIsHeldOnly() throws {
        source.apply(Self.list(0..<1_000_000))
        _ = grid.takeChanges()
        #expect(grid.selectRange(from: .item("3"), to: .position(.max), isOn: true))
        #expect(grid.selection.count == 999_997)
        #expect(grid.takeChanges() == [.selected(on: (3..<12).map(String.init), off: [])])
        select(3, 4)
        #expect(grid.takeChanges() == [.selected(on: [], off: (5..<12).map(String.init))])
        grid.selectAll(true)
        #expect(grid.selection.count == 1_000_000)
        grid.selectAll(false)
        #expect(grid.selection.isEmpty)
    }

    @Test func aStepCostsWhatLiesBetweenTheOldEndAndTheNew() {
        let counter = Counter()
        grid.delegate = counter
        source.apply(Self.list(0..<100_000))
        select(3, 99_999)
        #expect(counter.count == 99_997)
        counter.count = 0
        for end in [99_990, 99_980, 99_985] { select(3, end) }
        #expect(counter.count == 5)
        // The list goes on: the range is where its items are.
        source.apply(Self.list([-1, 0, 1, 2, 3, -2] + Array(6..<100_000)))
        counter.count = 0
        select(3, 99_986)
        #expect(counter.count == 2)
        #expect(grid.selection == Set([3, -2] + Array(6...99_986)))
    }

    @Test func whatTheDelegateDoesAboutARangeIsDoneAfterIt() {
        let contrary = Contrary()
        grid.delegate = contrary
        select(3, 6)
        #expect(grid.selection.isEmpty)
        contrary.isContent = true
        select(3, 4)
        #expect(grid.selection == [3, 4])
    }

    @Test func oneAtATimeMeansTheFarEnd() {
        grid.allowsMultipleSelection = false
        select(3, 6)
        #expect(grid.selection == [6])
        select(3, 7)
        #expect(grid.selection == [7])
        grid.selectAll(true)
        #expect(grid.selection == [7])
        select(3, 7, isOn: false)
        #expect(grid.selection.isEmpty)
    }

    @Test func nothingIsSelectedWhereNothingMayBe() {
        grid.allowsSelection = false
        _ = grid.takeChanges()
        select(3, 6)
        grid.selectAll(true)
        #expect(grid.selection.isEmpty && grid.takeChanges().isEmpty)
    }

    @Test(
        arguments: [
            (.item("20"), .item("1")), (.item("1"), .item("x")), (.item(""), .position(3)),
        ] as [(RangeEnd, RangeEnd)])
    func anEndThatIsNotThereIsRefused(from: RangeEnd, to: RangeEnd) {
        #expect(!grid.selectRange(from: from, to: to, isOn: true))
        #expect(grid.selection.isEmpty)
    }

    @Test func aPositionBeyondTheListIsItsNearestEnd() {
        #expect(grid.selectRange(from: .position(.min), to: .position(1), isOn: true))
        #expect(grid.selection == [0, 1])
    }
}

/// Counts how often it is asked.
private final class Counter: CollectionViewDelegate {
    var count = 0

    func collectionView(_ view: CollectionView<Int>, shouldSelect item: Int) -> Bool {
        count += 1
        return true
    }
}

/// Will have nothing selected, at first.
private final class Contrary: CollectionViewDelegate {
    var isContent = false

    func collectionViewDidChangeSelection(_ view: CollectionView<Int>) {
        if !isContent { view.deselectAll() }
    }
}
