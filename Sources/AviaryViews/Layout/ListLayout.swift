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
        /// As high as the cell's content, which the screen measures. See `init(estimatedHeight:)`.
        ///
        /// The value is the height in points until something was measured: from 1 to 20,000. If the list scrolls to the
        /// right, it is the width of all cells.
        case estimated(Double)
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

    /// A layout of cells that are as high as their content, such as a text. All lengths are in points.
    ///
    ///     ListLayout(estimatedHeight: 80, minimumLineSpacing: 8)
    ///
    /// The screen measures the cells near the visible rect. Until a cell is measured, it has the mean height of those
    /// that were, and the first cells have the estimated height. A cell is measured anew when its content, the width or
    /// the size of its text changes. What is in view stays in place meanwhile.
    ///
    /// `estimatedHeight` is from 1 to 20,000. The other parameters are those of
    /// `init(rowHeight:minimumLineSpacing:sectionInset:headerHeight:footerHeight:emptySectionHeight:scrollDirection:)`.
    public init(
        estimatedHeight: Double, minimumLineSpacing: Double = 0,
        sectionInset: (horizontal: Double, vertical: Double) = (0, 0), headerHeight: Double = 0,
        footerHeight: Double = 0, emptySectionHeight: Double = 0
    ) {
        self.init(
            rowHeight: .estimated(estimatedHeight), minimumLineSpacing: minimumLineSpacing, sectionInset: sectionInset,
            headerHeight: headerHeight, footerHeight: footerHeight, emptySectionHeight: emptySectionHeight)
    }

    /// The equivalent layout in one column, if all cells have the same height.
    package var flow: FlowLayout? {
        switch rowHeight {
        case .uniform(let height): flow(height, spacing: minimumLineSpacing, sections)
        case .estimated(let height) where scrollDirection == .horizontal:
            flow(height.boundedHeight, spacing: minimumLineSpacing, sections)
        case .estimated, .ofItem: nil
        }
    }

    private func flow(_ height: Double, spacing: Double, _ sections: SectionStyle) -> FlowLayout {
        var flow = FlowLayout(columns: .fixed(1), itemSize: .height(height), minimumLineSpacing: spacing)
        flow.sections = sections
        return flow
    }
}

extension ListLayout: SectionedLayout {
    /// True if cells have the heights of their items.
    public var asksForSizes: Bool { rowHeight == .ofItem }

    /// Puts the items below each other at a width. With `.uniform` the browser computes the frames itself, and the cost
    /// is that of a `FlowLayout`. With `.estimated` the cost is the same, and the frames near the visible rect are sent.
    ///
    /// - Complexity: With `.ofItem` O(*k* + *s*) for the *k* items of the sections that are laid out again, among *s*
    ///   sections. These are all *n* items without `previous`, and after any edit of a list without headers and
    ///   footers.
    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        if let flow { return flow.geometry(of: list, width: width, after: previous) }
        if case .estimated(let height) = rowHeight {
            // Whole points add up exactly, in the browser as here.
            let height = list.heights.standIn ?? max(1, height.boundedHeight.wholePoint)
            let flow = flow(height, spacing: minimumLineSpacing.wholePoint, sections.whole)
            let lattice = flow.lattice(width: width, count: list.numberOfItems, sections: list.sectionCounts)
            return SelfSizingGeometry(lattice, list.heights)
        }
        let style = LineStyle(
            filling: .list, lineSpacing: minimumLineSpacing, itemSpacing: 0, sections: sections.transposed)
        return LineGeometry(style, of: list, width: width, after: previous)
    }
}
