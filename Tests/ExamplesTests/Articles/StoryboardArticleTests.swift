import AviaryResults
import AviaryServer
import AviaryServerTesting
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
        "data-later", "data-room", "data-item", "data-section", "data-pressed", "data-scrolled", "data-dropping",
        "data-destructive", "data-name", "data-vacant", "data-lattice", "data-returning", "data-selected",
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
        let swift = try lines(String(contentsOf: Self.folder.appending(path: "ShelfController.swift"), encoding: .utf8))
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count > 5)
        for block in blocks {
            let code = lines(block)
            #expect(swift.contains(code), "not compiled as it stands: \(code.first ?? "")")
        }
    }

    @Test func theArticleDoesWhatItSays() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UUID().uuidString).sqlite").path
        let database = try DatabasePool(path: path)
        try await database.write { db in
            try db.execute(sql: "CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT, shelf TEXT, added DATETIME)")
            try Receipts.install(in: db)
        }
        let store = try LiveStore(database)
        let app = LiveApp(
            name: "Shelf", rooms: [Route("/", title: "Shelf") { try await ShelfController(store: store) }],
            assets: [.starter])
        let tab = try await FakeBrowser(app)
        #expect(await tab.collection("list").headers.map(\.values) == [["\"To read\"", "0"], ["\"Read\"", "0"]])
        for title in ["Persuasion", "Emma"] { try await tab.perform("add", fields: ["title": title]) }
        await tab.wait { $0.collection("list").items == ["2", "1"] }
        #expect(await tab.collection("list").tiles.map(\.values) == [["\"Emma\"", "0"], ["\"Persuasion\"", "0"]])
        try await tab.perform("search", fields: ["text": "su"])
        await tab.wait { $0.collection("list").items == ["1"] }
        try await tab.perform("search", fields: ["text": ""])
        try await tab.perform("sort", fields: ["by": "added"], menu: "list")
        await tab.wait { $0.collection("list").items == ["1", "2"] }
        #expect(await tab.faults == [])
        await tab.close()
    }

    /// Without indentation and empty lines.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
