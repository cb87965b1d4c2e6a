import AviaryColors
import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Testing

@testable import aviary

/// A person's actions on saved colours, with a store on disk.
struct PaletteTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
    private let undoStack = UndoStack()

    private func open() throws -> Gallery { try Gallery.open(at: directory) }

    private func close(_ gallery: Gallery) {
        gallery.store.close()
        try? gallery.store.database.close()
    }

    /// Does something in one transaction that can be undone, as the room does.
    @discardableResult
    private func edit<T: Sendable>(
        _ gallery: Gallery, receipt: String? = nil, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await gallery.store.write(undoable: "Edit", in: undoStack, receipt: receipt, updates)
    }

    private func names(_ gallery: Gallery, in palette: Int64? = 1) async throws -> [String] {
        try await gallery.store.read { try Self.names($0, in: palette) }
    }

    private static func names(_ db: Database, in palette: Int64? = 1) throws -> [String] {
        try Swatch.fetchAll(
            db, sql: "SELECT * FROM swatch WHERE palette IS ? ORDER BY position, id", arguments: [palette]
        ).map(\.name)
    }

    @discardableResult
    private static func save(_ db: Database, _ names: String...) throws -> [Swatch.ID] {
        try db.saveSwatches(
            names.map { Swatch.Content(name: $0, color: .random()) }, at: .first(in: db.firstPalette()))
    }

    @Test func aPaletteIsThereFromTheStart() async throws {
        let gallery = try open()
        defer { close(gallery) }
        let palettes = try await gallery.store.read { try Palette.fetchAll($0) }
        #expect(palettes == [Palette(id: 1, name: "My colors")])
        #expect(try await gallery.store.read { try $0.firstPalette() } == 1)
    }

    @Test func aSavedColorEntersFirstAndStaysThereAfterARestart() async throws {
        var gallery = try open()
        for name in ["a", "b", "c"] { try await edit(gallery) { try Self.save($0, name) } }
        // Another program's enters first, too, and so does what comes after it. Its position is the time, in milliseconds.
        try await Task.sleep(for: .milliseconds(20))
        try await gallery.store.write {
            try $0.execute(sql: "INSERT INTO swatch(name, red, green, blue) VALUES ('other', 1, 0, 0)")
        }
        try await edit(gallery) { try Self.save($0, "d", "e") }
        let order = try await names(gallery)
        #expect(order == ["d", "e", "other", "c", "b", "a"])
        close(gallery)
        gallery = try open()
        defer { close(gallery) }
        #expect(try await names(gallery) == order)
    }

    @Test func aColorIsCalledByTheNameThatLooksMostLikeIt() {
        #expect(Swatch.Content(SRGB(hex: 0x6596ee)).name == "Cornflower blue")
    }

    @Test func aNameIsKeptOnOneLineAndConflictsAreTold() async throws {
        let gallery = try open()
        defer { close(gallery) }
        let id = try await edit(gallery) { try Self.save($0, "Sky")[0] }
        #expect(try await edit(gallery) { try $0.renameSwatch(id, from: "Sky", to: " Deep\n\u{7}sky ") } == .renamed)
        #expect(try await names(gallery) == ["Deep sky"])
        // Another person has renamed the swatch since this person saw "Sky".
        let outcome = try await edit(gallery) { try $0.renameSwatch(id, from: "Sky", to: "<b>Sea</b>") }
        #expect(outcome == .overruled("Deep sky"))
        #expect(try await names(gallery) == ["<b>Sea</b>"])
        #expect(try await edit(gallery) { try $0.renameSwatch(id, from: "Sky", to: "Sky") } == .unchanged)
        #expect(try await names(gallery) == ["<b>Sea</b>"], "who typed nothing overrules nobody")
        for (typed, error) in [
            ("", NameError.blank), (" \u{200B}\u{202E}\u{2800}", .blank),
            (String(repeating: "x", count: 10_000), .tooLong(10_000)),
        ] {
            await #expect(throws: error) {
                try await edit(gallery) { try $0.renameSwatch(id, from: "", to: typed) }
            }
        }
        await #expect(throws: PaletteError.swatchGone(typed: "Sea")) {
            try await edit(gallery) { try $0.renameSwatch(99, from: "", to: "Sea") }
        }
        #expect(try await names(gallery) == ["<b>Sea</b>"])
    }

    @Test func cutTakesOnlyThoseAndPastePutsThemBehindAnother() async throws {
        let gallery = try open()
        defer { close(gallery) }
        let ids = try await edit(gallery) { try Self.save($0, "a", "b", "c", "d") }
        let cut = try await edit(gallery) { db in
            let cut = try db.contents(of: [ids[0], ids[2]])
            #expect(try db.removeSwatches([ids[0], ids[2], 99]) == 2)
            return cut
        }
        #expect(cut.map(\.name) == ["a", "c"])
        #expect(try await names(gallery) == ["b", "d"])
        try await edit(gallery) { try $0.saveSwatches(cut, at: .behind(ids[1])) }
        #expect(try await names(gallery) == ["b", "a", "c", "d"])
        try await edit(gallery) { try $0.saveSwatches(cut, at: .behind(ids[3])) }
        #expect(try await names(gallery) == ["b", "a", "c", "d", "a", "c"])
        await #expect(throws: PaletteError.swatchGone()) {
            try await edit(gallery) { try $0.saveSwatches(cut, at: .behind(ids[0])) }
        }
    }

    @Test func aDuplicateStandsBehindItsOriginal() async throws {
        let gallery = try open()
        defer { close(gallery) }
        let ids = try await edit(gallery) { try Self.save($0, "a", "b", "c") }
        try await edit(gallery) { try $0.duplicateSwatches([ids[0], ids[2]]) }
        #expect(try await names(gallery) == ["a", "a", "b", "c", "c"])
    }

    @Test func swatchesMoveToAnotherPaletteInTheirOrder() async throws {
        let gallery = try open()
        defer { close(gallery) }
        let ids = try await edit(gallery) { try Self.save($0, "a", "b", "c") }
        let palette = try await edit(gallery) { db in
            let palette = try db.savePalette(named: "Warm")
            try db.saveSwatches([Swatch.Content(name: "z", color: .black)], at: .first(in: palette))
            return palette
        }
        try await edit(gallery) { try $0.moveSwatches([ids[2], ids[0]], to: palette) }
        #expect(try await names(gallery) == ["b"])
        #expect(try await names(gallery, in: palette) == ["a", "c", "z"])
        await #expect(throws: PaletteError.paletteGone()) {
            try await edit(gallery) { try $0.moveSwatches([ids[0]], to: 99) }
        }
    }

    @Test func palettesAreMadeRenamedAndRemovedWithWhatIsInThem() async throws {
        let gallery = try open()
        defer { close(gallery) }
        try await edit(gallery) { try Self.save($0, "a", "b") }
        let palette = try await edit(gallery) { try $0.savePalette() }
        #expect(try await gallery.store.read { try $0.firstPalette() } == palette, "a new palette comes first")
        #expect(
            try await edit(gallery) { try $0.renamePalette(palette, from: "?", to: "Sea") } == .overruled("New palette")
        )
        #expect(try await edit(gallery) { try $0.deletePalette(1) } == 2)
        #expect(try await gallery.store.read { try Palette.fetchAll($0).map(\.name) } == ["Sea"])
        #expect(try await names(gallery).isEmpty)
        _ = try await gallery.store.undo(undoStack)
        #expect(try await names(gallery) == ["a", "b"])
        #expect(try await gallery.store.read { try Palette.fetchCount($0) } == 2)
        try await edit(gallery) { for id in try Palette.fetchAll($0).map(\.id) { try $0.deletePalette(id) } }
        #expect(try await edit(gallery) { try $0.firstPalette() } > palette, "one is made when there is none")
    }

    @Test func colorsOfTheOtherRoomAreSavedInTheirOrder() async throws {
        let gallery = try open()
        defer { close(gallery) }
        let ids = try await edit(gallery) { db in
            for hex in [0xff6347, 0x000080, 0xffffff] as [UInt32] { try db.addColor(SRGB(hex: hex)) }
            try Self.save(db, "a")
            return try Int64.fetchAll(db, sql: "SELECT id FROM color ORDER BY id")
        }
        try await edit(gallery) { try $0.saveColors([ids[2], ids[0], 99], in: 1) }
        #expect(try await names(gallery) == ["Tomato", "White", "a"])
    }

    @Test func whatIsAskedForTwiceIsDoneOnceAndAllOfItIsUndoneAtOnce() async throws {
        let gallery = try open()
        defer { close(gallery) }
        let ids = try await edit(gallery, receipt: "1") { try Self.save($0, "a", "b", "c") }
        await #expect(throws: ResultsError.self) {
            try await edit(gallery, receipt: "1") { try Self.save($0, "again") }
        }
        #expect(try await names(gallery) == ["a", "b", "c"])
        let palette = try await edit(gallery) { try $0.savePalette() }
        try await edit(gallery) { db in
            try db.moveSwatches([ids[1]], to: palette)
            try db.duplicateSwatches([ids[0]])
            _ = try db.renameSwatch(ids[2], from: "c", to: "C")
        }
        #expect(try await names(gallery) == ["a", "a", "C"])
        _ = try await gallery.store.undo(undoStack)
        #expect(try await names(gallery) == ["a", "b", "c"])
        _ = try await gallery.store.redo(undoStack)
        #expect(try await names(gallery) == ["a", "a", "C"])
    }

    @Test func whatOtherProgramsWriteIsShownAsWellAsItCanBe() async throws {
        let gallery = try open()
        defer { close(gallery) }
        try await gallery.store.write { db in
            try db.execute(
                sql: """
                    DELETE FROM palette;
                    INSERT INTO swatch DEFAULT VALUES;
                    INSERT INTO swatch(name, red, green, blue, palette, position)
                        VALUES (NULL, 7, 'x', -1e999, 'nowhere', 'nowhere'),
                            (char(1, 10, 8238) || 'evil', 0.5, 0.5, NULL, NULL, NULL),
                            (x'ff00', 1e-320, 0.5, 1, 3, 9e999),
                            (printf('%.*c', 10000, 'x'), 1, 1, 1, 3, -9e999);
                    INSERT INTO palette DEFAULT VALUES;
                    """)
        }
        let swatches = try await gallery.store.read { try Swatch.order(Column("id")).fetchAll($0) }
        #expect(swatches.map(\.name.count) == [7, 7, 4, 7, 200])
        #expect(swatches.map(\.name).prefix(3) == ["#000000", "#ff0000", "evil"])
        #expect(swatches.map(\.palette) == [1, nil, nil, 3, 3])
        #expect(try await gallery.store.read { try Palette.fetchAll($0).map(\.name) } == ["Untitled"])
        // Beside any of them there is room.
        for swatch in swatches {
            try await edit(gallery) { _ = try $0.duplicateSwatches([swatch.id]) }
            let order = try await gallery.store.read { db in
                let palette = "SELECT palette FROM swatch WHERE id = \(swatch.id)"
                return try Swatch.fetchAll(
                    db, sql: "SELECT * FROM swatch WHERE palette IS (\(palette)) ORDER BY position, id")
            }
            let place = try #require(order.firstIndex { $0.id == swatch.id })
            #expect(order.dropFirst(place + 1).first?.content == swatch.content)
        }
    }

    /// Hundreds of edits in one place, beside the same edits of a plain list.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func thereIsAlwaysRoom(seed: UInt64) async throws {
        let gallery = try open()
        defer { close(gallery) }
        let (order, expected) = try await edit(gallery) { db in
            var random = SeededGenerator(seed: seed)
            var list = try Self.save(db, "0")
            for number in 1...600 {
                let name = "\(number)"
                let content = Swatch.Content(name: name, color: .black)
                // Mostly at one place, so that the numbers between two run out.
                let place = random.chance(80) ? min(1, list.count - 1) : Int.random(in: 0..<list.count, using: &random)
                if random.chance(10) {
                    list.insert(contentsOf: try db.saveSwatches([content, content], at: .first(in: 1)), at: 0)
                } else {
                    list.insert(contentsOf: try db.saveSwatches([content], at: .behind(list[place])), at: place + 1)
                }
            }
            return (try Int64.fetchAll(db, sql: "SELECT id FROM swatch ORDER BY position, id"), list)
        }
        #expect(order == expected)
    }

    @Test func liveQueriesFollowThem() async throws {
        let gallery = try open()
        defer { close(gallery) }
        let (palettes, swatches) = (try await gallery.palettes(), try await gallery.swatches())
        let ids = try await edit(gallery) { try Self.save($0, "a", "b") }
        let palette = try await edit(gallery) { try $0.savePalette() }
        #expect(Array(palettes.snapshot.items(in: 0..<2)) == [palette, 1])
        #expect(Array(swatches.snapshot.items(in: 0..<2)) == ids)
        try await edit(gallery) { try $0.moveSwatches([ids[0]], to: palette) }
        // That palette comes first.
        #expect(Array(swatches.snapshot.items(in: 0..<2)) == ids)
        #expect(swatches.snapshot.numberOfSections == 2)
        try await edit(gallery) {
            try $0.execute(sql: "UPDATE palette SET position = 1e300 WHERE id = ?", arguments: [palette])
        }
        #expect(Array(swatches.snapshot.items(in: 0..<2)) == [ids[1], ids[0]])
    }
}
