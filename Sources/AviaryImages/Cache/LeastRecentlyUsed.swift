/// A cache of values with costs. It keeps the most recently used values, up to a limit of all costs together.
///
/// - Complexity: O(1) for each use. An eviction takes O(*n* log *n*), and frees a tenth of the limit at once.
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

    /// Returns true if there is a value. This does not count as a use.
    func contains(_ key: Key) -> Bool { entries[key] != nil }

    mutating func use(_ key: Key) -> Value? {
        uses += 1
        entries[key]?.lastUse = uses
        return entries[key]?.value
    }

    /// - Returns: The evicted values; the value itself if it alone costs more than the limit.
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
