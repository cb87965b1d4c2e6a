import AviaryViews

/// Things over each other, each turned a little further: a layout of an app's own.
struct FanLayout: CollectionViewLayout {
    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry { Fan(count: list.numberOfItems) }

    private struct Fan: LayoutGeometry {
        var count: Int
        var contentHeight: Double { Double(count) * 60 + 200 }
        func frame(at position: Int) -> ContentRect {
            ContentRect(x: 80, y: 40 + Double(position) * 60, width: 120, height: 120)
        }
        func positions(in rect: ContentRect) -> Range<Int> {
            let first = min(count, max(0, Int((rect.y - 160) / 60)))
            return first..<min(count, max(first, Int((rect.y + rect.height) / 60) + 1))
        }
        func neighbour(_ direction: LayoutDirection, of position: Int) -> Int? {
            let next = [.up, .left].contains(direction) ? position - 1 : position + 1
            return (0..<count).contains(next) ? next : nil
        }
        func appearance(at position: Int) -> ItemAppearance? {
            ItemAppearance(opacity: 0.9, zIndex: count - position, rotation: Double(position % 3) * 10)
        }
    }
}
