import AviaryResults
import AviaryServer
import AviaryServerTesting
import Foundation
import GRDB
import Testing

/// The first app of the README is the one that `scripts/alone` builds as somebody else does.
struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardized

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// The blocks of code below *Write an app*.
    private func blocks(_ language: String) throws -> [[String]] {
        let chapter = try text("README.md").components(separatedBy: "\n## ").first { $0.hasPrefix("Write an app") }
        let parts = try #require(chapter).components(separatedBy: "```\(language)\n").dropFirst()
        return parts.map { lines($0.components(separatedBy: "\n```")[0]) }
    }

    /// What the README shows of Swift, below any heading, stands somewhere where it is compiled.
    @Test func eachLineOfSwiftIsCompiled() throws {
        let compiled = try [
            "Examples/Outside/Sources/Books/Books.swift", "Tests/ExamplesTests/Articles/ReadmeTasks.swift",
            "Tests/AviaryResultsTests/Articles/ReadmeQueries.swift",
        ].flatMap { lines(try text($0)) }
        let parts = try text("README.md").components(separatedBy: "```swift\n").dropFirst()
        #expect(parts.count > 5)
        // The manifest is looked at above.
        for part in parts where !part.hasPrefix("// swift-tools-version") {
            for line in lines(part.components(separatedBy: "\n```")[0]) {
                // Where Aviary lies is elsewhere for each.
                if line.contains("…") { continue }
                let code = line.components(separatedBy: "//")[0].trimmingCharacters(in: .whitespaces)
                #expect(compiled.contains(code), "not compiled as it stands: \(line)")
            }
        }
    }

    @Test func theReadmesPagesAreServed() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "tasks-\(UUID().uuidString).sqlite").path
        let app = makeTaskApp(store: try LiveStore(DatabasePool(path: file)))
        let tab = try await FakeBrowser(app, path: "/task/5")
        #expect(await tab.title == "Task – Tasks")
        try await tab.perform("next")
        #expect(await tab.destination == "/task/5")
        #expect(await tab.faults == [])
        await tab.close()
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test func thePackageIsTheOneThatIsBuilt() throws {
        let manifest = try #require(try blocks("swift").first)
        let built = lines(try text("Examples/Outside/Package.swift"))
        #expect(manifest.first == "// swift-tools-version:6.2")
        // The other target of that package, and where it lies, are its own.
        let start = try #require(manifest.firstIndex(of: ".executableTarget("))
        let target = Array(manifest[start...].prefix { $0 != "]" })
        #expect(target.last?.hasPrefix("swiftSettings:") == true)
        #expect(built.contains(target.dropLast() + ["\(target.last ?? ""),"]))
        for line in manifest where line.hasPrefix(".package(url") { #expect(built.contains(line)) }
    }

    @Test func theStoryboardAndTheControllerAreThoseThatAreBuilt() throws {
        let view = lines(try text("Examples/Outside/Sources/Books/BooksView.html"))
        #expect(try blocks("html").first == view)
        let program = lines(try text("Examples/Outside/Sources/Books/Books.swift"))
        let heart = try blocks("swift")[1]
        #expect(program.contains(heart))
    }
}
