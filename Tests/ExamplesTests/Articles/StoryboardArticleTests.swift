import AviaryResults
import Foundation
import GRDB
import Testing

/// The article *Storyboards and controllers* is complete, and its code is compiled.
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
        "data-left", "data-largest", "data-smallest", "data-visitor", "data-say", "data-cut",
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
            "../../../Examples/Chat/Chat.swift", "../../../Examples/Plans/Plans.swift",
            "../../../Examples/Recipes/Recipes.swift", "../../Workbench/FormController.swift",
            "../../Workbench/TrayController.swift", "../../Workbench/WorkbenchController.swift",
            "FromUICollectionView.swift",
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
