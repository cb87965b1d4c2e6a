import AviarySnapshots

/// The direction in which a person scrolls a collection view.
///
/// A geometry knows one direction only: lines that follow each other down the content. Where a view scrolls to the
/// right, its geometry is *transposed*: x and y are exchanged, and so are width and height.
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
    /// The rectangle with x and y exchanged where a view scrolls to the right: from the screen's coordinates to those of the
    /// geometry, and back.
    package func transposed(_ direction: ScrollDirection) -> ContentRect {
        direction == .vertical ? self : ContentRect(x: y, y: x, width: height, height: width)
    }
}

extension ItemSize {
    /// The same for a size.
    func transposed(_ direction: ScrollDirection) -> ItemSize {
        direction == .vertical ? self : ItemSize(width: height, height: width)
    }
}
