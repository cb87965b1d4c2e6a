/// Computes the frames of a list for any width: `FlowLayout`, `ListLayout`, `SizedFlowLayout`, `JustifiedLayout`, or a
/// layout of the app's own.
///
/// A value that holds no list. A collection view asks it for a geometry, again for each list and width.
///
/// The browser computes the frames of a `FlowLayout`, and of a `ListLayout` of one height, by itself. It has no other
/// layouts: it is told their frames near the visible rect. For these layouts
/// - arrow keys go by the frames that the browser knows: up and down lead to the next line, whatever `neighbour` says;
/// - placeholders beyond these frames stand in a grid until the frames arrive;
/// - before the width is known, tiles stand where CSS puts them: by `FirstPaintLayout`, or by the app's style sheets;
/// - an `ItemAppearance` is shown by tiles only: not by placeholders, and not while an item is moved by hand.
public protocol CollectionViewLayout: Sendable {
    /// Computes the geometry of a list.
    ///
    /// - Parameters:
    ///   - list: The number of items of each section, and their sizes.
    ///   - width: The length of a line, in points; 0 before a screen is known.
    ///   - previous: The geometry of the list before at the same width, and the sections that the edit concerns; `nil`
    ///     when there is none, for example at another width. A layout may take over from it what is the same, or ignore
    ///     it.
    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry

    /// The direction in which a person scrolls. Vertical by default.
    ///
    /// Where it is horizontal, the geometry is transposed, as `ScrollDirection` shows. Then `width` is the height of
    /// the collection's box, the `x` of a frame counts from the top, and its `y` from the left.
    var scrollDirection: ScrollDirection { get }

    /// Whether frames depend on the sizes of items, so that a change of content may change them. True by default.
    var asksForSizes: Bool { get }
}

extension CollectionViewLayout {
    /// Vertical.
    public var scrollDirection: ScrollDirection { .vertical }
    /// `true`: an update of an item's content asks for a new geometry.
    public var asksForSizes: Bool { true }
}
