import AviaryColors
import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryViews
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// How palettes are arranged: in memory, and in a window without a browser.
struct PaletteArrangingTests {
    private let album: PhotoAlbum
    /// By name: in the first palette a to d, in the second y and z, in the third none.
    private let ids: [String: Swatch.ID]

    init() async throws {
        album = try PhotoAlbum()
        ids = try await album.gallery.store.write { db in
            try db.execute(
                sql: """
                    UPDATE palette SET name = 'One', position = 1;
                    INSERT INTO palette(id, name, position) VALUES (2, 'Two', 2), (3, 'Three', 3);
                    INSERT INTO swatch(palette, position, name, red, green, blue, createdAt) VALUES
                        (1, 1, 'd', 0, 0, 1, 40), (1, 2, 'B', 0, 0.8, 0, 10), (1, 3, 'a', 1, 0, 0, 30),
                        (1, 4, 'c', 0.5, 0.5, 0.5, 20), (2, 1, 'z', 0, 0, 0, 1), (2, 2, 'y', 1, 1, 1, 2);
                    """)
            return try Dictionary(
                uniqueKeysWithValues: Row.fetchAll(db, sql: "SELECT name, id FROM swatch").map { ($0[0], $0[1]) })
        }
    }

    private func app() async throws -> LiveApp {
        try await album.gallery.app(
            album.library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func open() async throws -> FakeBrowser { try await FakeBrowser(try await app(), path: "/palette") }

    private func names(_ items: [String]) -> String {
        items.map { item in ids.first { "\($0.value)" == item }?.key ?? "?" }.joined()
    }

    private func id(_ name: String) -> String { "\(ids[name] ?? 0)" }

    private func stored() async throws -> [String] {
        try await album.gallery.store.read { db in
            try String.fetchAll(db, sql: "SELECT palette || name FROM swatch ORDER BY palette, position, id")
        }
    }

    @Test(arguments: [
        (SwatchOrder.manual, "dBaczy"), (.hue, "caBdzy"), (.lightness, "dcaBzy"), (.chroma, "daBczy"),
        (.name, "aBcdyz"), (.date, "dacByz"),
    ])
    func eachOrderIsSQLitesOwn(order: SwatchOrder, expected: String) async throws {
        let list = try await FetchedResults(SwatchQuery(order: order).request, in: album.gallery.store)
        let shown = list.snapshot.items(in: 0..<list.snapshot.numberOfItems).map { "\($0)" }
        #expect(names(shown) == expected)
    }

    @Test(arguments: SwatchOrder.allCases)
    func anOrderFollowsWhatOthersWriteRowByRow(order: SwatchOrder) async throws {
        let list = try await FetchedResults(
            SwatchQuery(order: order, palettes: [1, 2, 3]).request, in: album.gallery.store)
        for statement in [
            "UPDATE swatch SET red = 0.9, green = 0.1 WHERE name = 'd'", "UPDATE swatch SET red = 'x' WHERE name = 'B'",
            "INSERT INTO swatch(name, red, palette) VALUES ('n', 1e999, 3)",
            "UPDATE swatch SET name = NULL WHERE name = 'c'",
            "UPDATE palette SET position = -5 WHERE id = 2", "DELETE FROM swatch WHERE name = 'z'",
        ] {
            try await album.gallery.store.write { try $0.execute(sql: statement) }
            let anew = try await FetchedResults(
                SwatchQuery(order: order, folded: [99], palettes: [1, 2, 3]).request, in: album.gallery.store)
            let (one, other) = (list.snapshot, anew.snapshot)
            #expect(one.items(in: 0..<one.numberOfItems) == other.items(in: 0..<other.numberOfItems), "\(statement)")
        }
        #expect(list.statistics.refetched == 0)
    }

    @Test func emptyPalettesAreSectionsAndFoldedOnesHaveNoColors() async throws {
        let tab = try await open()
        #expect(await names(tab.collection("grid").items) == "dBaczy")
        #expect(await tab.collection("grid").headers.count == 3)
        try await tab.perform("fold", section: "1")
        let read = names
        await tab.wait { read($0.collection("grid").items) == "zy" && $0.collection("grid").headers.count == 3 }
        #expect(await tab.outlets["status"] == #""6 colors""#)
        // Another program adds to what is folded: its number is right.
        try await album.gallery.store.write {
            try $0.execute(sql: "INSERT INTO swatch(name) VALUES ('new')")
        }
        await tab.wait { $0.outlets["status"] == #""7 colors""# }
        #expect(await tab.collection("grid").headers.first?.values.contains(#""5""#) == true)
        try await tab.perform("foldAll")
        await tab.wait { $0.collection("grid").items.isEmpty && $0.outlets["cannotFill"] == "true" }
        try await tab.perform("unfoldAll")
        await tab.wait { $0.collection("grid").items.count == 7 }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func theMenuPastesAPaletteThatAnotherProgramCopied() async throws {
        let tab = try await open()
        let gpl = "GIMP Palette\nName: Walls\n#\n255 99 71\tKitchen\n"
        try await tab.perform("readClipboard", fields: ["text": gpl])
        try await tab.perform("paste", item: id("a"), menu: "grid")
        let names = try await album.gallery.store.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM palette ORDER BY position, id")
        }
        #expect(names == ["Walls", "One", "Two", "Three"])
        #expect(await tab.offers.last == "history/undo")
        // Colors alone come behind the one that the menu was for.
        try await tab.perform("readClipboard", fields: ["text": "tomato"])
        try await tab.perform("paste", item: id("y"), menu: "grid")
        #expect(try await stored().filter { $0.hasPrefix("2") } == ["2z", "2y", "2Tomato"])
        await tab.close()
    }

    @Test func whatIsFoldedIsNotSelectedAnyMore() async throws {
        let tab = try await open()
        try await tab.perform("load", item: id("a"))
        #expect(await tab.outlets["nothingSelected"] == "false")
        try await tab.perform("fold", section: "1")
        await tab.wait { $0.collection("grid").items.count == 2 }
        #expect(await tab.outlets["nothingSelected"] == "true")
        await tab.close()
    }

    @Test func anArrangementComesBackToAnotherScene() async throws {
        let tab = try await open()
        try await tab.perform("choosePalette", section: "2")
        try await tab.perform("sort", fields: ["sort": "hue"])
        try await tab.perform("fold", section: "2")
        let read = names
        await tab.wait { read($0.collection("grid").items) == "caBd" && $0.outlets["byHue"] == "true" }
        try await tab.reconnect(to: try await app())
        await tab.wait { read($0.collection("grid").items) == "caBd" && $0.outlets["byHue"] == "true" }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test(arguments: [
        "", "7", "- hue", "x y z", "- nowhere 1,x,9223372036854775808,-3", "9 name 1,1,1", "  ", "- hue 1 2 3",
    ])
    func anyStateIsTaken(state: String) {
        let words = state.split(separator: " ").dropFirst().map(String.init)
        let arrangement = PaletteArrangement(order: words.first, folded: words.dropFirst().first)
        #expect(
            PaletteArrangement(
                order: String(arrangement.words.split(separator: " ")[0]),
                folded: arrangement.words.split(separator: " ").dropFirst().first.map(String.init)) == arrangement)
    }

    @Test func inAnotherOrderADragSaysWhyAndLeadsIntoOtherPalettesAllTheSame() async throws {
        let tab = try await open()
        try await tab.perform("sort", fields: ["sort": "name"])
        let read = names
        await tab.wait { read($0.collection("grid").items) == "aBcdyz" }
        await #expect(throws: (any Error).self) {
            try await tab.move(id("a"), "behind", id("c"), in: "grid")
        }
        #expect(try await stored() == ["1d", "1B", "1a", "1c", "2z", "2y"])
        try await tab.move(id("a"), "before", id("z"), in: "grid")
        #expect(try await stored() == ["1d", "1B", "1c", "2a", "2z", "2y"])
        try await tab.move(id("B"), "section", "3", in: "grid")
        #expect(try await stored() == ["1d", "1c", "2a", "2z", "2y", "3B"])
        try await tab.perform("history/undo")
        try await tab.perform("history/undo")
        #expect(try await stored() == ["1d", "1B", "1a", "1c", "2z", "2y"])
        await tab.close()
    }

    @Test func whatIsCopiedStandsInTheOrderThatIsShown() async throws {
        let contents = try await album.gallery.store.read { db in
            try db.contents(of: Set(ids.values), by: .name)
        }
        #expect(contents.map(\.name).joined() == "aBcdyz")
    }

    @Test func whatIsInNoPaletteIsCopiedLastAsItIsShown() async throws {
        try await album.gallery.store.write { try $0.execute(sql: "UPDATE swatch SET palette = NULL WHERE name = 'a'") }
        let contents = try await album.gallery.store.read { db in try db.contents(of: Set(ids.values), by: .name) }
        #expect(contents.map(\.name).joined() == "Bcdyza")
    }

    @Test func palettesAreMovedByHand() async throws {
        try await album.gallery.store.write { db in
            try db.movePalettes(ItemMove([3], to: .before(1)))
            #expect(try Int64.fetchAll(db, sql: "SELECT id FROM palette ORDER BY position, id") == [3, 1, 2])
            #expect(throws: PaletteError.paletteGone()) { try db.movePalettes(ItemMove([3], to: .before(77))) }
        }
    }

    @Test func palettesComeGoAndMoveInEveryWindow() async throws {
        let tab = try await open()
        await tab.wait { titles($0) == ["One", "Two", "Three"] }
        try await album.gallery.store.write {
            try $0.execute(sql: "INSERT INTO palette(name, position) VALUES ('Four', 1.5)")
        }
        await tab.wait { titles($0) == ["One", "Four", "Two", "Three"] }
        try await album.gallery.store.write { try $0.execute(sql: "UPDATE palette SET position = 0 WHERE id = 3") }
        await tab.wait { titles($0) == ["Three", "One", "Four", "Two"] }
        try await album.gallery.store.write { try $0.execute(sql: "DELETE FROM palette WHERE name = 'Four'") }
        await tab.wait { titles($0) == ["Three", "One", "Two"] }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func automaticNamesThatRepeatAreToldApart() async throws {
        let names = try await album.gallery.store.write { db in
            let teal = Swatch.Content(SRGB(hex: 0x008080))
            try db.saveSwatches([teal, teal], at: .first(in: 3))
            try db.execute(sql: "UPDATE swatch SET name = 'Teal 03' WHERE name = 'Teal 2'")
            try db.saveSwatches([teal, Swatch.Content(name: "Teal", color: .black), teal], at: .first(in: 3))
            try db.saveSwatches([teal], at: .first(in: 2))
            #expect(try db.name(of: db.savePalette()) == "New palette")
            #expect(try db.name(of: db.savePalette()) == "New palette 2")
            return try String.fetchAll(db, sql: "SELECT palette || name FROM swatch WHERE palette > 1 ORDER BY id")
        }
        #expect(names == ["2z", "2y", "3Teal", "3Teal 03", "3Teal 2", "3Teal", "3Teal 4", "2Teal"])
    }
}

/// The titles in the headers of the palettes.
private func titles(_ tab: isolated FakeBrowser) -> [String] {
    tab.collection("grid").headers.map { header in
        ["One", "Two", "Three", "Four"].first { header.values.contains("\"\($0)\"") } ?? "?"
    }
}
