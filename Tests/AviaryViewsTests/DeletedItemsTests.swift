import AviarySnapshots
import Synchronization
import Testing

@testable import AviaryViews

struct DeletedItemsTests {
    private static func list(_ items: some Sequence<Int>) -> ListSnapshot<Int, CountedItem> {
        ListSnapshot(uniqueSections: [(0, items.map { CountedItem(number: $0) })])
    }

    private static func update(from old: ListSnapshot<Int, CountedItem>, to new: ListSnapshot<Int, CountedItem>)
        -> CollectionUpdate<CountedItem>
    {
        CollectionUpdate(to: new, changeset: Changeset(from: old, to: new, updated: [:]))
    }

    @Test func aWindowLooksForNoneOfManyItemsThatGoAndCome() async throws {
        let grid = CollectionView<CountedItem>(layout: FlowLayout(columns: .fixed(2), itemSize: .height(100)))
        grid.register(CellTemplate("Cell", outlets: []))
        grid.allowsMultipleSelection = true
        let (all, none) = (Self.list(0..<20_000), Self.list([]))
        let (clear, refill) = (Self.update(from: all, to: none), Self.update(from: none, to: all))
        grid.dataSource = DiffableDataSource(all) { _, _ in }
        try await grid.scroll(to: ContentRect(width: 200, height: 300))
        #expect(grid.selectRange(from: .position(1), to: .position(1), isOn: true))
        #expect(grid.selection == [CountedItem(number: 1)])

        for update in [clear, refill] {
            let before = CountedItem.hashes.load(ordering: .relaxed)
            grid.apply(update)
            // Only the items of the few cells and of the selection are hashed.
            #expect(CountedItem.hashes.load(ordering: .relaxed) - before < 1_000)
            #expect(grid.selection.isEmpty)
            #expect(grid.selected.range?.strays.isEmpty == true)
        }
        #expect(grid.selectRange(from: .position(1), to: .position(2), isOn: true))
        #expect(grid.selection == [CountedItem(number: 1), CountedItem(number: 2)])
    }

    @Test func deletedItemsAreFoundByPositionAndByIdentifier() {
        let old = ListSnapshot<Int, Int>(uniqueSections: [(0, [1, 2, 3]), (1, []), (2, [4, 5, 6])])
        let new = ListSnapshot<Int, Int>(uniqueSections: [(0, [1, 3]), (2, [6])])
        let deleted = DeletedItems(of: Changeset(from: old, to: new, updated: [:]), from: old)
        #expect(Array(deleted.identifiers) == [2, 4, 5])
        #expect((0..<6).map(deleted.contains(at:)) == [false, true, false, true, true, false])
        #expect([1, 2, 7].map { deleted.contains($0) } == [false, true, false])
        #expect(deleted.count(in: 0..<6) == 3)
        #expect(deleted.count(in: 2..<5) == 2)
        #expect(deleted.count(in: 2..<2) == 0)

        for size in [2, 40] {
            var items = Set(1...size)
            items.subtract(deleted)
            #expect(items == Set(1...size).subtracting([2, 4, 5]), "whichever of the two is smaller")
        }
    }
}

/// Counts how often an item is looked for.
private struct CountedItem: ItemIdentifier, LosslessStringConvertible, Sendable {
    static let hashes = Atomic(0)

    let number: Int

    init(number: Int) { self.number = number }

    init?(_ description: String) {
        guard let number = Int(description) else { return nil }
        self.number = number
    }

    var description: String { "\(number)" }

    static func == (one: Self, other: Self) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) {
        Self.hashes.add(1, ordering: .relaxed)
        hasher.combine(number)
    }
}
