/// Cells of different sizes, in lines from left to right: as many as fit, each centered vertically in its line.
///
/// With `scrollDirection: .horizontal` lines run from top to bottom. A strip of photographs is such a layout, in a box
/// as high as one photograph:
///
///     SizedFlowLayout(minimumLineSpacing: 4, scrollDirection: .horizontal)
///
/// The sizes come with the list, from `ListRequest.sizes` or `ListSnapshot.sized(by:)`. They range from 1 to 20,000
/// points, and an unknown size is 1 × 1. No cell is wider than the line. `FlowLayout` is for cells of one size, and
/// costs far less.
public struct SizedFlowLayout: Hashable, Sendable {
    /// The space between lines, in points.
    public var minimumLineSpacing: Double
    /// The space between the cells of a line, in points.
    public var minimumInteritemSpacing: Double
    /// The insets, headers and footers of sections, and the scroll direction.
    public var sections: SectionStyle

    /// A layout of lines. All lengths are in points.
    ///
    /// The inset, the heights of headers and footers, and the scroll direction are those of `SectionStyle`.
    public init(
        minimumLineSpacing: Double = 0, minimumInteritemSpacing: Double = 0,
        sectionInset: (horizontal: Double, vertical: Double) = (0, 0), headerHeight: Double = 0,
        footerHeight: Double = 0, emptySectionHeight: Double = 0,
        scrollDirection: ScrollDirection = .vertical
    ) {
        self.minimumLineSpacing = minimumLineSpacing
        self.minimumInteritemSpacing = minimumInteritemSpacing
        sections = SectionStyle(
            inset: sectionInset, headerHeight: headerHeight, footerHeight: footerHeight,
            emptyHeight: emptySectionHeight, scrollDirection: scrollDirection)
    }
}

extension SizedFlowLayout: SectionedLayout {
    /// Breaks the items into lines at a width.
    ///
    /// - Complexity: O(*k* + *s*) for the *k* items of the sections that are laid out again, among *s* sections. These
    ///   are all *n* items without `previous`, and after any edit of a list without headers and footers.
    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        let style = LineStyle(
            filling: .flow, lineSpacing: minimumLineSpacing, itemSpacing: minimumInteritemSpacing,
            sections: sections.transposed)
        return LineGeometry(style, of: list, width: width, after: previous)
    }
}
