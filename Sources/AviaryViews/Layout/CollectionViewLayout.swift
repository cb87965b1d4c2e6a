/// Says where the items of a list stand, for any width: `FlowLayout`, `ListLayout`, `SizedFlowLayout`, `JustifiedLayout`, or one
/// of the app's own.
///
/// A value without a list. A collection view asks it for the geometry of its list, again for each list and width.
///
/// The browser does not have the layouts of this file, nor an app's: it is told the frames near the visible rect. It computes
/// `FlowLayout` by itself, and a `ListLayout` of one height. For all others
/// - arrow keys lead by the frames that are known: up and down to the next line, whatever `neighbour` says;
/// - placeholders beyond the frames that are known stand in a grid, until the frames are there;
/// - before the width is known tiles stand where CSS puts them: by `FirstPaintLayout`, or the app's own style sheets;
/// - what an `ItemAppearance` adds to a frame is shown by tiles, not by placeholders and not while an item is moved by hand.
public protocol CollectionViewLayout: Sendable {
    /// Lays a list out.
    ///
    /// - Parameters:
    ///   - width: How long lines are, in points; 0 before a screen is known.
    ///   - previous: What was laid out before, where an edit led from its list to this one at the same width, and what the
    ///     edit concerns. A layout takes from there what is the same, or leaves it alone.
    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry

    /// Which way a person scrolls. Vertical by default.
    ///
    /// Where it is horizontal, the geometry is transposed, as `ScrollDirection` shows: `width` is how high the box of the
    /// collection is, the `x` of a frame counts from the top, and its `y` from the left.
    var scrollDirection: ScrollDirection { get }

    /// Whether items have sizes of their own, so that a change of content may be one of sizes. True by default.
    var asksForSizes: Bool { get }
}

extension CollectionViewLayout {
    public var scrollDirection: ScrollDirection { .vertical }
    public var asksForSizes: Bool { true }
}
