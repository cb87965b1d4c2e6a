import AviaryResults
import AviaryServer
import AviaryServerTesting
import Foundation
import GRDB
import Testing

/// The code of the article *Who it is* is compiled, and does what the article says.
struct WhoItIsTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test func everyBlockOfCodeIsCompiled() throws {
        let article = Self.folder.appending(path: "../../../Sources/AviaryServer/AviaryServer.docc/WhoItIs.md")
            .standardized
        let text = try String(contentsOf: article, encoding: .utf8)
        let compiled = lines(try String(contentsOf: Self.folder.appending(path: "WhoItIs.swift"), encoding: .utf8))
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 9)
        for block in blocks {
            let code = lines(block)
            #expect(compiled.contains(code), "not compiled as it stands: \(code.first ?? "")")
        }
    }

    /// Without indentation and empty lines.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test(.timeLimit(.minutes(1))) func everybodyHasTheirOwnAndUndoesTheirOwn() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "club-\(UUID().uuidString).sqlite").path
        var migrator = DatabaseMigrator()
        migrator.registerMigration("notices", creating: "clubNotice") { table in
            table.column("author", .text).notNull()
            table.column("text", .text).notNull()
        }
        let store = try StoreFile(path, migrator: migrator).open()
        try await store.write { db in
            try db.execute(sql: "INSERT INTO clubNotice (author, text) VALUES ('ann', 'Seeds'), ('ben', 'Tools')")
        }
        let app = makeClub(on: store, sessions: ClubSessions())
        let ann = try await FakeBrowser(app, as: Visitor(id: "ann", name: "Ann"))
        let ben = try await FakeBrowser(app, as: Visitor(id: "ben", name: "Ben"))
        await ann.wait { $0.collection("list").items == ["1"] }
        await ben.wait { $0.collection("list").items == ["2"] }
        #expect(await ann.outlets["person"] == "\"Ann\"")
        // An event comes from outside: Ann names the notice of Ben.
        try await ann.perform("remove", item: "2")
        #expect(try await store.read { try ClubNotice.fetchCount($0) } == 2)
        try await ben.perform("remove", item: "2")
        try await ann.perform("undo/undo")
        #expect(try await store.read { try ClubNotice.fetchCount($0) } == 1, "the step of Ben is not Ann's")
        try await ben.perform("undo/undo")
        await ben.wait { $0.collection("list").items == ["2"] }
        for tab in [ann, ben] { #expect(await tab.faults == []) }
    }

    /// The sign-in of the site is that of the board.
    @Test func theSessionOfTheSiteIsThatOfTheBoard() async throws {
        let sessions = ClubSessions()
        #expect(try await sessions.person("a1")?.id == "ann")
        #expect(await sessions.end("a1") == "ann")
        #expect(try await sessions.person("a1") == nil)
        #expect(checks([:]).count == 3)
    }
}
