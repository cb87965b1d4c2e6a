/// Rows of photographs: each item keeps its ratio, and every row fills the width, except the last of a section.
///
/// If the layout scrolls to the right, its rows are columns, and `rowHeight` is the width of a column.
///
///     JustifiedLayout(rowHeight: 200, spacing: 4, headerHeight: 40)
///
/// A row takes as many items as fit at `rowHeight`, then grows until it fills the width. Ratios come with the list,
/// from `ListRequest.sizes` or `ListSnapshot.sized(by:)`, and are clamped to 0.1...10. An unknown size counts as a
/// square.
public struct JustifiedLayout: Hashable, Sendable {
    /// The height at which a row is filled, in points. Then the row grows to the width.
    ///
    /// The last row of a section keeps this height. A row is lower only if it has a single item that is wider than the
    /// row at this height.
    public var rowHeight: Double
    /// The greatest height of a row, in points. A row that would have to be higher does not fill the width.
    public var maximumRowHeight: Double
    /// The space between rows, and between the items of a row, in points.
    public var spacing: Double
    /// The number of rows that fit into the visible rect, below a header; 0, the default, if any number will do.
    ///
    /// If `rowHeight` is too high for it, rows are filled at three quarters of the height that fits, and grow up to it. No
    /// row gets lower than 44 points for it. Otherwise rows grow up to `maximumRowHeight`, so that fewer may fit.
    ///
    /// Before the page is live, CSS measures the height of the nearest size container. So give the box of the collection
    /// `container-type: size`.
    public var minimumVisibleLines: Int
    /// The insets, headers and footers of sections, and the scroll direction.
    public var sections: SectionStyle

    /// A layout of rows. All lengths are in points.
    ///
    /// The maximum height of a row is twice `rowHeight` by default. The inset, the heights of headers and footers, and
    /// the scroll direction are those of `SectionStyle`.
    public init(
        rowHeight: Double, maximumRowHeight: Double? = nil, spacing: Double = 0,
        sectionInset: (horizontal: Double, vertical: Double) = (0, 0), headerHeight: Double = 0,
        footerHeight: Double = 0, emptySectionHeight: Double = 0,
        scrollDirection: ScrollDirection = .vertical, minimumVisibleLines: Int = 0
    ) {
        self.rowHeight = rowHeight
        self.maximumRowHeight = maximumRowHeight ?? 2 * rowHeight
        self.spacing = spacing
        self.minimumVisibleLines = minimumVisibleLines
        sections = SectionStyle(
            inset: sectionInset, headerHeight: headerHeight, footerHeight: footerHeight,
            emptyHeight: emptySectionHeight, scrollDirection: scrollDirection)
    }
}

extension JustifiedLayout: HeightFittedLayout {
    /// The layout with lower rows, if rows would be too high.
    public func fitted(width: Double, visibleHeight: Double) -> any CollectionViewLayout & Hashable {
        let most = sections.lineHeight(fitting: minimumVisibleLines, spacing: spacing, visibleHeight: visibleHeight)
        guard let most, rowHeight > most else { return self }
        var fitted = self
        fitted.rowHeight = most * Self.fittedShare
        fitted.maximumRowHeight = most
        return fitted
    }

    /// The height at which rows are filled in a low box, as a share of the greatest height there. A row of three items
    /// then still fills the width.
    package static let fittedShare = 0.75
}

extension JustifiedLayout: SectionedLayout {
    private var style: LineStyle {
        LineStyle(
            filling: .justified(height: max(1, rowHeight), maximum: max(1, rowHeight, maximumRowHeight)),
            lineSpacing: spacing, itemSpacing: spacing, sections: sections.transposed)
    }

    /// Breaks the items into rows at a width.
    ///
    /// - Complexity: O(*k* + *s*) for the *k* items of the sections that are laid out again, among *s* sections. These
    ///   are all *n* items without `previous`, and after any edit of a list without headers and footers.
    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry { LineGeometry(style, of: list, width: width, after: previous) }
}
