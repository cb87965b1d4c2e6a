/// Counts wrong tokens and sessions, for each address.
///
/// A long token is safe by its length, so its count locks nobody out: the right token is always compared. Otherwise a
/// stranger could lock others out by wrong tokens. A token that can be guessed is compared 30 times a minute for each
/// address: to find one of six characters takes one address a hundred years.
struct AttemptLimiter {
    static let allowed = 10
    /// Wrong tries of an address in a minute after which a token that can be guessed is not compared any more.
    static let allowedGuesses = 30
    static let window: Duration = .seconds(60)
    /// Addresses remembered; beyond it all others share one count.
    static let capacity = 1024

    private struct Count {
        var start: ContinuousClock.Instant
        var failures: Int
    }

    private var counts: [PeerAddress?: Count] = [:]

    /// How many came from the address within a minute.
    func failures(from address: PeerAddress?, at now: ContinuousClock.Instant) -> Int {
        let count = counts[address] ?? (counts.count < Self.capacity ? nil : counts[nil])
        guard let count, count.start.duration(to: now) < Self.window else { return 0 }
        return count.failures
    }

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
