import AviarySnapshots

/// The direction in which a person scrolls a collection view.
///
/// A geometry knows one direction only: lines that follow each other down the content. If a view scrolls to the right,
/// its geometry is *transposed*: x and y are exchanged, and so are width and height.
///
///     vertical       horizontal       its geometry
///     ┌ header ┐     ┌ h ┬───────┐    ┌ header ┐
///     │ a b c  │     │ e │ a d   │    │ a b c  │
///     │ d      │     │ a │ b     │    │ d      │
///     └────────┘     │ … │ c     │    └────────┘
///                    └───┴───────┘
public enum ScrollDirection: Hashable, Sendable {
    /// Down: lines run from left to right.
    case vertical
    /// To the right: lines run from top to bottom, and the next line stands to the right.
    case horizontal
}

extension ContentRect {
    /// Converts the rectangle between the coordinates of the screen and of the geometry: exchanges x and y if the view
    /// scrolls to the right.
    package func transposed(_ direction: ScrollDirection) -> ContentRect {
        direction == .vertical ? self : ContentRect(x: y, y: x, width: height, height: width)
    }
}

extension ItemSize {
    /// Exchanges width and height if the view scrolls to the right.
    func transposed(_ direction: ScrollDirection) -> ItemSize {
        direction == .vertical ? self : ItemSize(width: height, height: width)
    }
}
