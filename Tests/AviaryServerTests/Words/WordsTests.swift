import AviaryText
import Testing

/// The words of the libraries and of apps, in several languages.
struct WordsTests {
    @Test func allIsTranslatedIntoGerman() {
        // A name stays a name.
        #expect(Words.german.untranslated(from: .english) == ["access.title"])
        for name in SaidSentences.all.keys {
            for number in [0, 1, 2, 5, 1_000] {
                let (own, english) = (
                    SaidSentences.said(name, in: .german, for: number),
                    SaidSentences.said(name, in: .english, for: number)
                )
                #expect(own != english, "\(name) is in English for \(number)")
            }
        }
    }

    @Test func aSentenceHasTheSameNamesInBothLanguages() {
        let names = ["⟨A⟩", "⟨B⟩", "⟨C⟩"]
        for name in SaidSentences.all.keys {
            let (own, english) = (
                SaidSentences.said(name, in: .german, for: 2, naming: names) ?? "",
                SaidSentences.said(name, in: .english, for: 2, naming: names) ?? ""
            )
            #expect(names.filter(own.contains) == names.filter(english.contains), "\(name)")
        }
    }

    @Test func eachSentenceIsCompared() {
        let names = SaidSentences.names(of: .english)
        #expect(names.count > 200 && Set(names.map(\.name)).count == names.count)
        #expect(Set(names.filter { $0.text == nil }.map(\.name)) == Set(SaidSentences.all.keys))
        let texts = Words.english.untranslated(from: .english)
        #expect(texts == ["language"] + names.filter { $0.text != nil }.map(\.name))
    }

    @Test func aTextInEnglishIsFound() {
        var words = Words.german
        words.page.stop = "Stop"
        #expect(words.untranslated(from: .english) == ["page.stop", "access.title"])
    }

    @Test(arguments: [Words.german])
    func theBrowserPutsTheSameValuesIntoASentence(words: Words) {
        let placed = { (text: String) in Set((1...9).filter { text.contains("%\($0)") }) }
        let script = Mirror(reflecting: words.script).children.compactMap { $0.value as? String }
        let english = Mirror(reflecting: Words.english.script).children.compactMap { $0.value as? String }
        for (own, original) in zip(script, english) { #expect(placed(own) == placed(original), "\(own)") }
    }

    @Test func eachTextOfAnArrayIsCompared() {
        let seasons = Words.german.with(Seasons(names: ["Frühling", "Summer"]))
        #expect(seasons.untranslated(from: .english) == ["access.title", "Seasons.names[1]"])
        #expect(seasons.translations(from: .english) == ["Spring": "Frühling", "Summer": "Summer"])
    }

    @Test func anAppHasItsOwnSentences() {
        #expect(Words.english[Garden.self].plants(1) == "1 plant")
        let german = Words.german.with(Garden.german)
        #expect(german[Garden.self].plants(2) == "2 Pflanzen")
        #expect(german.untranslated(from: .english) == ["access.title"])
        var half = german
        half[Garden.self].title = "Plants"
        #expect(half.untranslated(from: .english) == ["access.title", "Garden.title"])
        #expect(Words.german.untranslated(from: german).last == "Garden")
    }

    /// Polish has three forms, by the last digits of the number.
    @Test func aNumberDecidesAboutOtherWordsInEachLanguage() {
        var polish = Words.english
        polish.language = "pl"
        polish[Garden.self].plants = { count in
            switch (count % 10, count % 100) {
            case _ where count == 1: "1 roślina"
            case (2...4, let last) where !(12...14).contains(last): "\(count) rośliny"
            default: "\(count) roślin"
            }
        }
        let plants = [1, 2, 5, 12, 22].map(polish[Garden.self].plants)
        #expect(plants == ["1 roślina", "2 rośliny", "5 roślin", "12 roślin", "22 rośliny"])
    }

    @Test func aNumberIsWrittenAsTheLanguageDoes() {
        #expect(Words.english.number(1_234_567) == "1,234,567")
        #expect(Words.german.number(1_234_567) == "1.234.567")
        #expect(Words.german.jobs.progress(1_000, 20_000) == "1.000 von 20.000")
        #expect(Words.german.views.selection(1_000, 20_000) == "1.000 von 20.000 ausgewählt")
        #expect(Words.english.views.selection(1_000, 20_000) == "1,000 of 20,000 selected")
        #expect(Words.english.number(1.5) == "1.5" && Words.german.number(1.5) == "1,5")
    }
}

private struct Seasons: AppWords {
    var names = ["Spring", "Summer"]
}

private struct Garden: AppWords {
    var title = "Plants"
    var plants: @Sendable (Int) -> String = { $0 == 1 ? "1 plant" : "\($0) plants" }

    static let german = Garden(title: "Pflanzen", plants: { $0 == 1 ? "1 Pflanze" : "\($0) Pflanzen" })
}
