import AviaryResults
import AviaryServer
import AviaryServerTesting
import Foundation
import GRDB
import Testing

/// The app of `docs/FIRST-APP.md` is the one that `scripts/alone` builds as somebody else does.
struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardized

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// The blocks of code of the first app.
    private func blocks(_ language: String) throws -> [[String]] {
        let parts = try text("docs/FIRST-APP.md").components(separatedBy: "```\(language)\n").dropFirst()
        return parts.map { lines($0.components(separatedBy: "\n```")[0]) }
    }

    /// Each line of Swift in both documents also stands in a file that is compiled, or in the article *Write an app*,
    /// which `WriteAnAppTests` compares with `Examples/Plants`.
    @Test func eachLineOfSwiftIsCompiled() throws {
        let compiled = try [
            "Examples/Outside/Sources/Books/Books.swift", "Tests/ExamplesTests/Articles/ReadmeTasks.swift",
            "Tests/AviaryResultsTests/Articles/ReadmeQueries.swift", "Sources/AviaryApps/AviaryApps.docc/WriteAnApp.md",
        ].flatMap { lines(try text($0)) }
        let parts = try ["README.md", "docs/FIRST-APP.md"].flatMap {
            try text($0).components(separatedBy: "```swift\n").dropFirst()
        }
        #expect(parts.count > 8)
        // The manifest is looked at above.
        for part in parts where !part.hasPrefix("// swift-tools-version") {
            for line in lines(part.components(separatedBy: "\n```")[0]) {
                // Where Aviary lies is elsewhere for each.
                if line.contains("…") { continue }
                let code = line.components(separatedBy: "//")[0].trimmingCharacters(in: .whitespaces)
                #expect(code.isEmpty || compiled.contains(code), "not compiled as it stands: \(line)")
            }
        }
    }

    @Test func thePagesOfTheFirstAppAreServed() async throws {
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
