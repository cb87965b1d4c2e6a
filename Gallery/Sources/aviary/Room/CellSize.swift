import Foundation

/// The size of the cells of a room, as a person has chosen it by a pinch.
struct CellSize: Hashable, Sendable {
    /// The number of steps from the usual size, from -3 to 3.
    private(set) var steps = 0

    var isLargest: Bool { steps == Self.limit }
    var isSmallest: Bool { steps == -Self.limit }
    /// The size among all sizes, from 1.
    var number: Int { steps + Self.limit + 1 }
    static let count = 2 * limit + 1

    /// By how much cells are larger than usual. Each step is a quarter more.
    var scale: Double { pow(1.25, Double(steps)) }

    init() {}

    /// - Parameter steps: Any text, because a browser may send it.
    init?(_ steps: some StringProtocol) {
        guard let number = Int(steps), (-Self.limit...Self.limit).contains(number) else { return nil }
        self.steps = number
    }

    /// Changes the size by a few steps, up to the largest or the smallest one.
    mutating func change(by more: Int) { steps = min(max(steps + more, -Self.limit), Self.limit) }

    private static let limit = 3
}
