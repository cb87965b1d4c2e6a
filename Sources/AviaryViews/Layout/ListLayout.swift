/// One cell a line, as wide as the line; where it scrolls to the right, as high, and the heights of cells are their widths.
public struct ListLayout: Hashable, Sendable {
    /// The height of a cell.
    public enum RowHeight: Hashable, Sendable {
        /// In points, the same for all.
        case uniform(Double)
        /// That of the item's own size, in points, which comes with the list; its width, where the list scrolls to the right.
        case ofItem
    }

    public var rowHeight: RowHeight
    /// Between cells, in points.
    public var minimumLineSpacing: Double
    public var sections: SectionStyle

    public init(
        rowHeight: RowHeight, minimumLineSpacing: Double = 0,
        sectionInset: (horizontal: Double, vertical: Double) = (0, 0), headerHeight: Double = 0,
        footerHeight: Double = 0, emptySectionHeight: Double = 0,
        scrollDirection: ScrollDirection = .vertical
    ) {
        self.rowHeight = rowHeight
        self.minimumLineSpacing = minimumLineSpacing
        sections = SectionStyle(
            inset: sectionInset, headerHeight: headerHeight, footerHeight: footerHeight,
            emptyHeight: emptySectionHeight, scrollDirection: scrollDirection)
    }

    /// The layout of the same cells in one column, when they are all of one height.
    package var flow: FlowLayout? {
        guard case .uniform(let height) = rowHeight else { return nil }
        var flow = FlowLayout(
            columns: .fixed(1), itemSize: .height(height), minimumLineSpacing: minimumLineSpacing)
        flow.sections = sections
        return flow
    }
}

extension ListLayout: SectionedLayout {
    public var asksForSizes: Bool { rowHeight == .ofItem }

    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        if let flow { return flow.geometry(of: list, width: width, after: previous) }
        let style = LineStyle(
            filling: .list, lineSpacing: minimumLineSpacing, itemSpacing: 0, sections: sections.transposed)
        return LineGeometry(style, of: list, width: width, after: previous)
    }
}
