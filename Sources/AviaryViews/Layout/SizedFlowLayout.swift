/// Cells of sizes of their own, in lines from left to right: as many as fit, in the middle of their line.
///
/// With `scrollDirection: .horizontal` lines run from the top to the bottom. A strip of photographs is one that is no higher
/// than they are:
///
///     SizedFlowLayout(minimumLineSpacing: 4, scrollDirection: .horizontal)
///
/// The sizes, in points, come with the list: from `ListRequest.sizes`, or from `ListSnapshot.sized(by:)`. None is longer
/// than the line. `FlowLayout` is for cells of one size, at far less cost.
public struct SizedFlowLayout: Hashable, Sendable {
    /// Between lines, in points.
    public var minimumLineSpacing: Double
    /// Between the cells of a line, in points.
    public var minimumInteritemSpacing: Double
    public var sections: SectionStyle

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
    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        let style = LineStyle(
            filling: .flow, lineSpacing: minimumLineSpacing, itemSpacing: minimumInteritemSpacing,
            sections: sections.transposed)
        return LineGeometry(style, of: list, width: width, after: previous)
    }
}
