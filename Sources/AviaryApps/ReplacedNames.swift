/// The names of others that a person's names have recently replaced, so that one notice reports all of them. Each new
/// action removes the previous notice, perhaps unread, because changes that were typed offline arrive all at once.
struct ReplacedNames {
    let words: UndoWords
    private var pairs: [(other: String, own: String)] = []
    private var last = ContinuousClock.now

    init(words: UndoWords) { self.words = words }

    /// How long a notice may be unread. A page shows a notice with a button for this time.
    static let lifetime = Duration.seconds(12)

    var count: Int { pairs.count }

    mutating func add(_ other: String, by own: String, at now: ContinuousClock.Instant = .now) {
        if now - last > Self.lifetime { pairs = [] }
        pairs.append((other, own))
        last = now
    }

    mutating func removeAll() { pairs = [] }

    /// The sentence for the person; `nil` when everything was shown for long enough.
    func sentence(at now: ContinuousClock.Instant = .now) -> String? {
        guard let first = pairs.first, now - last <= Self.lifetime else { return nil }
        return pairs.count == 1
            ? words.replaced(first.other)
            : words.replacedSeveral(pairs.count, pairs.count > 3 ? nil : pairs)
    }
}
