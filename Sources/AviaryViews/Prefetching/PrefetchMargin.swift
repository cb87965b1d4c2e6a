/// How far above and below the visible rect there are cells, in points.
///
/// A screenful at each side at rest. Where the person scrolls to it grows with the speed, up to two screenfuls, and behind
/// it shrinks, down to half of one.
///
///     at rest   ├─────────┤ visible ├─────────┤
///     down           ├────┤ visible ├───────────────────┤
struct PrefetchMargin: Equatable {
    var above: Double
    var below: Double

    /// - Parameters:
    ///   - height: Of the visible rect.
    ///   - travel: How far the person has scrolled from one report of the screen to the next, down or, negative, up. A
    ///     screen that scrolls reports some thirty times a second, so that this is a speed, and no clock is needed.
    init(height: Double, travel: Double) {
        let speed = height > 0 ? max(-1, min(travel / (height * fastest), 1)) : 0
        func margin(_ speed: Double) -> Double { height * (speed > 0 ? 1 + speed : 1 + speed / 2) }
        (above, below) = (margin(-speed), margin(speed))
    }

    /// What of it has to be there: as long as it is, no cells are made or let go of.
    ///
    /// - Parameter height: Of the visible rect.
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

/// The part of a screenful between two reports from which on nothing grows any more: eight screenfuls a second.
private let fastest = 0.25
