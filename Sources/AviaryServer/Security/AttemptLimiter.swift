/// Counts wrong tokens, for each address, so that none can be guessed.
struct AttemptLimiter {
    static let allowed = 10
    static let window: Duration = .seconds(60)
    /// Addresses remembered; beyond it all others share one count, so that many addresses win nothing.
    static let capacity = 1024

    private struct Count {
        var start: ContinuousClock.Instant
        var failures: Int
    }

    private var counts: [String: Count] = [:]

    func mayTry(from address: String, at now: ContinuousClock.Instant) -> Bool {
        guard let count = counts[key(address)], count.start.duration(to: now) < Self.window else { return true }
        return count.failures < Self.allowed
    }

    mutating func fail(from address: String, at now: ContinuousClock.Instant) {
        if counts[address] == nil, counts.count >= Self.capacity {
            counts = counts.filter { $0.value.start.duration(to: now) < Self.window }
        }
        let key = key(address)
        var count = counts[key] ?? Count(start: now, failures: 0)
        if count.start.duration(to: now) >= Self.window { count = Count(start: now, failures: 0) }
        count.failures += 1
        counts[key] = count
    }

    private func key(_ address: String) -> String {
        counts[address] != nil || counts.count < Self.capacity ? address : "others"
    }
}
