import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Testing

@testable import aviary

#if canImport(_FoundationICU)
    import _FoundationICU
#endif

/// Names in the order of people, equal names, and words that a search finds, also in rows of other programs.
struct CollationTests {
    private let album: PhotoAlbum

    init() throws { album = try PhotoAlbum() }

    /// Writes as another program does, which knows none of our functions.
    private func others(_ edit: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: album.gallery.store.database.path)
        try queue.write(edit)
        try queue.close()
    }

    private func insert(_ names: [String], into table: String = "photo") throws {
        try others { db in
            for name in names { try db.execute(sql: "INSERT INTO \(table)(name) VALUES (?)", arguments: [name]) }
        }
    }

    /// Opens a gallery that an older version has made and filled.
    private func olderGallery(upTo migration: String, _ statements: String...) throws -> Gallery {
        let folder = album.folder.appending(path: "old")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: folder.appending(path: "gallery.sqlite").path)
        try Schema.migrator.migrate(queue, upTo: migration)
        try queue.write { db in for statement in statements { try db.execute(sql: statement) } }
        try queue.close()
        return try Gallery.open(at: folder)
    }

    // MARK: Order

    @Test func bothRoomsHaveTheOrderOfPeopleAndFollowOtherPrograms() async throws {
        let names = [
            "-1", "2", "10", "a", "A", "a\u{301}", "Ä", "ab", "ångström", "Ångström", "A\u{308}pfel", "Apfelsine",
            "IMG_0", "img_2", "IMG_9", "IMG_0010.jpg", "IMG_100000000000000000000", "ol", "Øl", "om", "strasse",
            "Straße", "Zebra", "Ω", "Ж", "日本",
        ]
        let swatches = try await FetchedResults(SwatchQuery(order: .name).request, in: album.gallery.store)
        for table in ["photo", "swatch"] { try insert(names.reversed(), into: table) }
        try await album.gallery.store.catchUp()
        #expect(try await album.names(PhotoQuery(order: .name)) == names)
        let shown = try await album.gallery.store.read { db in
            try db.contents(of: Set(Swatch.fetchAll(db).map(\.id)), by: .name)
        }
        #expect(shown.map(\.name) == names)
        let ids = Array(swatches.snapshot.items(in: 0..<swatches.snapshot.numberOfItems))
        #expect(ids == (1...Int64(names.count)).reversed())
        #expect(swatches.statistics.refetched == 0)
    }

    #if canImport(_FoundationICU)
        @Test(arguments: [1, 2])
        func theOrderIsThatOfICUsComparison(seed: UInt64) async throws {
            var random = SeededGenerator(seed: seed)
            let list = try await FetchedResults(PhotoQuery(order: .name).request, in: album.gallery.store)
            var names: [Int64: [UInt8]] = [:]
            for round in 0..<3 {
                var changed: [Int64: [UInt8]] = [:]
                for id in Int64(round * 60 + 1)...Int64(round * 100 + 100) { changed[id] = drawnName(&random) }
                try others { db in
                    for (id, name) in changed.sorted(by: { $0.key < $1.key }) {
                        try db.execute(
                            sql: """
                                INSERT INTO photo(id, name) VALUES (?1, CAST(?2 AS TEXT))
                                ON CONFLICT(id) DO UPDATE SET name = excluded.name
                                """, arguments: [id, Data(name)])
                    }
                }
                names.merge(changed) { $1 }
                try await album.gallery.store.catchUp()
                // Another request, so another list.
                var request = PhotoQuery(order: .name).request
                request.filter = SQL("id > \(-round - 1)").sqlExpression
                let anew = try await FetchedResults(request, in: album.gallery.store)
                let expected = inOrder(names)
                for list in [list, anew] { #expect(Array(list.snapshot.items(in: 0..<names.count)) == expected) }
            }
            #expect(list.statistics.refetched == 0)
        }

        /// The slow model: each pair of names is compared by ICU, and equal ones stand as their rows do.
        private func inOrder(_ names: [Int64: [UInt8]]) -> [Int64] {
            var status = U_ZERO_ERROR
            let collator = swift_ucol_open("und-u-kk-true-kn-true", &status)
            defer { swift_ucol_close(collator) }
            let texts = names.mapValues { Array(String(decoding: $0.prefix(800), as: UTF8.self).utf16) }
            return texts.sorted { one, other in
                let (left, right) = (one.value, other.value)
                let order = swift_ucol_strcoll(collator, left, Int32(left.count), right, Int32(right.count))
                return order == UCOL_EQUAL ? one.key < other.key : order == UCOL_LESS
            }.map(\.key)
        }

        private func drawnName(_ random: inout SeededGenerator) -> [UInt8] {
            let parts = [
                "a", "A", "ä", "a\u{308}", "Å", "\u{212B}", "b", "ß", "ss", "ø", "é", "e\u{301}", "e\u{301}\u{323}",
                "e\u{323}\u{301}", "IMG_", "img-", " ", ".jpg", "0", "00", "7", "07", "70", "700", "٣", "日", "가", "क्षि",
                "\u{1100}\u{1161}", "Ω", "ж", "🐦", "👩‍👩‍👧", "\0", "\u{200D}", "\u{FDFA}", "ﬁ", "Ⅷ",
            ]
            var name: [UInt8] = []
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                switch Int.random(in: 0..<40, using: &random) {
                case 0: name += (0..<3).map { _ in UInt8.random(in: 0x80...0xFF, using: &random) }
                case 1: name += (0..<300).map { _ in UInt8.random(in: 0x30...0x39, using: &random) }
                case 2: name += Array(repeating: Array("\u{FDFA}x".utf8), count: 250).joined()
                default: name += Array(parts[Int.random(in: 0..<parts.count, using: &random)].utf8)
                }
            }
            return name
        }
    #endif

    @Test func undoAndOtherKindsOfValuesKeepTheOrder() async throws {
        try insert(["Zebra", "Äpfel", "b"])
        let list = try await FetchedResults(PhotoQuery(order: .name).request, in: album.gallery.store)
        func shown() -> [Int64] { Array(list.snapshot.items(in: 0..<list.snapshot.numberOfItems)) }
        #expect(shown() == [2, 3, 1])
        try await album.edit { db in _ = try db.renamePhoto(1, from: "Zebra", to: "A\u{308}olsharfe") }
        #expect(shown() == [1, 2, 3])
        #expect(try await album.names()[0].utf8.elementsEqual("Äolsharfe".utf8), "typed names are stored in NFC")
        try await album.undo()
        #expect(shown() == [2, 3, 1])
        // A name that is no text is shown as blank, but for bytes.
        try others { db in
            try db.execute(
                sql: """
                    INSERT INTO photo(id, name) VALUES (4, x'C384'), (5, NULL), (6, '');
                    ALTER TABLE photo ADD COLUMN other;
                    """)
        }
        try await album.gallery.store.catchUp()
        #expect(shown() == [5, 6, 4, 2, 3, 1])
    }

    // MARK: Search

    private static let searches: [(String, [Int64])] = [
        ("café", [1, 2, 3, 4]), ("cafe\u{301}", [1, 2, 3, 4]), ("CAFE", [1, 2, 3, 4]), ("fé.j", [1, 2, 3, 4]),
        ("lodz", [5]), ("Łódź", [5]), ("strasse", [6, 7]), ("STRAẞE", [6, 7]), ("tromso", [8]), ("ΟΔΟΣ", [9]),
        ("οδός", [9]), ("각", [10]), ("가", [11]), ("か", [12]), ("が", [13]), ("fi 8", [14]), ("ınce", [15]),
        ("ince", [15]), ("viet nam", [16]), ("שלום", [17]), ("\u{301}", Array(1...17)), ("cafe zebra", []),
        ("c a f e", [1, 2, 3, 4]),
    ]

    @Test func aSearchFindsWordsWithoutAccentsInAnyForm() async throws {
        try insert([
            "café.jpg", "cafe\u{301}.jpg", "CAFÉ.JPG", "cafe.jpg", "Łódź", "Straße", "STRASSE", "Tromsø", "οδός",
            "각", "가", "か", "が", "ﬁ Ⅷ ⁸", "İnce ince", "Việt Nam", "שָׁלוֹם",
        ])
        for (search, found) in Self.searches {
            let query = PhotoQuery(search: search)
            let ids = try await album.gallery.store.read { try query.identifiers(in: $0) }
            #expect(ids.sorted() == found, "\(search)")
        }
    }

    // MARK: Equal names

    private static let pairs = [
        ("Café", "CAFE\u{301}", true), ("Straße", "STRASSE", true), ("Åse", "\u{212B}SE", true), ("ΟΔΟΣ", "οδος", true),
        ("Uhu", "Ühu", false), ("m²", "m2", false),
    ]

    @Test func aTagIsTakenInAnyCaseAndForm() async throws {
        try insert(Self.pairs.map(\.0), into: "tag")
        for (name, other, isTaken) in Self.pairs {
            do {
                try await album.edit { _ = try $0.addTag(named: other) }
                #expect(!isTaken, "\(other)")
            } catch PhotoramaError.tagExists(let there) {
                #expect(isTaken && there == name)
            }
            var files = FileNames()
            #expect(files.unused(name) == name)
            #expect(files.unused(other) == (isTaken ? "\(other) 2" : other))
        }
    }

    private func tags(_ gallery: Gallery) async throws -> [String] {
        try await gallery.store.read { db in
            try String.fetchAll(db, sql: "SELECT ifnull(name, '-') || ifnull(' ' || form, '') FROM tag ORDER BY id")
        }
    }

    @Test(arguments: pairs.filter(\.2).map { ($0.0, $0.1) } + [("birds", "Birds")])
    func undoMakesNoSecondTagOfOneName(name: String, other: String) async throws {
        let tag = try await album.edit { try $0.addTag(named: name) }
        _ = try await album.edit { try $0.removeTag(tag) }
        try await album.gallery.store.write { _ = try $0.addTag(named: other) }
        let stands = try await tags(album.gallery)
        // The tag that was removed would come back.
        _ = try? await album.gallery.store.undo(album.undoStack)
        #expect(try await tags(album.gallery) == stands)
        #expect(throws: DatabaseError.self) {
            try others { db in
                try db.execute(
                    sql: "INSERT INTO tag(name, form) SELECT '\u{1}', form FROM tag WHERE form IS NOT NULL")
            }
        }
    }

    @Test func formsThatAnotherProgramLeftBehindAreInNobodysWay() async throws {
        let tag = try await album.edit { try $0.addTag(named: "Äpfel") }
        try others { try $0.execute(sql: "UPDATE tag SET name = 'Birnen' WHERE id = ?", arguments: [tag]) }
        let other = try await album.edit { try $0.addTag(named: "äpfel") }
        #expect(try await tags(album.gallery) == ["Birnen", "äpfel äpfel"])
        try others { db in
            try db.execute(sql: "UPDATE tag SET name = 'Kirschen' WHERE id = ?", arguments: [other])
        }
        #expect(try await album.edit { try $0.renameTag(tag, from: "Birnen", to: "ÄPFEL") } == .renamed)
        #expect(try await tags(album.gallery) == ["ÄPFEL äpfel", "Kirschen"])
    }

    @Test func aStartGivesTagsOfOtherProgramsTheirForms() async throws {
        try insert(["Äpfel", "a\u{308}pfel", "äpfel", "äpfel 2", " ", "", "Zebra"], into: "tag")
        try others { db in
            try db.execute(sql: "INSERT INTO tag(name) VALUES (NULL), (x'00'), (7)")
            let long = String(repeating: "é", count: 250)
            try db.execute(sql: "INSERT INTO tag(name) VALUES (?), (?)", arguments: [long, long.uppercased()])
            try db.execute(sql: "UPDATE tag SET form = 'zebra' WHERE name = ''")
        }
        album.gallery.store.close()
        try album.gallery.store.database.close()
        for _ in 0..<2 {
            let gallery = try Gallery.open(at: album.gallery.directory)
            let tags = try await tags(gallery)
            #expect(
                tags.prefix(8) == [
                    "Äpfel äpfel", "a\u{308}pfel 3 äpfel 3", "äpfel 4 äpfel 4", "äpfel 2 äpfel 2", " ", "",
                    "Zebra zebra", "-",
                ])
            #expect(tags.count == 12 && tags[9] == "7 7" && tags[11].hasSuffix(" 2"))
            gallery.store.close()
            try gallery.store.database.close()
        }
    }

    @Test func tagsOfOlderVersionsGetNumbersWhereTheirNamesAreEqual() async throws {
        let gallery = try olderGallery(
            upTo: "paletteColumns", "INSERT INTO tag(id, name) VALUES (3, 'Äpfel'), (5, 'äpfel'), (6, 'Birds')",
            "INSERT INTO photoTag(photo, tag) VALUES (1, 3), (2, 5)")
        defer { gallery.store.close() }
        #expect(try await tags(gallery) == ["Äpfel äpfel", "äpfel 2 äpfel 2", "Birds birds"])
        let ticks = try await gallery.store.read { try Int64.fetchAll($0, sql: "SELECT tag FROM photoTag ORDER BY id") }
        #expect(ticks == [3, 5])
        await #expect(throws: PhotoramaError.tagExists("äpfel 2")) {
            try await gallery.store.write { _ = try $0.addTag(named: "ÄPFEL 2") }
        }
    }

    @Test func galleriesOfOlderVersionsAreInThisOrder() async throws {
        let gallery = try olderGallery(
            upTo: "palettes", "INSERT INTO swatch(name) VALUES ('Zebra'), ('Äpfel'), ('IMG_10'), ('img_9')")
        defer { gallery.store.close() }
        let list = try await FetchedResults(SwatchQuery(order: .name).request, in: gallery.store)
        #expect(Array(list.snapshot.items(in: 0..<4)) == [2, 4, 3, 1])
    }
}
