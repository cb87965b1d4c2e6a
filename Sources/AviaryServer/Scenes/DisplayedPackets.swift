/// The completions that wait until the tab displays their packets.
struct DisplayedPackets {
    private var waiting: [(number: Int, completions: [() -> Void])] = []
    /// The number of the last packet. It begins at random, so that an acknowledgement for another scene matches no
    /// packet here.
    private var number = Int.random(in: 1...1_000_000_000)

    /// - Returns: The number by which the tab acknowledges the packet. If too many packets wait, also the completions
    ///   of the oldest one, which the caller runs.
    mutating func add(_ completions: [() -> Void]) -> (number: Int, overdue: [() -> Void]) {
        number += 1
        waiting.append((number, completions))
        return (number, waiting.count > maximumPackets ? waiting.removeFirst().completions : [])
    }

    /// Removes the completions of a displayed packet and of all packets before it, and returns them in order.
    mutating func take(upTo number: Int) -> [() -> Void] {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return [] }
        defer { waiting.removeSubrange(...index) }
        return waiting[...index].flatMap(\.completions)
    }

    mutating func takeAll() -> [() -> Void] {
        defer { waiting = [] }
        return waiting.flatMap(\.completions)
    }
}

/// The most packets that wait for an acknowledgement.
private let maximumPackets = 64
