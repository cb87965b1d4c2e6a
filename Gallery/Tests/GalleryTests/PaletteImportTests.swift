import AviaryColors
import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryTesting
import AviaryText
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// Palettes of files, in a store on the disk.
struct PaletteImportTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    private func close(_ gallery: Gallery) {
        gallery.store.close()
        try? gallery.store.database.close()
    }

    private func rows(_ gallery: Gallery) async throws -> [String] {
        try await gallery.store.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT palette.name || ': ' || swatch.name FROM palette JOIN swatch ON palette = palette.id
                    ORDER BY palette.position, palette.id, swatch.position, swatch.id
                    """)
        }
    }

    /// All parts of a palette's file.
    private func parts(_ export: PaletteExport) async throws -> [[UInt8]] {
        var (export, parts) = (export, [[UInt8]]())
        while let part = try await export.next() { parts.append(part) }
        return parts
    }

    @Test(arguments: PaletteFormat.allCases)
    func aPaletteIsSavedAPartAtATime(format: PaletteFormat) async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        for count in [0, 1, PaletteExport.partSize, 2 * PaletteExport.partSize + 300] {
            let id = try await gallery.store.write { db in
                let id = try db.savePalette(named: "Many")
                try db.execute(
                    sql: """
                        INSERT INTO swatch(palette, name, red, position)
                        WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
                        SELECT ?, 'color ' || n, n % 256 / 255.0,
                            CASE n % 5 WHEN 0 THEN NULL WHEN 1 THEN 'text' WHEN 2 THEN 7 ELSE -n END
                        FROM n WHERE n <= ?
                        """, arguments: [count, id, count])
                return id
            }
            let palette = try await gallery.store.read { try $0.exportPalette(id) }
            #expect(palette.entries.count == count)
            let parts = try await parts(PaletteExport(of: id, as: format, in: gallery.store))
            #expect(try parts.flatMap(\.self) == format.write([palette]))
            #expect(parts.allSatisfy { $0.count < 200 * PaletteExport.partSize })
        }
    }

    @Test func whatDesignTokensSayBesidesTheirColorsIsExportedAgain() async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        let long = "{\"$description\":\"\(String(repeating: "é", count: 2_000))\"}"
        let details = [
            "{\"$extensions\":{\"com.figma\":{\"a\":[1,null]}},\"$deprecated\":\"Use \\\"b\\\"\"}", "", long,
        ]
        let palette = ColorPalette(
            name: "Brand", columns: 2,
            entries: details.map { .init(name: "\($0.utf8.count)", color: .black, details: $0) },
            details: "{\"$description\":\"All of them\"}")
        let file = try PaletteFormat.tokens.write([palette])
        let read = PaletteImport(file, named: "x.tokens")
        #expect(read.problems == [] && long.utf8.count > 4_000)
        let id = try await gallery.store.write { db in try db.importPalettes(read.palettes)[0] }
        #expect(try await gallery.store.read { try $0.exportPalette(id) } == palette)
        #expect(try await parts(PaletteExport(of: id, as: .tokens, in: gallery.store)).flatMap(\.self) == file)
        // A copy of a color keeps them, and a renamed color, too.
        let copies = try await gallery.store.write { db in
            let ids = try Swatch.filter(Column("palette") == id).fetchAll(db).map(\.id)
            let copies = try db.duplicateSwatches(Set(ids))
            _ = try db.renameSwatch(copies[0], from: "", to: "Copy")
            return try Swatch.fetchAll(db, keys: copies).map(\.content.details)
        }
        #expect(copies.sorted() == details.sorted())
        // Another program may write anything.
        try await gallery.store.write { db in
            try db.execute(
                sql: """
                    UPDATE swatch SET details = iif(id % 2, x'00', '{' || printf('%.*c', 9000, 'x'));
                    UPDATE palette SET details = 7;
                    """)
        }
        let exported = try await gallery.store.read { try $0.exportPalette(id) }
        #expect(exported.details == "" && exported.entries.allSatisfy { $0.details == "" })
    }

    @Test func whatIsChangedWhileAPaletteIsSavedIsInItOnceOrNot() async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        let colors = (0..<3 * PaletteExport.partSize).map { Swatch.Content(name: "c\($0)", color: .black) }
        let ids = try await gallery.store.write { db in try db.saveSwatches(colors, at: .first(in: 1)) }
        for (round, format) in [PaletteFormat.json, .ase].enumerated() {
            var export = try await PaletteExport(of: 1, as: format, in: gallery.store)
            var file = try #require(await export.next())
            file += try #require(await export.next())
            let first = PaletteExport.partSize - 1 + 20 * round
            let gone = Array(ids[first..<first + 11])
            try await gallery.store.write { db in
                for id in gone { try db.execute(sql: "DELETE FROM swatch WHERE id = ?", arguments: [id]) }
                _ = try db.saveSwatches([Swatch.Content(name: "new", color: .white)], at: .first(in: 1))
            }
            if format == .ase {
                // It has told how many there are.
                await #expect(throws: PaletteError.changedMeanwhile) {
                    while let part = try await export.next() { file += part }
                }
                continue
            }
            while let part = try await export.next() { file += part }
            let names = format.read(file).palettes.flatMap(\.entries).map(\.name)
            #expect(names.count == colors.count - 10 && Set(names).count == names.count)
        }
    }

    @Test func nobodyReadsOnForOneWhoHasGone() async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        let colors = (0..<3 * PaletteExport.partSize).map { Swatch.Content(name: "c\($0)", color: .black) }
        _ = try await gallery.store.write { db in try db.saveSwatches(colors, at: .first(in: 1)) }
        let export = try await PaletteExport(of: 1, as: .json, in: gallery.store)
        let reader = Task {
            var (export, parts) = (export, 0)
            do {
                while try await export.next() != nil {
                    parts += 1
                    // As when the connection closes.
                    if parts == 2 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            } catch is CancellationError { return parts }
            return -1
        }
        #expect(try await reader.value == 2)
    }

    @Test(.timeLimit(.minutes(1))) func anImportEndsWhenItsWindowHasGone() async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        let app = try await gallery.app(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app, path: "/palette")
        // The file has to wait for another large one, and its window goes meanwhile.
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let another = Task {
            try await HeavyWork.shared.withRoom(forBytes: 64 << 20) {
                begin.yield()
                for await _ in ends { break }
            }
        }
        for await _ in begun { break }
        let lines = Array(String(repeating: "#ff0000\n", count: 200_000).utf8)
        let asked = Task { try await tab.upload(lines, named: "many.txt", to: "palettes", for: "importPalettes") }
        while HeavyWork.shared.waiting.rooms == 0 { await Task.yield() }
        await tab.goDeaf()
        await tab.close()
        #expect(HeavyWork.shared.waiting.rooms == 0)
        #expect(try await gallery.store.read { try Palette.fetchCount($0) } == 1)
        end.yield()
        try await another.value
        try await tab.reconnect()
        await #expect(throws: FakeBrowser.ActionFailure(sentence: Words.english.page.wasStopped)) {
            try await asked.value
        }
        #expect(try await gallery.store.read { try Palette.fetchCount($0) } == 1)
        await tab.close()
    }

    @Test func whatWasImportedIsToldOfWithoutIt() {
        var sum = PaletteImport()
        for name in ["One", "Two"] {
            var new = PaletteImport(Array("/* palette: \(name) */ a { --x: #f00; --y: #0f0 }".utf8), named: "a.css")
            #expect(new.palettes.count == 1)
            new.forgetPalettes()
            sum += new
        }
        #expect(sum.palettes == [] && sum.colorCount == 4)
        #expect(sum.summary == "2 palettes with 4 colors")
    }

    @Test func palettesComeFirstInTheirOrderAndAreTakenBackAtOnce() async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        let undo = UndoStack()
        try await gallery.store.write { db in
            _ = try db.saveSwatches([Swatch.Content(name: "mine", color: .black)], at: .first(in: 1))
        }
        let css =
            "/* palette: One */ :root { --sky: #0af; --no: #12345; --sea: #036 } /* palette: Two */ a { --sun: gold; }"
        let new = PaletteImport(Array(css.utf8), named: "theme.css")
        #expect(new.summary == "2 palettes with 3 colors")
        #expect(new.complaint.contains("theme.css") && new.complaint.contains("Line 1"))
        try await gallery.store.write(undoable: "Import", in: undo) { db in _ = try db.importPalettes(new.palettes) }
        #expect(try await rows(gallery) == ["One: Sky", "One: Sea", "Two: Sun", "My colors: mine"])
        // A swatch that is saved later comes first.
        try await gallery.store.write { db in
            let palette = try db.firstPalette()
            _ = try db.saveSwatches([Swatch.Content(name: "new", color: .white)], at: .first(in: palette))
        }
        #expect(try await rows(gallery).first == "One: new")
        _ = try await gallery.store.undo(undo)
        #expect(try await rows(gallery) == ["My colors: mine"])
    }

    @Test func whatHasNoNameGetsOne() {
        let new = PaletteImport(Array("#ff6347\n\nno color\nteal".utf8), named: "walls.txt")
        #expect(new.palettes.map(\.name) == ["walls"])
        #expect(new.palettes.flatMap(\.contents).map(\.name) == ["Tomato", "Teal"])
        #expect(new.problemCount == 1)
        let tokens = PaletteImport(
            Array(##"{"sky":{"$type":"color","$value":"#0af"}}"##.utf8), named: "brand.tokens.json")
        #expect(tokens.palettes.map(\.name) == ["brand"])
        let none = PaletteImport(Array("hello".utf8), named: "letter.txt")
        #expect(none.palettes.isEmpty && none.summary == nil && none.complaint.contains("letter.txt"))
        let empty = PaletteImport([], named: "empty.gpl")
        #expect(empty.palettes.isEmpty && empty.problemCount > 0)
    }

    @Test func namesThatNobodyHasChosenAreToldApartInEachPalette() {
        let css = """
            /* palette: One */ a { --t: teal; /* name: */ --u: #008081; /* name: */ --v: teal; /* name: Teal 2 */ }
            /* palette: Two */ a { --t: teal; /* name: */ --v: red; /* name: Teal */ }
            """
        let new = PaletteImport(Array(css.utf8), named: "theme.css")
        #expect(new.palettes.map { $0.contents.map(\.name) } == [["Teal", "Teal 3", "Teal 2"], ["Teal 2", "Teal"]])
    }

    @Test func manyNamesThatNobodyHasChosenAreToldApart() {
        let lines = String(repeating: "#000000\n#ffffff\n", count: 10_000)
        let new = PaletteImport(Array(lines.utf8), named: "many.txt")
        let names = new.palettes.flatMap(\.contents).map(\.name)
        #expect(names.prefix(4) == ["Black", "White", "Black 2", "White 2"])
        #expect(names.last == "White 10000")
        #expect(Set(names).count == 20_000)
    }

    @Test func aFileThatIsTooLargeIsNotRead() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let path = directory.appending(path: "large.gpl").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, 2 << 30) == 0)
        let new = PaletteImport(path: path, named: "large.gpl")
        #expect(new.palettes.isEmpty)
        #expect(new.problems.first?.contains("It is larger than 64 MB") == true)
        try FileManager.default.removeItem(at: directory)
    }

    @Test(arguments: PaletteFormat.allCases.filter { $0 != .aco })
    func aPaletteWithoutColorsIsImportedAgain(format: PaletteFormat) async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        let id = try await gallery.store.write { db in try db.savePalette(named: "Later") }
        let palette = try await gallery.store.read { try $0.exportPalette(id) }
        let new = PaletteImport(try format.write([palette]), named: "Later.\(format)")
        #expect(new.summary == "\("Later".quoted) with 0 colors" && new.problemCount == 0)
        _ = try await gallery.store.write { db in try db.importPalettes(new.palettes) }
        let names = try await gallery.store.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM palette ORDER BY position, id")
        }
        #expect(names == ["Later", "Later", "My colors"])
    }

    @Test(arguments: PaletteFormat.allCases)
    func columnsAreKeptFromFileToFile(format: PaletteFormat) async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        let gpl = Array("GIMP Palette\nName: Wide\nColumns: 5\n#\n255 0 0\tRed\n".utf8)
        let undo = UndoStack()
        let id = try #require(
            try await gallery.store.write { db in
                try db.importPalettes(PaletteImport(gpl, named: "wide.gpl").palettes).first
            })
        // A palette that was deleted comes back with them.
        try await gallery.store.write(undoable: "Delete palette", in: undo) { db in _ = try db.deletePalette(id) }
        _ = try await gallery.store.undo(undo)
        let palette = try await gallery.store.read { try $0.exportPalette(id) }
        #expect(palette.columns == 5)
        let again = format.read(try format.write([palette])).palettes.first
        #expect(again?.columns == (format == .ase || format == .aco ? 0 : 5))
    }

    @Test(arguments: ["NULL", "'wide'", "-3", "0", "2.5", "x'05'", "9223372036854775807"])
    func columnsThatAreNoneAreLeftOut(value: String) async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        try await gallery.store.write { try $0.execute(sql: "UPDATE palette SET columns = \(value)") }
        let columns = try await gallery.store.read { try $0.exportPalette(1).columns }
        #expect(columns == 0)
    }

    @Test func aPaletteOfWhichNothingCouldBeReadIsRefused() {
        let new = PaletteImport(Array("GIMP Palette\nName: X\nnonsense\n".utf8), named: "x.gpl")
        #expect(new.palettes.isEmpty && new.refused == 1 && new.complaint.contains("Line 3"))
    }

    @Test(arguments: PaletteFormat.allCases)
    func whatIsExportedIsImportedAgain(format: PaletteFormat) async throws {
        let gallery = try Gallery.open(at: directory)
        defer { close(gallery) }
        let contents = (0..<300).map { number in
            Swatch.Content(name: "Color \(number) <é>", color: SRGB(hex: UInt32(number * 50_000)))
        }
        let id = try await gallery.store.write { db in
            let palette = try db.savePalette(named: "Öl & \"Wasser\"")
            _ = try db.saveSwatches(contents, at: .first(in: palette))
            return palette
        }
        let palette = try await gallery.store.read { try $0.exportPalette(id) }
        let new = PaletteImport(try format.write([palette]), named: "Öl & \"Wasser\".\(format)")
        #expect(new.palettes == [ImportedPalette(palette, from: "")])
        #expect(new.palettes.first?.contents == contents)
        #expect(new.problemCount == 0)
    }
}
