import AviaryText
import Foundation
import Testing

/// The article *Another language* shows all sentences of the libraries, and its code is compiled.
struct AnotherLanguageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized
    private static let file = root.appending(path: "Sources/AviaryServer/AviaryServer.docc/AnotherLanguage.md")
    private static let begin = "an ellipsis.\n\n"

    private let article: String

    init() throws { article = try String(contentsOf: Self.file, encoding: .utf8) }

    /// With `AVIARY_RECORD=1` it writes the table, and fails.
    @Test func theSentencesAreThoseOfTheCode() throws {
        let rows = try SaidSentences.names(of: .english).map { name, text in
            let sentence = try #require(text ?? SaidSentences.said(name, in: .english, for: 2))
            return "| `\(name)` | \(sentence.replacing("|", with: "\\|")) |"
        }
        let table = (["| sentence | in English |", "|---|---|"] + rows).joined(separator: "\n") + "\n"
        let start = try #require(article.range(of: Self.begin)).upperBound
        if ProcessInfo.processInfo.environment["AVIARY_RECORD"] != nil {
            try (article[..<start] + table).write(to: Self.file, atomically: true, encoding: .utf8)
        }
        #expect(String(article[start...]) == table)
    }

    @Test func everyLineOfCodeIsCompiled() throws {
        let files = [
            "Examples/ToDo/ToDo.swift", "Examples/ToDo/ToDoWords.swift", "Examples/ToDo/ToDoView.html",
            "Tests/AviaryServerTests/Words/WordsTests.swift",
        ]
        let code = try files.map {
            try lines(String(contentsOf: Self.root.appending(path: $0), encoding: .utf8))
        }
        let blocks = article.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }
            .map { lines($0.element.drop { $0 != "\n" }) }
        #expect(blocks.count > 10)
        for block in blocks { #expect(code.contains { $0.contains(block) }, "not compiled as it stands: \(block)") }
    }

    private func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
