/// How much work a connection may ask for before it has to share the slow lane.
///
/// It is counted, not timed: a unit is about what a cell costs, some 10 µs. A person who scrolls as fast as they can on
/// a large screen asks for a few thousand units a second.
struct WorkBudget {
    private var credit = Double(capacity)
    private var last: ContinuousClock.Instant?

    /// Whether more was asked for than there was.
    var isSpent: Bool { credit < 0 }

    /// - Parameter work: Less than nothing when a sheet goes, with what it has cost: that gives nothing back.
    mutating func spend(_ work: Int, at now: ContinuousClock.Instant = .now) {
        if let last {
            let seconds = last.duration(to: now) / .seconds(1)
            credit = min(Double(capacity), credit + seconds * Double(rate))
        }
        last = now
        credit = max(-Double(capacity), credit - Double(max(0, work)))
    }

    /// What a packet costs by itself.
    static func price(ofBytes bytes: Int) -> Int { 2 + bytes / 256 }
    /// What a message costs beside the cells and selections that it changes.
    static let message = 5
    /// So many items are selected or deselected at the price of a cell.
    static let itemsForOne = 100
}

/// In units; and in units a second.
private let capacity = 5_000
private let rate = 5_000
