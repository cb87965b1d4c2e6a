/// The names of others that a person's names have replaced lately, so that one notice tells of all of them. The next thing
/// the person does takes the notice before it away, perhaps unread: what was typed without a connection comes all at once.
struct ReplacedNames {
    let words: UndoWords
    private var pairs: [(other: String, own: String)] = []
    private var last = ContinuousClock.now

    init(words: UndoWords) { self.words = words }

    /// How long a notice may be unread: as long as the page shows one with a button.
    static let lifetime = Duration.seconds(12)

    var count: Int { pairs.count }

    mutating func add(_ other: String, by own: String, at now: ContinuousClock.Instant = .now) {
        if now - last > Self.lifetime { pairs = [] }
        pairs.append((other, own))
        last = now
    }

    mutating func removeAll() { pairs = [] }

    /// What the person has to know; nothing when all of it has been shown for long enough.
    func sentence(at now: ContinuousClock.Instant = .now) -> String? {
        guard let first = pairs.first, now - last <= Self.lifetime else { return nil }
        return pairs.count == 1
            ? words.replaced(first.other)
            : words.replacedSeveral(pairs.count, pairs.count > 3 ? nil : pairs)
    }
}
