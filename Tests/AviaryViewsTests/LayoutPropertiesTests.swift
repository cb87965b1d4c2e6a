import AviarySnapshots
import AviaryViews
import Testing

/// A property that is set later has the effect of the initializer's argument.
struct LayoutPropertiesTests {
    private let list: LayoutList

    init() throws {
        var sections = ListSnapshot<Int, Int>()
        for section in 0..<3 {
            try sections.appendSections([section])
            try sections.appendItems(section == 1 ? [] : Array(section * 100..<section * 100 + 20), toSection: section)
        }
        list = LayoutList(sections.sized { ItemSize(width: 30 + Float($0 % 7), height: 20 + Float($0 % 5)) })
    }

    private func frames(_ layout: some CollectionViewLayout) -> [ContentRect] {
        let geometry = layout.geometry(of: list, width: 400, after: nil)
        return (0..<list.numberOfItems).map(geometry.frame(at:)) + (0..<3).map(geometry.sectionFrame(at:))
    }

    @Test func aFlowLayout() {
        var layout = FlowLayout(columns: .fixed(2))
        let before = frames(layout)
        layout.columns = .adaptive(minimum: 60)
        layout.itemSize = .aspectRatio(0.5)
        layout.minimumLineSpacing = 3
        layout.minimumInteritemSpacing = 5
        layout.sectionInset = (7, 11)
        layout.emptySectionHeight = 13
        let made = FlowLayout(
            columns: .adaptive(minimum: 60), itemSize: .aspectRatio(0.5), minimumLineSpacing: 3,
            minimumInteritemSpacing: 5,
            sectionInset: (7, 11), emptySectionHeight: 13)
        #expect(frames(layout) == frames(made) && frames(layout) != before)
    }

    @Test func aListLayout() {
        var layout = ListLayout(rowHeight: .uniform(9))
        let before = frames(layout)
        layout.rowHeight = .ofItem
        layout.minimumLineSpacing = 2
        #expect(frames(layout) == frames(ListLayout(rowHeight: .ofItem, minimumLineSpacing: 2)))
        #expect(frames(layout) != before)
    }

    @Test func aJustifiedLayout() {
        var layout = JustifiedLayout(rowHeight: 50)
        let before = frames(layout)
        layout.rowHeight = 40
        layout.maximumRowHeight = 45
        layout.spacing = 4
        #expect(frames(layout) == frames(JustifiedLayout(rowHeight: 40, maximumRowHeight: 45, spacing: 4)))
        #expect(frames(layout) != before)
    }

    @Test func aLayoutOfSizedItems() {
        var layout = SizedFlowLayout()
        let before = frames(layout)
        layout.minimumLineSpacing = 6
        layout.minimumInteritemSpacing = 8
        #expect(frames(layout) == frames(SizedFlowLayout(minimumLineSpacing: 6, minimumInteritemSpacing: 8)))
        #expect(frames(layout) != before)
    }

    @Test func aLayoutOfAnAppsOwn() {
        var layout = Shelves()
        #expect(!layout.sections.pinsFooters && layout.sections.pinsHeaders && layout.scrollDirection == .vertical)
        layout.sectionInset = (5, 6)
        layout.headerHeight = 10
        layout.footerHeight = 4
        layout.emptySectionHeight = 20
        let made = ListLayout(
            rowHeight: .uniform(9), sectionInset: (5, 6), headerHeight: 10, footerHeight: 4, emptySectionHeight: 20)
        #expect(frames(layout) == frames(made) && frames(layout) != frames(Shelves()))
    }

    @Test func aMenuItem() {
        var item = MenuItem("Delete", action: "")
        item.action = "delete"
        item.isOn = true
        item.shortcut = "Delete"
        item.isDisabled = true
        item.isDestructive = true
        let made = MenuItem(
            "Delete", action: "delete", isOn: true, shortcut: "Delete", isDisabled: true, isDestructive: true)
        #expect(item == made)
    }
}

/// Rows of nine points, with the properties of sections that all layouts have.
private struct Shelves: SectionedLayout {
    var sections = SectionStyle(headerHeight: 3)

    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        ListLayout(
            rowHeight: .uniform(9), sectionInset: sections.inset, headerHeight: sections.headerHeight,
            footerHeight: sections.footerHeight, emptySectionHeight: sections.emptyHeight,
            scrollDirection: sections.scrollDirection
        ).geometry(of: list, width: width, after: nil)
    }
}
