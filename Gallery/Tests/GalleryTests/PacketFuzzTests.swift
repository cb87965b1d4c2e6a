import AviaryColors
import AviaryResults
import AviaryServerTesting
import AviaryTesting
import AviaryViews
import Foundation
import GRDB
import Testing

@testable import AviaryServer
@testable import aviary

/// The gallery's rooms under packets that nobody should send, among commits of others and beside a window that is not
/// involved.
struct PacketFuzzTests {
    private static let seeds = 0..<UInt64(8)

    @Test(arguments: seeds) func whateverPacketsSayTheListsAreTheStores(seed: UInt64) async throws {
        let packets = draws(8_000, long: 5_000_000) / Self.seeds.count
        try await PacketFuzz(seed: seed, on: StockedAlbum()).run(packets: packets)
    }
}

/// One gallery, hostile windows in each of its rooms, and three windows that only look.
private final class PacketFuzz {
    private let album: StockedAlbum
    private var gallery: Gallery { album.gallery }
    private let seed: UInt64
    private var draw: DrawnPacket
    private var random: SeededGenerator
    private var windows: [Window] = []

    private final class Window {
        let path: String
        let tab: String
        let scene: Scene
        var life: Task<Void, Never>?

        init(path: String, tab: String, scene: Scene) { (self.path, self.tab, self.scene) = (path, tab, scene) }
    }

    init(seed: UInt64, on album: StockedAlbum) {
        (self.seed, self.album) = (seed, album)
        draw = DrawnPacket(seed: seed)
        random = SeededGenerator(seed: seed &+ 1_000)
    }

    func run(packets: Int) async throws {
        try await gallery.store.write { db in
            for _ in 0..<150 { try db.addColor(.random()) }
            for _ in 0..<2 {
                let palette = try db.savePalette()
                try db.saveSwatches((0..<60).map { _ in Swatch.Content(.random()) }, at: .first(in: palette))
            }
        }
        let app = try await album.app()
        var lookers: [FakeBrowser] = []
        for path in ["/colors", "/palette", "/photos"] { lookers.append(try await FakeBrowser(app, path: path)) }
        let paths = StockedAlbum.rooms.map(\.path) + ["/colors", "/palette", "/palette", "/photos"]
        for (index, path) in paths.enumerated() {
            let scene = try #require(Address(path).flatMap { app.scene(at: $0) })
            windows.append(Window(path: path, tab: "tab-\(index)", scene: scene))
            #expect(await connect(windows[index], "[[\"hello\",\"\(path)\",{},\"tab-\(index)\",\"\"]]"))
        }
        var warm: Int?
        for number in 0..<packets {
            if number.isMultiple(of: 500) { try await remember() }
            if number == packets / 3 { warm = try residentMemory() }
            try await step()
            if number.isMultiple(of: 250) { try await look(lookers) }
        }
        // All seeds run at once, beside other tests, and share this.
        let growth = try residentMemory() - (try #require(warm))
        #expect(growth < mostGrowth, "seed \(seed): \(growth >> 20) MB")
        for window in windows {
            await window.scene.performActions()
            window.life?.cancel()
            await window.life?.value
            await window.scene.disconnect()
            await window.scene.disappear()
        }
        try await compare(lookers)
        for looker in lookers { await looker.close() }
    }

    private func step() async throws {
        let window = windows[Int.random(in: 0..<windows.count, using: &random)]
        switch Int.random(in: 0..<1_000, using: &random) {
        case 0..<5: await reconnect(window)
        case 5..<20: try await commit()
        case 20..<70: await window.scene.performActions()
        default: break
        }
        let before = await window.scene.workDone
        await window.scene.receive(draw.packet())
        let work = await window.scene.workDone - before
        // 64 messages, each of which fills the largest window there is, and selects all there is.
        #expect(work <= 64 * 5_000, "seed \(seed)")
    }

    /// As another program would.
    private func commit() async throws {
        let choice = Int.random(in: 0..<14, using: &random)
        try await gallery.store.write { db in
            switch choice {
            case 0, 1: for _ in 0..<20 { try db.addColor(.random()) }
            case 2: try db.execute(sql: "DELETE FROM color WHERE id % 7 = 3")
            case 3: try db.execute(sql: "UPDATE color SET red = 1 - red, createdAt = createdAt + id % 3 - 1")
            case 4:
                try db.saveSwatches((0..<10).map { _ in Swatch.Content(.random()) }, at: .first(in: db.firstPalette()))
            case 5: try db.execute(sql: "DELETE FROM swatch WHERE id % 5 = 2")
            case 6:
                try db.execute(
                    sql: "UPDATE swatch SET palette = (SELECT id FROM palette ORDER BY id % 3 LIMIT 1) WHERE id % 4 = 1"
                )
            case 7: try db.execute(sql: "DELETE FROM color WHERE id NOT IN (SELECT id FROM color LIMIT 300)")
            case 8: for _ in 0..<5 { try db.execute(sql: "INSERT INTO photo(name) VALUES ('new.jpg')") }
            case 9:
                try db.execute(
                    sql: """
                        UPDATE photo SET isFavorite = 1 - isFavorite, position = position + id % 3 - 1,
                            trashedAt = CASE id % 4 WHEN 0 THEN 1 END
                        """)
            case 10:
                try db.execute(
                    sql: """
                        DELETE FROM albumPhoto WHERE id % 2 = 0;
                        INSERT OR IGNORE INTO albumPhoto(album, photo, position)
                            SELECT (SELECT id FROM album LIMIT 1), id, -id FROM photo WHERE id % 3 = 1
                        """)
            case 11:
                try db.execute(sql: "UPDATE webPhoto SET views = views + 1, isFavorite = id % 2, title = title || '.'")
            case 12:
                try db.execute(sql: "DELETE FROM feedEntry WHERE id % 3 = 0")
                try db.execute(
                    sql: "INSERT OR IGNORE INTO feedEntry(feed, photo, position) SELECT ?, id, -id FROM webPhoto",
                    arguments: [RemoteFeed.interesting.name])
            default:
                try db.execute(
                    sql: """
                        DELETE FROM photoTag WHERE id % 2 = 0;
                        INSERT OR IGNORE INTO photoTag(photo, tag) SELECT webPhoto.id, tag.id FROM webPhoto, tag LIMIT 40
                        """)
            }
        }
    }

    /// Records the existing rows. Selecting all and duplicating doubles the rows each time, so most rows are deleted
    /// first.
    private func remember() async throws {
        try await gallery.store.write { db in
            for (table, limit) in ["swatch": 400, "photo": 300, "album": 50, "tag": 50] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE id NOT IN (SELECT id FROM \(table) ORDER BY id LIMIT \(limit))")
            }
        }
        draw.items = try await gallery.store.read { db in
            let tables = ["color", "swatch", "palette", "photo", "album", "webPhoto", "tag"]
            let ids = tables.map { "SELECT id FROM (SELECT id FROM \($0) LIMIT 100)" }
            return try String.fetchAll(db, sql: ids.joined(separator: " UNION "))
        }
        (draw.actions, draw.sheets) = ([], [])
        for window in windows {
            draw.actions += await window.scene.actionNames
            draw.sheets += await window.scene.sheetNames
        }
    }

