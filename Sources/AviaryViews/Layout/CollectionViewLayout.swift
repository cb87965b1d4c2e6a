/// Computes the frames of a list for any width: `FlowLayout`, `ListLayout`, `SizedFlowLayout`, `JustifiedLayout`, or a
/// layout of the app's own.
///
/// A layout is a value without a list. A collection view requests a geometry from it for each list and width.
///
/// The browser itself computes the frames of a `FlowLayout` and of a `ListLayout` with uniform height. For all other
/// layouts the server sends the frames near the visible rect. For these layouts:
/// - Arrow keys use the frames that the browser knows. Up and down lead to the next line, whatever `neighbour` returns.
/// - Placeholders beyond these frames stand in a grid until the frames arrive.
/// - Before the width is known, CSS positions the tiles: by `FirstPaintLayout`, or by the app's style sheets.
/// - Only tiles show an `ItemAppearance`. Placeholders do not, and neither do items while they are moved by hand.
public protocol CollectionViewLayout: Sendable {
    /// Computes the geometry of a list.
    ///
    /// - Parameters:
    ///   - list: The number of items of each section, and their sizes.
    ///   - width: The length of a line, in points; 0 before a screen is known.
    ///   - previous: The previous list's geometry at the same width, and the sections that the edit affects; `nil` if
    ///     there is none, for example at another width. A layout may reuse unchanged sections from it, or ignore it.
    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry

    /// The direction in which a person scrolls. Vertical by default.
    ///
    /// If it is horizontal, the geometry is transposed, as `ScrollDirection` shows. Then `width` is the height of the
    /// collection's box, the `x` of a frame counts from the top, and its `y` from the left.
    var scrollDirection: ScrollDirection { get }

    /// True if frames depend on the sizes of items. Then a change of content may change frames. True by default.
    var asksForSizes: Bool { get }
}

extension CollectionViewLayout {
    /// Vertical.
    public var scrollDirection: ScrollDirection { .vertical }
    /// `true`, so an update of an item's content leads to a new geometry.
    public var asksForSizes: Bool { true }
}
