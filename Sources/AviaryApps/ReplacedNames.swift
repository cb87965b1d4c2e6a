/// The names by other people that a person's names have recently replaced. One notice reports all of them: changes that
/// were typed offline arrive all at once, and each action removes the notice before it, which the person may not have
/// read.
struct ReplacedNames {
    let words: UndoWords
    private var pairs: [(other: String, own: String)] = []
    private var last = ContinuousClock.now

    init(words: UndoWords) { self.words = words }

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
    func sentence(at now: ContinuousClock.Instant = .now) -> String? {
        guard let first = pairs.first, now - last <= Self.lifetime else { return nil }
        return pairs.count == 1
            ? words.replaced(first.other)
            : words.replacedSeveral(pairs.count, pairs.count > 3 ? nil : pairs)
    }
}
