/// One cell in each line, as wide as the line.
///
/// If the layout scrolls to the right, cells are as high as the box, and the heights below are widths.
public struct ListLayout: Hashable, Sendable {
    /// The height of a cell.
    public enum RowHeight: Hashable, Sendable {
        /// A height in points, the same for all cells. Then the browser computes the frames itself.
        case uniform(Double)
        /// The height of the item's size, or its width if the list scrolls to the right.
        ///
        /// Sizes come with the list, from `ListRequest.sizes` or `ListSnapshot.sized(by:)`: from 1 to 20,000 points,
        /// and 1 when unknown.
        case ofItem
    }

    /// The height of the cells.
    public var rowHeight: RowHeight
    /// The space between cells, in points.
    public var minimumLineSpacing: Double
    /// The insets, headers and footers of sections, and the scroll direction.
    public var sections: SectionStyle

    /// A layout of one cell in each line. All lengths are in points.
    ///
    /// The inset, the heights of headers and footers, and the scroll direction are those of `SectionStyle`.
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

    /// The equivalent layout in one column, if all cells have the same height.
    package var flow: FlowLayout? {
        guard case .uniform(let height) = rowHeight else { return nil }
        var flow = FlowLayout(
            columns: .fixed(1), itemSize: .height(height), minimumLineSpacing: minimumLineSpacing)
        flow.sections = sections
        return flow
    }
}

extension ListLayout: SectionedLayout {
    /// True if cells have the heights of their items.
    public var asksForSizes: Bool { rowHeight == .ofItem }

    /// Puts the items below each other at a width. With `.uniform` the browser computes the frames itself, and the cost
    /// is that of a `FlowLayout`.
    ///
    /// - Complexity: With `.ofItem` O(*k* + *s*) for the *k* items of the sections that are laid out again, among *s*
    ///   sections. These are all *n* items without `previous`, and after any edit of a list without headers and
    ///   footers.
    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        if let flow { return flow.geometry(of: list, width: width, after: previous) }
        let style = LineStyle(
            filling: .list, lineSpacing: minimumLineSpacing, itemSpacing: 0, sections: sections.transposed)
        return LineGeometry(style, of: list, width: width, after: previous)
    }
}
