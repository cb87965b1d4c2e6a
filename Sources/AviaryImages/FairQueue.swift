import HeapModule

/// A queue for the work of several clients. A turn is one piece of waiting work. Turns of higher rank go first. Clients
/// whose turns have the same rank alternate.
struct FairQueue<Turn: RankedTurn> {
    /// The clients that have turns, the next one first.
    private var order: [String?] = []
    private var turns: [String?: Heap<Turn>] = [:]

    /// - Complexity: O(log *n*) for *n* turns of the client.
    mutating func insert(_ turn: Turn, of client: String?) {
        if turns[client] == nil { order.append(client) }
        turns[client, default: Heap()].insert(turn)
    }

    /// Takes the next turn; returns `nil` if no client that may have a turn has one.
    ///
    /// - Parameter mayBegin: Returns true if a client may have a turn now.
    /// - Complexity: O(*c* + log *n*) for *c* clients.
    mutating func popMax(where mayBegin: (String?) -> Bool = { _ in true }) -> (turn: Turn, client: String?)? {
        var best: (index: Int, rank: Turn.Rank)?
        for (index, client) in order.enumerated() where mayBegin(client) {
            guard let rank = turns[client]?.max?.rank else { continue }
            if best.map({ rank > $0.rank }) ?? true { best = (index, rank) }
        }
        guard let index = best?.index else { return nil }
        let client = order.remove(at: index)
        guard let turn = turns[client]?.popMax() else { return nil }
        if turns[client]?.isEmpty == true { turns[client] = nil } else { order.append(client) }
        return (turn, client)
    }
}

/// A turn in a `FairQueue`.
protocol RankedTurn: Comparable {
    associatedtype Rank: Comparable
    /// The rank. Turns of a higher rank go first, whichever client they belong to.
    var rank: Rank { get }
}
