/// How much work a connection may ask for before it is served in the slow lane.
///
/// Work is counted, not timed. One unit is about the cost of a cell, some 10 µs. A person who scrolls as fast as
/// possible on a large screen asks for a few thousand units a second.
struct WorkBudget {
    private var credit = Double(capacity)
    private var last: ContinuousClock.Instant?

    /// Whether the connection has asked for more work than its budget.
    var isSpent: Bool { credit < 0 }

    /// - Parameter work: The cost in units. A negative cost counts as 0. The cost is negative when a sheet was closed,
    ///   because the sum of the work no longer contains the work of its collections.
    mutating func spend(_ work: Int, at now: ContinuousClock.Instant = .now) {
        if let last {
            let seconds = last.duration(to: now) / .seconds(1)
            credit = min(Double(capacity), credit + seconds * Double(rate))
        }
        last = now
        credit = max(-Double(capacity), credit - Double(max(0, work)))
    }

    /// The cost of a packet by its size.
    static func price(ofBytes bytes: Int) -> Int { 2 + bytes / 256 }
    /// The cost of a message, apart from the cells and selections that it changes.
    static let message = 5
    /// The number of items that can be selected or deselected at the cost of one cell.
    static let itemsForOne = 100
}

/// The most work that can be saved up, in units, and how fast it is saved up, in units per second.
private let capacity = 5_000
private let rate = 5_000
