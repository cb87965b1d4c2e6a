import Foundation
import Testing

/// The code of the articles is code that is compiled and run here, line by line.
struct ArticleTests {
    private static let articles = [
        "AviaryResults", "BesideValueObservation", "ChangesAsJSON", "CountsAndSums", "FromNSFetchedResultsController",
        "OwnMigrations", "QueryInterfaceAndSQL", "QuestionsOfUsers", "ReadOnlyCopy", "ScreenInSwiftUI",
        "Searches", "SeveralProcesses", "WithGRDBAlone",
    ]

    @Test(arguments: articles)
    func everyLineOfCodeIsCompiled(article: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let catalog = folder.appendingPathComponent("../../../Sources/AviaryResults/AviaryResults.docc").standardized
        let text = try String(contentsOf: catalog.appendingPathComponent("\(article).md"), encoding: .utf8)
        let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try lines(String(contentsOf: $0, encoding: .utf8)) }
        for block in text.components(separatedBy: "```swift\n").dropFirst() {
            let code = lines(block.components(separatedBy: "\n```")[0])
            #expect(sources.contains { $0.contains(code) }, "not compiled as it stands: \(code.first ?? "")")
        }
    }

    @Test func everyArticleIsLookedAt() throws {
        let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/AviaryResults/AviaryResults.docc").standardized
        let articles = try FileManager.default.contentsOfDirectory(atPath: catalog.path)
        #expect(articles.sorted() == Self.articles.map { "\($0).md" })
    }

    /// Without indentation and empty lines.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
