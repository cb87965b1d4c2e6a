import AviaryText

/// The names by other people that a person's names have recently replaced. One notice reports all of them: changes that
/// were typed offline arrive all at once, and each action removes the notice before it, which the person may not have
/// read.
struct ReplacedNames {
    private var pairs: [(other: String, own: String)] = []
    private var last = ContinuousClock.now

    /// How long a notice counts as unread. A page shows a notice with a button for this time.
    static let lifetime = Duration.seconds(12)

    var count: Int { pairs.count }

    mutating func add(_ other: String, by own: String, at now: ContinuousClock.Instant = .now) {
        if now - last > Self.lifetime { pairs = [] }
        pairs.append((other, own))
        last = now
    }

    mutating func removeAll() { pairs = [] }

    /// The sentence about the replaced names; `nil` if there are none, or if the last notice was shown for long enough.
    func sentence(in words: Words.Undo, at now: ContinuousClock.Instant = .now) -> String? {
        guard let first = pairs.first, now - last <= Self.lifetime else { return nil }
        if pairs.count == 1 { return words.replaced(first.other.isolated) }
        if pairs.count > 3 { return words.replacedMany(pairs.count) }
        let list = pairs.map { words.replacedPair($0.own.isolated, $0.other.isolated) }.joined(separator: ", ")
        return words.replacedSeveral(pairs.count, list)
    }
}
