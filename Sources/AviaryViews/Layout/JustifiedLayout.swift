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
    /// No row grows higher than what fits, and rows are filled at three quarters of that height, or lower. No row gets
    /// lower than 44 points for it.
    ///
    /// Before the page is live, CSS measures the height of the nearest size container. So give the box of the collection
    /// `container-type: size`.
    public var minimumVisibleLines: Int
    /// The least width of a section, in points. With it, sections with few items stand beside each other. By default it
    /// is 0, and each section begins below the previous one.
    ///
    /// A section whose items fill less than a row is as wide as its items, but not narrower than this. As many of these as
    /// fit stand beside each other, each below its own header. A section with several rows fills the width. It has an effect
    /// only in a list that scrolls vertically, with headers or footers.
    public var minimumSectionWidth: Double
    /// The space between sections that stand beside each other, in points.
    public var sectionSpacing: Double
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
        scrollDirection: ScrollDirection = .vertical, minimumVisibleLines: Int = 0, minimumSectionWidth: Double = 0,
        sectionSpacing: Double = 0
    ) {
        self.rowHeight = rowHeight
        self.maximumRowHeight = maximumRowHeight ?? 2 * rowHeight
        self.spacing = spacing
        self.minimumVisibleLines = minimumVisibleLines
        self.minimumSectionWidth = minimumSectionWidth
        self.sectionSpacing = sectionSpacing
        sections = SectionStyle(
            inset: sectionInset, headerHeight: headerHeight, footerHeight: footerHeight,
            emptyHeight: emptySectionHeight, scrollDirection: scrollDirection)
    }
}

extension JustifiedLayout: HeightFittedLayout {
    /// The layout with lower rows, if rows would be too high.
    public func fitted(width: Double, visibleHeight: Double) -> any CollectionViewLayout & Hashable {
        let free = sections.lineHeight(fitting: minimumVisibleLines, spacing: spacing, visibleHeight: visibleHeight)
        guard let free else { return self }
        let most = max(SectionStyle.leastLineHeight, (free / Self.fittedStep).rounded(.down) * Self.fittedStep)
        var fitted = self
        fitted.rowHeight = min(rowHeight, most * Self.fittedShare)
        fitted.maximumRowHeight = min(maximumRowHeight, most)
        return fitted
    }

    /// The height at which rows are filled in a low box, as a share of the greatest height there. A row of three items
    /// then still fills the width.
    package static let fittedShare = 0.75
    /// The greatest height there is a multiple of this, in points. So a window that is resized lays its list out again in
    /// steps.
    package static let fittedStep = 16.0
}

extension JustifiedLayout: SectionedLayout {
    private var style: LineStyle {
        LineStyle(
            filling: .justified(height: max(1, rowHeight), maximum: max(1, rowHeight, maximumRowHeight)),
            lineSpacing: spacing, itemSpacing: spacing, sections: sections.transposed,
            beside: placesSectionsSideBySide
                ? .init(minimumWidth: minimumSectionWidth, spacing: max(0, sectionSpacing)) : nil)
    }

    /// Without headers and footers all items form one section.
    package var placesSectionsSideBySide: Bool {
        minimumSectionWidth > 0 && sections.isSectioned && scrollDirection == .vertical
    }

    /// Breaks the items into rows at a width.
    ///
    /// - Complexity: O(*k* + *s*) for the *k* items of the sections that are laid out again, among *s* sections. These
    ///   are all *n* items without `previous`, and after any edit of a list without headers and footers.
    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry { LineGeometry(style, of: list, width: width, after: previous) }
}
