/// The distance above and below the visible rect within which there are cells, in points.
///
/// A screenful is the height of the visible rect. At rest the distance is a screenful at each side. In the scroll
/// direction it grows with the speed, up to two screenfuls. At the other side it shrinks, down to half a screenful.
///
///     at rest   ├─────────┤ visible ├─────────┤
///     down           ├────┤ visible ├───────────────────┤
struct PrefetchMargin: Equatable {
    var above: Double
    var below: Double

    /// - Parameters:
    ///   - height: The height of the visible rect.
    ///   - travel: The distance scrolled from one report of the screen to the next; negative for up. A scrolling screen
    ///     reports about thirty times a second, so this is a speed, and no clock is needed.
    init(height: Double, travel: Double) {
        let speed = height > 0 ? max(-1, min(travel / (height * fastest), 1)) : 0
        func margin(_ speed: Double) -> Double { height * (speed > 0 ? 1 + speed : 1 + speed / 2) }
        (above, below) = (margin(-speed), margin(speed))
    }

    /// The needed part of the margin. While the cells cover it, no cells are made or removed.
    ///
    /// - Parameter height: The height of the visible rect.
    func needed(height: Double) -> PrefetchMargin {
        var needed = self
        (needed.above, needed.below) = (max(height, above) / 2, max(height, below) / 2)
        return needed
    }
}

extension ContentRect {
    func expanded(by margin: PrefetchMargin) -> ContentRect {
        ContentRect(x: x, y: y - margin.above, width: width, height: margin.above + height + margin.below)
    }
}

/// The distance between two reports at which the margin is largest, in screenfuls. It corresponds to about eight
/// screenfuls a second.
private let fastest = 0.25
