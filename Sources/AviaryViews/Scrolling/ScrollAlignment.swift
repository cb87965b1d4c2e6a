/// Where in the visible rect something stands after it was scrolled to.
public enum ScrollAlignment: Hashable, Sendable {
    /// Where as little scrolling as needed leads it; something in view stays where it is.
    case nearest
    case top
    case centeredVertically
    case bottom
    /// What `top`, `centeredVertically` and `bottom` are called in a view that scrolls to the right.
    public static var left: ScrollAlignment { .top }
    public static var centeredHorizontally: ScrollAlignment { .centeredVertically }
    public static var right: ScrollAlignment { .bottom }

    /// How much of the room that is left in the visible rect is above it; `nil` for as little scrolling as needed.
    var share: Double? {
        switch self {
        case .nearest: nil
        case .top: 0
        case .centeredVertically: 0.5
        case .bottom: 1
        }
    }
}
