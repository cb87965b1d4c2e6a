/// What is to be done when the tab displays a packet.
struct DisplayedPackets {
    private var waiting: [(number: Int, completions: [() -> Void])] = []
    /// That of the last packet. Scenes begin anywhere, so that no answer is taken for that to another.
    private var number = Int.random(in: 1...1_000_000_000)

    /// - Returns: The number by which the tab says that it displays the packet; and what has waited for too long for a tab that
    ///   says nothing.
    mutating func add(_ completions: [() -> Void]) -> (number: Int, overdue: [() -> Void]) {
        number += 1
        waiting.append((number, completions))
        return (number, waiting.count > maximumPackets ? waiting.removeFirst().completions : [])
    }

    /// What waits for a packet that the tab displays, and for those before it, in order.
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

/// So many packets are waited for.
private let maximumPackets = 64