    // MARK: Windows

    private func reconnect(_ window: Window) async {
        let hello = draw.hello(path: window.path, tab: window.tab)
        _ = await connect(window, "[\(hello)]")
    }

    private func connect(_ window: Window, _ packet: String) async -> Bool {
        guard case .hello(let hello)? = try? BrowserMessage.read(packet).first else { return false }
        window.life?.cancel()
        await window.life?.value
        await window.scene.disconnect()
        await window.scene.disappear()
        // An action that copies or asks something waits for the browser's word.
        let connection = TabConnection { [weak scene = window.scene] packet in
            for parts in (try? MessageParts.of(packet)) ?? [] {
                switch try? ReceivedMessage(parts) {
                case .present(let sheet) where sheet.style == Presentation.alert.rawValue:
                    let answer = packet.utf8.count.isMultiple(of: 2) ? 0 : nil
                    Task { await scene?.dismiss(sheet.sheet, answer: answer, isByPerson: true) }
                case .copy(let copy):
                    let answer = BrowserMessage.copied(number: copy.number, isDone: !copy.number.isMultiple(of: 2))
                    Task { await scene?.receive(answer.packet) }
                default: break
                }
            }
        }
        let isThere = await window.scene.appear(hello, on: connection)
        window.life = Task(executorPreference: window.scene.executor) { [scene = window.scene] in
            await scene.followUpdates()
        }
        return isThere
    }

    /// Uninvolved windows are answered.
    private func look(_ lookers: [FakeBrowser]) async throws {
        for looker in lookers {
            await looker.scroll("grid", y: Double(Int.random(in: 0..<4_000, using: &random)))
            #expect(await looker.faults == [], "seed \(seed)")
            #expect(await looker.refusals == [])
        }
    }

    /// The windows show the content of the store.
    private func compare(_ lookers: [FakeBrowser]) async throws {
        let orders = [
            "SELECT id FROM color ORDER BY createdAt, id",
            """
            SELECT swatch.id FROM swatch LEFT JOIN palette ON palette.id = swatch.palette
            ORDER BY ifnull(palette.position, 9e999), swatch.palette, swatch.position, swatch.id
            """,
            "SELECT id FROM photo WHERE trashedAt IS NULL ORDER BY position, id",
        ]
        for (looker, order) in zip(lookers, orders) {
            let ids = try await gallery.store.read { try String.fetchAll($0, sql: order) }
            await looker.scroll("grid", y: 0)
            await looker.wait { looker in
                let grid = looker.collection("grid")
                return grid.count == ids.count && grid.items == Array(ids[grid.base...].prefix(grid.items.count))
            }
            #expect(await looker.faults == [], "seed \(seed)")
            await looker.scroll("grid", y: 0)
            #expect(await !looker.collection("grid").items.isEmpty || ids.isEmpty)
        }
    }
}

/// Bytes that two thirds of the packets of all seeds may add, caches of SQLite included.
private let mostGrowth = 200 << 20

extension Scene {
    fileprivate var actionNames: [String] {
        stage?.everybody.flatMap { member in member.controller.actions.keys.map { member.path + $0 } }.sorted() ?? []
    }

    fileprivate var sheetNames: [String] { stage?.sheets.map(\.name) ?? [] }

    /// Cells that were configured, and the items that were selected or deselected.
    fileprivate var workDone: Int { collections.values.reduce(0) { $0 + $1.cellWork + $1.selectionWork } }
}
