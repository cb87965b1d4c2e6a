import Testing

@testable import AviaryApps

struct ReplacedNamesTests {
    private var names = ReplacedNames(words: UndoWords())
    private let start = ContinuousClock.now

    private func plain(_ sentence: String?) -> String? { sentence?.filter { $0 != "\u{2068}" && $0 != "\u{2069}" } }

    @Test mutating func oneSentenceCoversAllThatMayBeUnread() {
        #expect(names.sentence(at: start) == nil)
        names.add("Paprika", by: "Ketchup", at: start)
        let one = plain(names.sentence(at: start))
        #expect(one == "Someone renamed it to “Paprika” meanwhile. Your name replaced it.")
        names.add("Sea", by: "Pond", at: start)
        let two = plain(names.sentence(at: start))
        #expect(
            two == """
                Someone renamed 2 of these meanwhile. Your names replaced theirs: “Ketchup” replaced “Paprika”, \
                “Pond” replaced “Sea”.
                """)
        for _ in 0..<100 { names.add("Sea", by: "Pond", at: start) }
        let all = plain(names.sentence(at: start))
        #expect(all == "Someone renamed 102 of these meanwhile. Your names replaced theirs.")
    }

    @Test mutating func whatHasBeenShownForLongIsNotToldAgain() {
        names.add("Paprika", by: "Ketchup", at: start)
        let later = start + ReplacedNames.lifetime + .seconds(1)
        #expect(names.sentence(at: later) == nil)
        names.add("Sea", by: "Pond", at: later)
        let sentence = plain(names.sentence(at: later))
        #expect(sentence == "Someone renamed it to “Sea” meanwhile. Your name replaced it.")
        names.removeAll()
        #expect(names.sentence(at: later) == nil)
    }
}
