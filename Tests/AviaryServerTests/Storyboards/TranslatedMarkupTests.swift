import AviaryText
import AviaryViews
import Logging
import Testing

@testable import AviaryServer

/// The texts of a storyboard on a page in another language.
struct TranslatedMarkupTests {
    private let texts = [
        "Plants": "Pflanzen", "No plants\u{a0}yet.": "Noch <keine>.", "Water & light": "Wasser & \"Licht\"",
        "Add": "Hinzufügen", "Name": "Name", "Red": "Rot",
    ]

    private func content(_ html: String) throws -> Storyboard.Content {
        try Storyboard("Garden", Array(html.utf8)).content()
    }

    private func body(_ html: String, values: [String: CellValue] = [:]) throws -> String {
        let content = try content(html).translated(by: texts)
        return PageRenderer.render(["": .init(content: content, values: values)], collections: [:]).body
    }

    @Test(arguments: [
        ("<h1>Plants</h1>", "<h1>Pflanzen</h1>"),
        ("<p>\n  Water\n  &amp; light </p>", "<p>\n  Wasser &amp; &quot;Licht&quot; </p>"),
        ("<p>No plants&nbsp;yet.</p>", "<p>Noch &lt;keine&gt;.</p>"),
        ("<b aria-label=\"Plants\" class=\"Plants\">x</b>", "<b aria-label=\"Pflanzen\" class=\"Plants\">x</b>"),
        ("<i title=\"Add\" data-say-added=\"Add\"></i>", "<i title=\"Hinzufügen\" data-say-added=\"Hinzufügen\"></i>"),
        ("<i title=\"Water &amp; light\"></i>", "<i title=\"Wasser &amp; &quot;Licht&quot;\"></i>"),
        ("<input type=\"submit\" value=\"Add\">", "<input type=\"submit\" value=\"Hinzufügen\">"),
        ("<input name=\"Add\" value=\"Add\">", "<input name=\"Add\" value=\"Add\">"),
        ("<input type=\"Reset\" value=\"Add\">", "<input type=\"Reset\" value=\"Hinzufügen\">"),
        (
            "<button type=\"submit\" name=\"Add\" value=\"Add\">Add</button>",
            "<button type=\"submit\" name=\"Add\" value=\"Add\">Hinzufügen</button>"
        ),
        ("<p translate=\"no\">Plants <b>Add</b></p>", "<p translate=\"no\">Plants <b>Add</b></p>"),
        ("<p>Other</p>", "<p>Other</p>"),
        (
            "<template data-cell=\"A\"><p>Add</p></template>",
            "<template data-cell=\"A\"><p>Hinzufügen</p></template>"
        ),
    ])
    func aTextIsReplacedWhereItIsRead(html: String, translated: String) throws {
        #expect(try body(html) == translated)
        #expect(try content(html).translated(by: [:]).markup == content(html).markup)
    }

    @Test func whatAnOutletShowsIsDataAndStays() throws {
        let html = "<p data-outlet=\"name\">Plants</p>"
        #expect(try body(html).contains(">Pflanzen</p>"))
        #expect(try body(html, values: ["name": .text("Plants")]).contains(">Plants</p>"))
    }

    @Test func aTextWithoutATranslationIsFoundWithItsLine() throws {
        let html = """
            <main aria-label="Garden"><h1>Plants</h1> – 12:00
            <p>Other <b>Add</b></p>
            <p data-outlet="name:text note:text(title)" title="An example">Example</p>
            <time data-outlet="day:date"></time><input placeholder="Your name">
            <i data-say="{count}, {name}" data-say-row="Row {name}"></i>
            <button name="layout" value="rows">1</button>
            </main>
            """
        let found = try content(html).untranslated(by: texts)
        #expect(found.map(\.text) == ["Garden", "Other", "Your name", "Row {name}"])
        #expect(found.map(\.line) == [1, 2, 4, 5])
    }

    @Test func anAppIsNotServedWithTextsInOneLanguageOnly() async throws {
        let app = { (words: [Words], title: String, name: String) in
            LiveApp(
                name: name, words: words, rooms: [Route("/", title: title) { Bed() }],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
        try await app([.english], "Bed", "Garden").check()
        try await app([.german], "Bed", "Garden").check()
        try await app([.english, .german.with(BedWords(title: "Beet", plants: "Pflanzen"))], "Bed", "Bed").check()
        await #expect {
            try await app([.english, .german], "Bed", "Bed").check()
        } throws: { "\($0)" == "Bed, line 1: “Plants” has no words in de." }
        await #expect {
            try await app([.english, .german.with(BedWords(plants: "Pflanzen"))], "Garden", "Bed").check()
        } throws: { "\($0)" == "The address / has the title “Garden”, which has no words in de." }
        await #expect {
            try await app([.english, .german.with(BedWords(plants: "Pflanzen"))], "Bed", "Garden").check()
        } throws: { "\($0)" == "The name of the app, “Garden”, has no words in de." }
    }
}

private struct BedWords: AppWords {
    var title = "Bed"
    var plants = "Plants"
}

private final class Bed: ViewController {
    static let storyboard = Storyboard("Bed", Array("<main><h1>Plants</h1></main>".utf8))
    let page = Page()
}
