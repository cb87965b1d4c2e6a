/// Counts wrong tokens and ended sessions for each address.
///
/// A long token is safe by its length, so the count shuts nobody out: the right token is always accepted. Otherwise a
/// stranger could shut others out with wrong tokens. A token that can be guessed is compared 30 times a minute for
/// each address. One address then needs a hundred years to find a token of six characters.
struct AttemptLimiter {
    static let allowed = 10
    /// The wrong tries of an address in a minute after which a guessable token is not compared any more.
    static let allowedGuesses = 30
    static let window: Duration = .seconds(60)
    /// The number of addresses with a count of their own. All others share one count.
    static let capacity = 1024

    private struct Count {
        var start: ContinuousClock.Instant
        var failures: Int
    }

    private var counts: [PeerAddress?: Count] = [:]

    /// The number of wrong tries from the address within a minute.
    func failures(from address: PeerAddress?, at now: ContinuousClock.Instant) -> Int {
        let count = counts[address] ?? (counts.count < Self.capacity ? nil : counts[nil])
        guard let count, count.start.duration(to: now) < Self.window else { return 0 }
        return count.failures
    }

    /// - Returns: The number of wrong tries from the address within a minute, including this one.
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
