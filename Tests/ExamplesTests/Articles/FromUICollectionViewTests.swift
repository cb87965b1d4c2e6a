import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryViews
import Foundation
import GRDB
import Testing

/// The code of the article *From UICollectionView* is compiled, and does what the article says.
struct FromUICollectionViewTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test func everyBlockOfCodeIsCompiled() throws {
        let article = Self.folder.appending(
            path: "../../../Sources/AviaryViews/AviaryViews.docc/FromUICollectionView.md"
        ).standardized
        let text = try String(contentsOf: article, encoding: .utf8)
        let compiled = lines(
            try String(contentsOf: Self.folder.appending(path: "FromUICollectionView.swift"), encoding: .utf8))
        let blocks = ["swift", "html"].flatMap { language in
            text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        }
        #expect(blocks.count > 10)
        for block in blocks {
            let code = lines(block)
            #expect(compiled.contains(code), "not compiled as it stands: \(code.first ?? "")")
        }
    }

    /// Without indentation and empty lines.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Three pictures in two albums.
    private func makeApp() async throws -> LiveApp {
        let path = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString).sqlite").path
        var migrator = DatabaseMigrator()
        migrator.registerMigration("pictures", creating: "picture") { table in
            table.column("title", .text).notNull()
            table.column("album", .text).notNull()
            table.column("position", .double).notNull()
            table.column("width", .double).notNull()
            table.column("height", .double).notNull()
        }
        let store = try StoreFile(path, migrator: migrator).open()
        try await store.write { db in
            for (album, title, position, width) in [
                ("Garden", "Rose", 1.0, 5000.0), ("Garden", "Tulip", 2.0, 400.0), ("Sea", "Wave", 1.0, 400.0),
            ] {
                try db.execute(
                    literal: """
                        INSERT INTO picture (title, album, position, width, height)
                        VALUES (\(title), \(album), \(position), \(width), 300)
                        """)
            }
        }
        return LiveApp(
            name: "Pictures",
            rooms: [
                Route("/", title: "Pictures") { try await PicturesController(store: store) },
                Route("/names", title: "Names") { NamesController() },
            ])
    }

    @Test func theArticleDoesWhatItSays() async throws {
        let tab = try await FakeBrowser(try await makeApp())
        #expect(await tab.collection("grid").items == ["1", "2", "3"])
        #expect(await tab.collection("grid").headers.map(\.values) == [["\"Garden\"", "2"], ["\"Sea\"", "1"]])
        // In edit mode a tap selects, and selected items are moved together.
        try await tab.perform("edit")
        await tab.tap("1", in: "grid")
        await tab.wait { $0.collection("grid").selected == ["1"] }
        try await tab.move("1", "behind", "3", in: "grid")
        await tab.wait { $0.collection("grid").items == ["2", "3", "1"] }
        #expect(await tab.collection("grid").selected == ["1"])
        try await tab.drop(DroppedContent(text: "Fern\nMoss"), "before", "2", in: "grid")
        await tab.wait { $0.collection("grid").items == ["4", "5", "2", "3", "1"] }
        try await tab.perform("rows")
        try await tab.perform("remove", item: "3", menu: "grid")
        await tab.wait { $0.collection("grid").items == ["4", "5", "2", "1"] }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func snapshotsAndIndexPathsFillCollectionViewsToo() async throws {
        let tab = try await FakeBrowser(try await makeApp(), path: "/names")
        await tab.wait { $0.collection("diffable").tiles.map(\.values) == [["\"Ann\""], ["\"Bob\""]] }
        await tab.wait { $0.collection("indexed").tiles.map(\.values) == [["\"Ann\""], ["\"Cem\""]] }
        #expect(await tab.faults == [])
        await tab.close()
    }
}
