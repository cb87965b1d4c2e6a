import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryViews
import Books
import Foundation
import GRDB
import Testing

/// The article *Storyboards and controllers* is complete, and its code is compiled and does what it says.
struct StoryboardArticleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let sources = folder.appending(path: "../../../Sources/AviaryServer").standardized

    private let article: String

    init() throws {
        let file = Self.sources.appending(path: "AviaryServer.docc/StoryboardsAndControllers.md")
        article = try String(contentsOf: file, encoding: .utf8)
    }

    /// What the code writes into a page, and no storyboard does.
    private static let written: Set<String> = [
        "data-room", "data-item", "data-section", "data-pressed", "data-scrolled", "data-dropping",
        "data-destructive", "data-name", "data-vacant", "data-lattice", "data-returning", "data-selected",
        "data-moving", "data-by", "data-count", "data-size", "data-state", "data-loose", "data-dragging", "data-shown",
        "data-version", "data-rules", "data-words", "data-prefix", "data-sized", "data-in", "data-end", "data-swipes",
        "data-swiped", "data-side", "data-full", "data-pulled", "data-enough", "data-choice", "data-choose",
        "data-left", "data-largest", "data-smallest", "data-visitor",
    ]

    @Test func everyAttributeIsExplained() throws {
        var known: Set<String> = []
        for folder in ["Storyboards", "Client", "Client/later"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: Self.sources.appending(path: folder), includingPropertiesForKeys: nil)
            for file in files where ["swift", "js"].contains(file.pathExtension) {
                let text = try String(contentsOf: file, encoding: .utf8)
                known.formUnion(text.matches(of: /data-[a-z]+/).map { String($0.output) })
                known.formUnion(text.matches(of: /dataset\.([a-z]+)/).map { "data-\($0.output.1)" })
            }
        }
        known.subtract(Self.written)
        #expect(known.isSuperset(of: ["data-action", "data-outlet", "data-collection", "data-live", "data-fits"]))
        for attribute in known.sorted() { #expect(article.contains(attribute), "\(attribute) is not explained") }
    }

    @Test func everyTypeOfOutletIsExplained() {
        for type in ["text", "number", "date", "flag", "color", "url"] { #expect(article.contains("| `\(type)`")) }
    }

    @Test func everyLineOfCodeIsCompiled() throws {
        let files = [
            "../../../Examples/Outside/Sources/Books/Books.swift", "../../Workbench/FormController.swift",
            "../../Workbench/TrayController.swift",
        ]
        let swift = try files.map {
            try lines(String(contentsOf: Self.folder.appending(path: $0).standardized, encoding: .utf8))
        }
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count > 5)
        for block in blocks {
            let code = lines(block)
            #expect(swift.contains { $0.contains(code) }, "not compiled as it stands: \(code.first ?? "")")
        }
    }

    private let path = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)/books.sqlite")
        .path

    @Test func theArticleDoesWhatItSays() async throws {
        let tab = try await FakeBrowser(makeBooks(path: path))
        let headers = [["\"To read\"", "0"], ["\"Reading\"", "0"], ["\"Read\"", "0"]]
        #expect(await tab.collection("list").headers.map(\.values) == headers)
        for title in ["Persuasion", " emma "] { try await tab.perform("add", fields: ["title": title]) }
        await tab.wait { $0.collection("list").items == ["2", "1"] }
        #expect(await tab.collection("list").tiles.map(\.values.first) == ["\"emma\"", "\"Persuasion\""])
        await tab.type("p", in: "list")
        #expect(await tab.collection("list").found == 1)
        for item in ["1", "2", "1"] { await tab.tap(item, in: "list") }
        #expect(await tab.collection("list").selected == ["2"])
        #expect(await tab.announcements == ["1 of 2 selected", "2 of 2 selected", "1 of 2 selected"])
        try await tab.drop(DroppedContent(text: "Sanditon"), "behind", "1", in: "list")
        await tab.wait { $0.collection("list").items == ["2", "1", "3"] }
        #expect(await tab.collection("list").takesDrops)
        try await tab.perform("search", fields: ["text": "su"])
        await tab.wait { $0.collection("list").items == ["1"] }
        for pattern in ["%", "_", "\\"] {
            try await tab.perform("search", fields: ["text": pattern])
            await tab.wait { $0.collection("list").items == [] }
        }
        try await tab.perform("search", fields: ["text": ""])
        await tab.wait { $0.collection("list").items == ["2", "1", "3"] }
        try await DatabasePool(path: path).write { db in
            try db.execute(sql: "UPDATE book SET added = printf('2026-01-0%d', id)")
        }
        try await tab.perform("sort", fields: ["by": "added"])
        await tab.wait { $0.collection("list").items == ["3", "2", "1"] }
        try await tab.perform("move", fields: ["shelf": "Read"], item: "1", menu: "list")
        await tab.wait { $0.collection("list").headers.map { $0.values[1] } == ["2", "0", "1"] }
        #expect(await tab.faults == [])
        await tab.close()
    }

    /// What the sections are sorted by agrees with how they are declared: none jumps when it gets its first row.
    @Test func declaredSectionsStayWhereTheyAre() async throws {
        let app = try makeBooks(path: path)
        let database = try DatabasePool(path: path)
        let tab = try await FakeBrowser(app)
        let titles = ["\"To read\"", "\"Reading\"", "\"Read\""]
        for filled in ["Read", "Reading", "To read"] {
            try await database.write { db in
                try db.execute(
                    sql: "INSERT INTO book (title, shelf, added) VALUES ('Emma', ?, '2026-01-02')", arguments: [filled])
            }
            await tab.wait { $0.collection("list").headers.contains { $0.values == ["\"\(filled)\"", "1"] } }
            #expect(await tab.collection("list").headers.map(\.values[0]) == titles)
        }
        await tab.close()
    }

    @Test func aRefusalIsSaidInTheErrorsOwnWords() async throws {
        let tab = try await FakeBrowser(makeBooks(path: path))
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "A book needs a title. Type one, then add it.")) {
            try await tab.perform("add", fields: ["title": " \t"])
        }
        #expect(await tab.collection("list").count == 0)
        await tab.close()
    }

    @Test func theControlsAgreeWithTheListInANewScene() async throws {
        let tab = try await FakeBrowser(makeBooks(path: path))
        try await tab.perform("search", fields: ["text": "a b"])
        try await tab.perform("sort", fields: ["by": "added"])
        try await tab.reconnect(to: try makeBooks(path: path))
        await tab.wait { $0.outlets["text"] == "\"a b\"" && $0.outlets["by"] == "\"added\"" }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aStoreWithoutReceiptsSaysWhatToCall() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UUID().uuidString).sqlite").path
        let store = try LiveStore(DatabasePool(path: file))
        let error = await #expect(throws: ResultsError.self) { try await store.write(receipt: "one") { _ in } }
        #expect(error?.description.contains("call Receipts.install(in:) in a migration") == true)
    }

    /// Without indentation and empty lines.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
