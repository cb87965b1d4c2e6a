/// Rows of photographs: each item keeps its ratio, and every row fills the width but for the last of a section.
///
/// Where it scrolls to the right, its rows are columns, and the heights of rows their widths.
///
///     JustifiedLayout(rowHeight: 200, spacing: 4, headerHeight: 40)
///
/// A row takes as many items as fit at `rowHeight`, then grows until it fills the width. The sizes come with the list: from
/// `ListRequest.sizes`, or from `ListSnapshot.sized(by:)`.
public struct JustifiedLayout: Hashable, Sendable {
    /// The least height of a row, in points, and that of a section's last one.
    public var rowHeight: Double
    /// What no row grows beyond, in points, though it does not fill the width then.
    public var maximumRowHeight: Double
    /// Between rows, and between the items of a row, in points.
    public var spacing: Double
    public var sections: SectionStyle

    /// - Parameter maximumRowHeight: Twice `rowHeight` by default.
    public init(
        rowHeight: Double, maximumRowHeight: Double? = nil, spacing: Double = 0,
        sectionInset: (horizontal: Double, vertical: Double) = (0, 0), headerHeight: Double = 0,
        footerHeight: Double = 0, emptySectionHeight: Double = 0,
        scrollDirection: ScrollDirection = .vertical
    ) {
        self.rowHeight = rowHeight
        self.maximumRowHeight = maximumRowHeight ?? 2 * rowHeight
        self.spacing = spacing
        sections = SectionStyle(
            inset: sectionInset, headerHeight: headerHeight, footerHeight: footerHeight,
            emptyHeight: emptySectionHeight, scrollDirection: scrollDirection)
    }
}

extension JustifiedLayout: SectionedLayout {
    private var style: LineStyle {
        LineStyle(
            filling: .justified(height: max(1, rowHeight), maximum: max(1, rowHeight, maximumRowHeight)),
            lineSpacing: spacing, itemSpacing: spacing, sections: sections.transposed)
    }

    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry { LineGeometry(style, of: list, width: width, after: previous) }
}
