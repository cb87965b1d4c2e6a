import AviarySnapshots
import Testing

@testable import AviaryViews

/// A hand of cards: all of one size over each other, each turned a little further.
private struct FanLayout: CollectionViewLayout {
    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry { Fan(count: list.numberOfItems) }

    private struct Fan: LayoutGeometry {
        var count: Int
        var contentHeight: Double { 200 }
        func frame(at position: Int) -> ContentRect { ContentRect(x: Double(position) * 10, width: 100, height: 150) }
        func positions(in rect: ContentRect) -> Range<Int> { 0..<count }
        func neighbour(_ direction: LayoutDirection, of position: Int) -> Int? { nil }
        func appearance(at position: Int) -> ItemAppearance? {
            position == 0 ? nil : ItemAppearance(zIndex: position, rotation: Double(position) * 8)
        }
    }
}

struct AppearanceTests {
    @Test func theScreenIsToldHowItemsStandInTheirFrames() async throws {
        let grid = CollectionView<Int>(recording: FanLayout())
        let source = DiffableDataSource<Int>(ListSnapshot(uniqueSections: [(0, [1, 2, 3])])) { _, _ in }
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        guard case .reload(let reload)? = grid.takeChanges().first, case .frames(_, let frames) = reload.geometry else {
            Issue.record("nothing was told")
            return
        }
        #expect(
            frames.appearances == [
                1: ItemAppearance(zIndex: 1, rotation: 8), 2: ItemAppearance(zIndex: 2, rotation: 16),
            ])
        source.apply(ListSnapshot(uniqueSections: [(0, [1, 3])]))
        guard case .splice(let splice)? = grid.takeChanges().first, let after = splice.frames else {
            Issue.record("nothing was told")
            return
        }
        #expect(after.appearances == [1: ItemAppearance(zIndex: 1, rotation: 8)])
        try await grid.setLayout(FlowLayout(columns: .fixed(2)))
        guard case .reload(let relaid)? = grid.takeChanges().first, case .lattice = relaid.geometry else {
            Issue.record("nothing was told")
            return
        }
    }

    @Test func numbersThatNoScreenShowsAreBroughtToThoseItDoes() {
        let wild = ItemAppearance(opacity: .nan, zIndex: .max, rotation: .infinity, scale: -3).bounded
        #expect(wild == ItemAppearance(opacity: 1, zIndex: 1_000, rotation: 0, scale: 0))
    }
}
