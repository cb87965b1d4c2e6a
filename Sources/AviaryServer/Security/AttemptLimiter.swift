/// Counts wrong tokens and sessions, for each address.
///
/// The count shuts nobody out: the right token is compared all the same, or a stranger could keep others out by being
/// wrong. It makes the answer to a wrong one cheaper and tells the owner. A token is safe by its length; see
/// `AccessToken.minimumLength`.
struct AttemptLimiter {
    static let allowed = 10
    static let window: Duration = .seconds(60)
    /// Addresses remembered; beyond it all others share one count.
    static let capacity = 1024

    private struct Count {
        var start: ContinuousClock.Instant
        var failures: Int
    }

    private var counts: [PeerAddress?: Count] = [:]

    /// - Returns: How many came from the address within a minute, this one included.
    mutating func fail(from address: PeerAddress?, at now: ContinuousClock.Instant) -> Int {
        if counts[address] == nil, counts.count >= Self.capacity {
            counts = counts.filter { $0.value.start.duration(to: now) < Self.window }
        }
        let key = counts[address] != nil || counts.count < Self.capacity ? address : nil
        var count = counts[key] ?? Count(start: now, failures: 0)
        if count.start.duration(to: now) >= Self.window { count = Count(start: now, failures: 0) }
        count.failures += 1
        counts[key] = count
        return count.failures
    }
}
