import AviaryColors
import AviaryResults
import AviaryServerTesting
import AviaryTesting
import AviaryViews
import Foundation
import GRDB
import Logging
import Testing

@testable import AviaryServer
@testable import aviary

/// The gallery's rooms under packets that nobody should send, among commits of others and beside a window that is not
/// involved.
struct PacketFuzzTests {
    private static let seeds = 0..<UInt64(8)

    @Test(arguments: seeds) func whateverPacketsSayTheListsAreTheStores(seed: UInt64) async throws {
        let packets = draws(100_000, long: 5_000_000) / Self.seeds.count
        try await PacketFuzz(seed: seed).run(packets: packets)
    }
}

/// One gallery, some hostile windows in each of its rooms, and two windows that only look.
private final class PacketFuzz {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
    private let seed: UInt64
    private var draw: DrawnPacket
    private var random: SeededGenerator
    private var gallery: Gallery
    private var windows: [Window] = []

    private final class Window {
        let path: String
        let tab: String
        let scene: Scene
        var life: Task<Void, Never>?

        init(path: String, tab: String, scene: Scene) { (self.path, self.tab, self.scene) = (path, tab, scene) }
    }

    init(seed: UInt64) throws {
        self.seed = seed
        draw = DrawnPacket(seed: seed)
        random = SeededGenerator(seed: seed &+ 1_000)
        gallery = try Gallery.open(at: directory)
    }

    func run(packets: Int) async throws {
        try await gallery.store.write { db in
            for _ in 0..<200 { try db.addColor(.random()) }
            for _ in 0..<2 {
                let palette = try db.savePalette()
                try db.saveSwatches((0..<60).map { _ in Swatch.Content(.random()) }, at: .first(in: palette))
            }
        }
        let app = try await gallery.app(logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
        let lookers = [try await FakeBrowser(app, path: "/colors"), try await FakeBrowser(app, path: "/palette")]
        for (index, path) in ["/", "/colors", "/colors", "/palette", "/palette", "/palette"].enumerated() {
            let scene = try #require(Address(path).flatMap(app.scene))
            windows.append(Window(path: path, tab: "tab-\(index)", scene: scene))
            #expect(await connect(windows[index], "[[\"hello\",\"\(path)\",{},\"tab-\(index)\",\"\"]]"))
        }
        for window in windows { draw.actions += await window.scene.actionNames }
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
        gallery.store.close()
        try gallery.store.database.close()
        try FileManager.default.removeItem(at: directory)
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
        let choice = Int.random(in: 0..<8, using: &random)
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
            default: try db.execute(sql: "DELETE FROM color WHERE id NOT IN (SELECT id FROM color LIMIT 300)")
            }
        }
    }

    /// Notes what there is. Who selects all and duplicates doubles it each time, so most of it goes before.
    private func remember() async throws {
        try await gallery.store.write { db in
            try db.execute(sql: "DELETE FROM swatch WHERE id NOT IN (SELECT id FROM swatch LIMIT 400)")
        }
        draw.items = try await gallery.store.read { db in
            try String.fetchAll(
                db, sql: "SELECT id FROM color UNION SELECT id FROM swatch UNION SELECT id FROM palette LIMIT 400")
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
        // An action that copies waits for the browser's word.
        let connection = TabConnection { [weak scene = window.scene] packet in
            guard let start = packet.range(of: #"["copy","#)?.upperBound else { return }
            let copy = packet[start...].prefix { $0 != "," }
            Task { await scene?.receive("[[\"copied\",\(copy),\(copy.hasSuffix("1"))]]") }
        }
        let isThere = await window.scene.appear(hello, on: connection)
        window.life = Task(executorPreference: window.scene.executor) { [scene = window.scene] in
            await scene.followUpdates()
        }
        return isThere
    }

    /// Whoever is not involved is answered.
    private func look(_ lookers: [FakeBrowser]) async throws {
        for looker in lookers {
            await looker.scroll("grid", y: Double(Int.random(in: 0..<4_000, using: &random)))
            #expect(await looker.faults == [], "seed \(seed)")
            #expect(await looker.refusals == [])
        }
    }

    /// What is shown is what is stored.
    private func compare(_ lookers: [FakeBrowser]) async throws {
        let orders = [
            "SELECT id FROM color ORDER BY createdAt, id",
            """
            SELECT swatch.id FROM swatch LEFT JOIN palette ON palette.id = swatch.palette
            ORDER BY ifnull(palette.position, 9e999), swatch.palette, swatch.position, swatch.id
            """,
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
        stage?.members.flatMap { member in member.controller.actions.keys.map { member.path + $0 } }.sorted() ?? []
    }

    /// Cells that were configured, and the items that were selected or deselected.
    fileprivate var workDone: Int { collections.values.reduce(0) { $0 + $1.cellWork + $1.selectionWork } }
}
