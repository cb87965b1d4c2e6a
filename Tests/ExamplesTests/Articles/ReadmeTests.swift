import AviaryServerTesting
import Foundation
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
