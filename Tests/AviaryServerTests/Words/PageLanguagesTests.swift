import AviaryTesting
import AviaryText
import Testing

@testable import AviaryServer

/// A browser chooses among the languages of an app by `Accept-Language`, which anybody may write.
struct PageLanguagesTests {
    private let languages = PageLanguages(
        ["en", "de", "pt-BR", "pt", "zh-Hant-TW"].map { tag in
            var words = Words.english
            words.language = tag
            return words
        })

    @Test(
        arguments: [
            (nil, "en"), ("", "en"), ("de", "de"), ("DE", "de"), ("de-CH", "de"), ("de-DE, de;q=0.9, en;q=0.8", "de"),
            ("en-US,en;q=0.9,de;q=0.8", "en"), ("fr, de;q=0.5", "de"), ("fr", "en"), ("en;q=0.4, de;q=0.5", "de"),
            ("de;q=0.5, en;q=0.5", "de"), ("pt-BR", "pt-BR"), ("pt", "pt"), ("pt-PT", "pt"), ("zh-Hant", "zh-Hant-TW"),
            ("zh", "zh-Hant-TW"), ("zh-Hans", "en"), ("d", "en"), ("den", "en"), ("*", "en"), ("de, *;q=0.1", "de"),
            ("en;q=0, *", "de"), ("en;q=0", "en"), ("*;q=0", "en"), ("en;q=0, de;q=0, pt;q=0.1", "pt"),
            ("en-US, en;q=0, de;q=0.1", "de"), ("de;q=0.000, pt;q=0.001", "pt"),
            ("de-CH;q=0, de", "de"), ("pt-BR;q=0, pt", "pt"), ("zh;q=0, *;q=0.1", "en"),
            ("zh-TW", "en"),
        ] as [(String?, String)])
    func theFirstThatFitsCounts(header: String?, tag: String) {
        #expect(languages.chosen(by: header).tag == tag)
    }

    @Test(arguments: [
        "de;q=NaN", "de;q=nan", "de;q=inf", "de;q=-1", "de;q=2", "de;q=1.001", "de;q=0x1", "de;q=.5", "de;q=", "de;q",
        "de;level=1", "de;q=1;q=1", "de;q=0.1234", ";q=1", ";;;,,,;", ",", "\u{0}", "\u{1F600}", "de\u{0301}",
        "d\u{E9}",
        "q=1", "-", "--", "de--", "de;q=1e0", "de;q=١",
    ])
    func whatIsMalformedIsLeftOut(header: String) {
        let tag = languages.chosen(by: header).tag
        #expect(tag == (header == "de--" ? "de" : "en"))
    }

    @Test func aLongHeaderIsReadAtItsBegin() {
        let many = String(repeating: "fr;q=0.5,", count: 1_000_000)
        #expect(languages.chosen(by: many + "de").tag == "en")
        #expect(languages.chosen(by: "de," + many).tag == "de")
        // The range that the limit cuts through is none.
        let cut = String(repeating: " ", count: 510)
        #expect(languages.chosen(by: "fr," + cut.dropLast(3) + "de-CH").tag == "en")
        #expect(languages.chosen(by: String(repeating: "d", count: 100_000)).tag == "en")
        #expect(languages.chosen(by: String(repeating: ";", count: 100_000)).tag == "en")
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func anyBytesChooseALanguageOfTheApp(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "de", "en", "pt-BR", "*", ";", ",", "q=", "0", "1", ".", "-", " ", "\t", "\u{FFFD}", "zh-", "=", "9",
        ]
        for _ in 0..<2_000 {
            let header = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined()
            let tag = languages.chosen(by: header).tag
            #expect(languages.all.contains { $0.tag == tag })
            // Without a word about the language nobody gets it.
            if tag != "en", !header.contains("*") { #expect(header.contains(tag.prefix(2)), "\(header)") }
        }
    }

    @Test(arguments: [
        (["en", "de"], true), (["de-CH", "de"], true), (["en", "en"], false), (["de", "DE"], false),
        (["en", ""], false), ([""], false), (["en", "\u{e9}"], false),
    ])
    func eachLanguageHasATagOfItsOwn(tags: [String], isWell: Bool) {
        let languages = PageLanguages(
            tags.map { tag in
                var words = Words.english
                words.language = tag
                return words
            })
        #expect((languages.fault == nil) == isWell)
    }

    @Test func aTextHasOneTranslation() {
        #expect(PageLanguages([.english, .german.with(Doors(open: "Offen", state: "Offen"))]).fault == nil)
        let languages = PageLanguages([.english, .german.with(Doors(open: "Öffnen", state: "Offen"))])
        #expect(
            languages.fault?.description
                == "“Open” has two texts in de, “Öffnen” and “Offen”. Make them the same, or make one of them a function."
        )
    }

    @Test func aTextWithoutOneInTheOtherLanguageLeavesTheNextOnesInPlace() {
        let first = Words.english.with(Notes())
        let german = PageLanguage(.german.with(Notes(hint: "Hinweis", title: "Notizen")), first: first)
        #expect(german.texts == ["Notes": "Notizen"])
        let short = PageLanguage(.german.with(Notes(title: "Notizen")), first: .english.with(Notes(hint: "Hint")))
        #expect(short.texts == ["Notes": "Notizen"])
    }

    /// A page of another language, or with other words, does not fit this server.
    @Test func theFirstLanguageIsPartOfAVersion() {
        let print = { (words: Words) in PageLanguage(words, first: words).fingerprint }
        #expect(print(.english) == "")
        #expect(print(.english.with(Notes())) == "")
        #expect(print(.german) != "" && print(.german) == print(.german))
        var other = Words.german
        other.script.cancel = "Halt"
        #expect(print(other) != print(.german))
        var british = Words.english
        british.language = "en-GB"
        #expect(print(british) != "")
    }

    @Test func anAppWithOneLanguageHasNoChoice() {
        #expect(PageLanguages([.german]).chosen(by: "en").tag == "de")
        #expect(PageLanguages([]).chosen(by: "de").tag == "en")
        #expect(PageLanguages([]).areSeveral == false)
    }
}

private struct Doors: AppWords {
    var open = "Open"
    var state = "Open"
}

private struct Notes: AppWords {
    var hint: String?
    var title = "Notes"
}
