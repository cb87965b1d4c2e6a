/// Values with costs, of which those used last are kept, up to a limit.
///
/// - Complexity: O(1) for each use. What is put out is found in O(*n* log *n*), for a tenth of the limit at once.
struct LeastRecentlyUsed<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        var cost: Int
        var lastUse: Int
    }

    let limit: Int
    private(set) var cost = 0
    private var entries: [Key: Entry] = [:]
    private var uses = 0

    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }

    /// It is no use.
    func contains(_ key: Key) -> Bool { entries[key] != nil }

    mutating func use(_ key: Key) -> Value? {
        uses += 1
        entries[key]?.lastUse = uses
        return entries[key]?.value
    }

    /// - Returns: What was put out for it; the value itself when it alone costs more than the limit.
    mutating func insert(_ value: Value, for key: Key, cost: Int) -> [(key: Key, value: Value)] {
        guard cost <= limit else { return [(key, value)] }
        uses += 1
        if let old = entries.updateValue(Entry(value: value, cost: cost, lastUse: uses), forKey: key) {
            self.cost -= old.cost
        }
        self.cost += cost
        return self.cost > limit ? shrunk() : []
    }

    mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        cost -= entry.cost
        return entry.value
    }

    private mutating func shrunk() -> [(key: Key, value: Value)] {
        var gone: [(Key, Value)] = []
        for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard cost > limit - limit / 10 else { break }
            entries[key] = nil
            cost -= entry.cost
            gone.append((key, entry.value))
        }
        return gone
    }
}
