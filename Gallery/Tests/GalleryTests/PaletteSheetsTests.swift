import AviaryColors
import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryText
import AviaryViews
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// The picker's field, contrast, harmonies and ramps in the Palette room, without a browser.
struct PaletteSheetsTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    /// A room with some colors in its first palette.
    private func withRoom(
        _ hexes: [UInt32], readOnly: Bool = false,
        _ body: (FakeBrowser, Gallery, _ ids: [String]) async throws -> Void
    ) async throws {
        let gallery = try Gallery.open(at: directory)
        let ids = try await gallery.store.write { db in
            try db.saveSwatches(
                hexes.map { Swatch.Content(name: "c\(String($0, radix: 16))", color: SRGB(hex: $0)) },
                at: .first(in: db.firstPalette()))
        }
        let app = try await gallery.app(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app, path: "/palette")
        try await body(tab, gallery, ids.map { "\($0)" })
        #expect(await tab.faults == [])
        await tab.close()
        gallery.store.close()
        try? gallery.store.database.close()
        try? FileManager.default.removeItem(at: directory)
    }

    private func hex(_ id: String, in gallery: Gallery) async throws -> String? {
        try await gallery.store.read { db in
            try db.record(Swatch.self, Int64(id) ?? 0)?.color.displayColor.hex
        }
    }

    private func select(_ ids: [String], in tab: FakeBrowser) async throws {
        try await tab.perform("select", item: ids[0], menu: "grid")
        for id in ids.dropFirst() { try await tab.perform("load", item: id) }
    }

    @Test func twoColorsAreComparedAndTheNearestThatPassesIsUndone() async throws {
        try await withRoom([0x999999, 0xffffff]) { tab, gallery, ids in
            try await select(ids, in: tab)
            try await tab.perform("contrast", item: ids[0], menu: "grid")
            let sheet = try #require(await tab.sheets.keys.first)
            #expect(await tab.outlets["\(sheet)/ratio"] == #""2.84 : 1""#)
            #expect(await tab.outlets["\(sheet)/textVerdict"] == #""Fails""#)
            #expect(await tab.outlets["\(sheet)/textUse"] == #""Use #767676""#)
            try await tab.perform("\(sheet)/swap")
            #expect(await tab.outlets["\(sheet)/background"] == #""c999999""#)
            #expect(await tab.outlets["\(sheet)/enhancedUse"] == #""Use #080808""#)
            try await tab.perform("\(sheet)/swap")
            try await tab.perform("\(sheet)/reach", fields: ["grade": "4.5"])
            #expect(try await hex(ids[0], in: gallery) == "#767676")
            #expect(await tab.outlets["\(sheet)/ratio"] == #""4.54 : 1""#)
            #expect(await tab.outlets["\(sheet)/textPasses"] == "true")
            #expect(await tab.outlets["\(sheet)/textNoUse"] == "true")
            try await tab.perform("\(sheet)/history/undo")
            await tab.wait { $0.outlets["\(sheet)/ratio"] == #""2.84 : 1""# }
            #expect(try await hex(ids[0], in: gallery) == "#999999")
        }
    }

    @Test(arguments: ["", "5", "nan", "<b>", "-1e999", "3,5"]) func aGradeThatIsNoneChangesNothing(grade: String)
        async throws
    {
        try await withRoom([0x999999, 0xffffff]) { tab, gallery, ids in
            try await select(ids, in: tab)
            try await tab.perform("contrast", item: ids[0], menu: "grid")
            let sheet = try #require(await tab.sheets.keys.first)
            try await tab.perform("\(sheet)/reach", fields: ["grade": grade])
            #expect(try await hex(ids[0], in: gallery) == "#999999")
        }
    }

    @Test func oneColorIsComparedWithThePickedOneWhichCanBePutBack() async throws {
        try await withRoom([0x777777]) { tab, gallery, ids in
            try await tab.perform("picker/enter", fields: ["hex": "#999999"])
            try await tab.perform("contrast", item: ids[0], menu: "grid")
            let sheet = try #require(await tab.sheets.keys.first)
            #expect(await tab.outlets["\(sheet)/foreground"] == #""Picked color""#)
            #expect(await tab.outlets["\(sheet)/enhancedVerdict"] == #""Out of reach""#)
            #expect(await tab.outlets["\(sheet)/enhancedNoUse"] == "true")
            try await tab.perform("\(sheet)/reach", fields: ["grade": "7"])
            #expect(await tab.outlets["picker/hex"] == ##""#999999""##)
            try await tab.perform("\(sheet)/reach", fields: ["grade": "3"])
            #expect(await tab.outlets["picker/hex"] != ##""#999999""##)
            #expect(await tab.outlets["\(sheet)/graphicsPasses"] == "true")
            #expect(await tab.offers.last == "\(sheet)/putBack")
            try await tab.perform("\(sheet)/putBack")
            #expect(await tab.outlets["picker/hex"] == ##""#999999""##)
            #expect(try await hex(ids[0], in: gallery) == "#777777")
        }
    }

    /// The colors of a matrix as the page gets them, one on each line.
    private func lines(of sheet: String, in tab: FakeBrowser) async throws -> [String] {
        let text = try #require(await tab.outlets["\(sheet)/colors"])
        return try JSONDecoder().decode(String.self, from: Data(text.utf8)).components(separatedBy: "\n")
    }

    @Test func aPaletteHasAMatrixWhosePairsOpenAndFollow() async throws {
        try await withRoom([0x000000, 0xffffff, 0x999999]) { tab, gallery, ids in
            try await tab.perform("contrastOfPalette", section: "1")
            let sheet = try #require(await tab.sheets.keys.first)
            #expect(await tab.outlets["\(sheet)/isWhole"] == "true")
            #expect(await tab.outlets["\(sheet)/columns"].flatMap { Double($0) } == 4)
            #expect(await tab.outlets["\(sheet)/summary"] == #""2 of 3 pairs reach 4.5 : 1, 2 reach 3 : 1.""#)
            let light = ContrastMatrix([SRGB.black, .white, SRGB(hex: 0x999999)]).luminances
            let told = [
                "#000000 #ffffff \(light[0]) c0", "#ffffff #000000 \(light[1]) cffffff",
                "#999999 #000000 \(light[2]) c999999",
            ]
            #expect(try await lines(of: sheet, in: tab) == told)
            // A pair of a color with itself opens nothing, and what is no pair neither.
            for item in ["0 0", "2 2", "0 3", "-1 0", "1", "0 1 2", "x y", "", "99999999999999999999 0"] {
                try await tab.perform("\(sheet)/open", item: item)
            }
            #expect(await tab.sheets.count == 1)
            // Gray on white.
            try await tab.perform("\(sheet)/open", item: "2 1")
            let pair = try #require(await tab.sheets.keys.first { $0 != sheet })
            #expect(await tab.outlets["\(pair)/ratio"] == #""2.84 : 1""#)
            try await tab.perform("\(pair)/reach", fields: ["grade": "4.5"])
            await tab.wait { $0.outlets["\(sheet)/summary"] == #""3 of 3 pairs reach 4.5 : 1, 3 reach 3 : 1.""# }
            #expect(try await hex(ids[2], in: gallery) == "#767676")
            #expect(try await lines(of: sheet, in: tab)[2].hasPrefix("#767676 #000000 "))
        }
    }

    @Test func aPaletteWithoutTwoColorsHasNoMatrixAndIsNotSaidToBeGone() async throws {
        try await withRoom([0x000000]) { tab, _, _ in
            let failure = await #expect(throws: FakeBrowser.ActionFailure.self) {
                try await tab.perform("contrastOfPalette", section: "1")
            }
            #expect(failure?.sentence == "There are no two colors in this palette to compare.")
            #expect(await tab.sheets.isEmpty)
        }
    }

    @Test func thePaletteThatTakesWhatIsSavedIsSaid() async throws {
        try await withRoom([0x000000]) { tab, gallery, _ in
            try await tab.perform("choosePalette", section: "1")
            #expect(await tab.sentences.last == "Colors are saved in \("My colors".quoted) from now on.")
            _ = try await gallery.store.write { db in try db.savePalette(named: "Bare") }
            try await tab.perform("deletePalette", section: "2")
            #expect(await tab.sentences.last == "\("Bare".quoted) deleted")
        }
    }

    @Test func aMatrixIsToldAsOneLineAColorWhateverItIsCalled() async throws {
        try await withRoom([]) { tab, gallery, _ in
            _ = try await gallery.store.write { db in
                try db.saveSwatches(
                    ["two\nlines\u{2028}here", "#000000 #ffffff 1 Fake", String(repeating: "x", count: 150)].map {
                        Swatch.Content(name: $0, color: .black)
                    }, at: .first(in: db.firstPalette()))
            }
            try await tab.perform("contrastOfPalette", section: "1")
            let sheet = try #require(await tab.sheets.keys.first)
            let lines = try await lines(of: sheet, in: tab)
            #expect(
                lines.prefix(2) == [
                    "#000000 #ffffff 0.0 two lines here", "#000000 #ffffff 0.0 #000000 #ffffff 1 Fake",
                ])
            #expect(lines.count == 3)
            #expect(lines[2].count < 80)
        }
    }

    @Test func ofManyColorsTheFirstAreShownAndThatIsSaid() async throws {
        try await withRoom((0..<300).map { 0x000101 * $0 }) { tab, _, _ in
            try await tab.perform("contrastOfPalette", section: "1")
            let sheet = try #require(await tab.sheets.keys.first)
            #expect(await tab.outlets["\(sheet)/isWhole"] == "false")
            #expect(await tab.outlets["\(sheet)/cut"] == #""Only the first 256 colors are shown.""#)
            #expect(try await lines(of: sheet, in: tab).count == 256)
            let matrix = ContrastMatrix((0..<256).map { SRGB(hex: 0x000101 * $0) })
            let summary = """
                "\(matrix.count(passing: .text).formatted(.number)) of 32,640 pairs reach 4.5 : 1, \
                \(matrix.count(passing: .graphics).formatted(.number)) reach 3 : 1."
                """
            #expect(await tab.outlets["\(sheet)/summary"] == summary)
            await #expect(throws: FakeBrowser.ActionFailure.self) {
                try await tab.perform("contrastOfPalette", section: "99")
            }
        }
    }

    @Test func aRampBecomesAPaletteWithOnePressAndIsUndone() async throws {
        try await withRoom([0xff6347, 0x008080]) { tab, gallery, ids in
            try await select(ids, in: tab)
            try await tab.perform("harmonies", item: ids[0], menu: "grid")
            let sheet = try #require(await tab.sheets.keys.first)
            try await tab.perform("\(sheet)/setSteps", fields: ["steps": "5"])
            for typed in ["", "x", "1.5", "99999999999999999999999"] {
                await #expect(throws: FakeBrowser.ActionFailure.self) {
                    try await tab.perform("\(sheet)/setSteps", fields: ["steps": typed])
                }
            }
            try await tab.perform("\(sheet)/save", item: "0")
            await tab.wait { $0.sheets.isEmpty }
            #expect(await tab.offers.last == "history/undo")
            let made = try await gallery.store.read { db in
                try Swatch.fetchAll(
                    db, sql: "SELECT * FROM swatch WHERE palette = (SELECT max(id) FROM palette) ORDER BY position")
            }
            let expected = ColorRamp.between(SRGB(hex: 0xff6347), SRGB(hex: 0x008080), steps: 5)
            #expect(made.map(\.color.displayColor) == expected.map(\.displayColor))
            let name = try await gallery.store.read { db in
                try String.fetchOne(db, sql: "SELECT name FROM palette ORDER BY id DESC")
            }
            #expect(name == "Tomato to teal")
            try await tab.perform("history/undo")
            let count = try await gallery.store.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM palette")
            }
            #expect(count == 1)
        }
    }

    @Test func thePickedColorHasHarmonies() async throws {
        try await withRoom([]) { tab, gallery, _ in
            try await tab.perform("picker/enter", fields: ["hex": "tomato"])
            try await tab.perform("harmoniesOfPicked")
            let sheet = try #require(await tab.sheets.keys.first)
            #expect(await tab.outlets["\(sheet)/title"] == #""Tomato""#)
            #expect(await tab.outlets["\(sheet)/hasHue"] == "true")
            await tab.wait { $0.collection("\(sheet)/list").count == 7 }
            for item in ["7", "-1", "x", "99"] { try? await tab.perform("\(sheet)/save", item: item) }
            #expect(await tab.sheets.count == 1)
            try await tab.perform("\(sheet)/save", item: "5")
            await tab.wait { $0.sheets.isEmpty }
            let names = try await gallery.store.read { db in
                try String.fetchAll(db, sql: "SELECT name FROM palette ORDER BY position")
            }
            #expect(names == ["Tomato, triad", "My colors"])
        }
    }

    @Test func ofSeveralColorsInTheFieldOfOneTheFirstIsPickedAndAllCanBeSaved() async throws {
        try await withRoom([0x000000]) { tab, gallery, ids in
            func names() async throws -> [String] {
                try await gallery.store.read { db in
                    try String.fetchAll(db, sql: "SELECT name FROM swatch ORDER BY position")
                }
            }
            try await tab.perform("picker/enter", fields: ["hex": "tomato\nteal, no color; rgb(1, 2, 3)"])
            #expect(await tab.outlets["picker/hex"] == ##""#ff6347""##)
            #expect(await tab.outlets["picker/isRefused"] != "true")
            #expect(await tab.offers.last == "saveAll")
            #expect(try await names() == ["c0"])
            try await tab.perform("saveAll")
            #expect(try await names() == ["Tomato", "Teal", "Black", "c0"])
            // They were saved, and are not saved again.
            await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("saveAll") }
            try await tab.perform("history/undo")
            #expect(try await names() == ["c0"])
            // One color and what is none are no list.
            let offers = await tab.offers.count
            try await tab.perform("picker/enter", fields: ["hex": "navy, nonsense"])
            #expect(await tab.outlets["picker/isRefused"] == "true")
            #expect(await tab.outlets["picker/hex"] == ##""#ff6347""##)
            #expect(await tab.offers.count == offers)
            // "Save color" means the first of a list that stands in the field still.
            try await tab.perform("picker/enter", fields: ["hex": "navy, red"])
            try await tab.perform("picker/save", fields: ["hex": "navy, red"])
            #expect(try await names() == ["Navy", "c0"])
        }
    }
}
