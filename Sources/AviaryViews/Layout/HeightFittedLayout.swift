/// A layout whose frames depend on the height of the visible rect, too. `FlowLayout` and `JustifiedLayout` with
/// `minimumVisibleLines` are such layouts.
///
/// A collection view asks it for the layout of each size, and lays its list out again when the answer differs from the
/// present one. The first item in view stays in view. A height that grows by 240 points or less counts as the same height:
/// a box with padding above its content shows more of it once it is scrolled.
public protocol HeightFittedLayout: CollectionViewLayout {
    /// The layout for a size of the visible rect.
    ///
    /// Return equal values as long as the height makes no difference, because every other value lays the list out again.
    /// The scroll direction and `asksForSizes` must not change.
    ///
    /// - Parameters:
    ///   - width: The length of a line, in points.
    ///   - visibleHeight: The height of the visible rect, in points; its width if the layout scrolls to the right.
    /// - Complexity: Must be O(1); called on every scroll report.
    func fitted(width: Double, visibleHeight: Double) -> any CollectionViewLayout & Hashable
}
