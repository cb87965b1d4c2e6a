import AviaryText
import Testing

@testable import AviaryApps

struct ReplacedNamesTests {
    private var names = ReplacedNames()
    private let words = Words.english.undo
    private let start = ContinuousClock.now

    private func plain(_ sentence: String?) -> String? { sentence?.filter { $0 != "\u{2068}" && $0 != "\u{2069}" } }

    @Test mutating func oneSentenceCoversAllThatMayBeUnread() {
        #expect(names.sentence(in: words, at: start) == nil)
        names.add("Paprika", by: "Ketchup", at: start)
        let one = plain(names.sentence(in: words, at: start))
        #expect(one == "Someone renamed it to “Paprika” meanwhile. Your name replaced it.")
        names.add("Sea", by: "Pond", at: start)
        let two = plain(names.sentence(in: words, at: start))
        #expect(
            two == """
                Someone renamed 2 of these meanwhile. Your names replaced theirs: “Ketchup” replaced “Paprika”, \
                “Pond” replaced “Sea”.
                """)
        for _ in 0..<100 { names.add("Sea", by: "Pond", at: start) }
        let all = plain(names.sentence(in: words, at: start))
        #expect(all == "Someone renamed 102 of these meanwhile. Your names replaced theirs.")
    }

    @Test mutating func whatHasBeenShownForLongIsNotToldAgain() {
        names.add("Paprika", by: "Ketchup", at: start)
        let later = start + ReplacedNames.lifetime + .seconds(1)
        #expect(names.sentence(in: words, at: later) == nil)
        names.add("Sea", by: "Pond", at: later)
        let sentence = plain(names.sentence(in: words, at: later))
        #expect(sentence == "Someone renamed it to “Sea” meanwhile. Your name replaced it.")
        names.removeAll()
        #expect(names.sentence(in: words, at: later) == nil)
    }
}
