/// The place of an item or a section in the visible rect after the view has scrolled to it.
public enum ScrollAlignment: Hashable, Sendable {
    /// Scrolls as little as needed; an item in view stays where it is.
    case nearest
    /// At the top of the visible rect.
    case top
    /// In the middle of the visible rect.
    case centeredVertically
    /// At the bottom of the visible rect.
    case bottom
    /// The name of `top` in a view that scrolls to the right.
    public static var left: ScrollAlignment { .top }
    /// The name of `centeredVertically` in a view that scrolls to the right.
    public static var centeredHorizontally: ScrollAlignment { .centeredVertically }
    /// The name of `bottom` in a view that scrolls to the right.
    public static var right: ScrollAlignment { .bottom }

    /// The share of the free space in the visible rect that goes above the item; `nil` for as little scrolling as
    /// needed.
    var share: Double? {
        switch self {
        case .nearest: nil
        case .top: 0
        case .centeredVertically: 0.5
        case .bottom: 1
        }
    }
}
