import AviaryResults
import AviaryServer
import AviaryServerTesting
import Foundation
import GRDB
import Testing

/// The code of the README and of `docs/FIRST-APP.md` is compiled.
struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardized

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// Each line of Swift in both documents also stands in a file that is compiled, or in the article *Write an app*,
    /// which `WriteAnAppTests` compares with `Tests/Alone/Plants`.
    @Test func eachLineOfSwiftIsCompiled() throws {
        let compiled = try [
            "Tests/ExamplesTests/Articles/ReadmeTasks.swift", "Tests/AviaryResultsTests/Articles/ReadmeQueries.swift",
            "Sources/AviaryApps/AviaryApps.docc/WriteAnApp.md",
        ].flatMap { lines(try text($0)) }
        let parts = try ["README.md", "docs/FIRST-APP.md"].flatMap {
            try text($0).components(separatedBy: "```swift\n").dropFirst()
        }
        #expect(parts.count > 7)
        for part in parts {
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
}
