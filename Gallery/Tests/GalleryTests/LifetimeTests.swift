import AviaryColors
import AviaryResults
import AviaryServerTesting
import AviaryTesting
import Testing

@testable import AviaryServer
@testable import aviary

/// Visits leave nothing in the server.
struct LifetimeTests {
    private let album: StockedAlbum

    init() async throws { album = try await StockedAlbum() }

    @Test(.timeLimit(.minutes(10)), arguments: StockedAlbum.rooms)
    func aThousandFirstPaintsLeaveNothing(room: StockedAlbum.Room) async throws {
        let app = try await album.app()
        let address = try #require(Address(room.path))
        var left: [Residents] = []
        for _ in 0..<room.visits {
            let scene = try #require(app.scene(at: address))
            _ = try await scene.paint()
            left.append(await scene.residents)
        }
        // The last one ends on its own executor.
        while !left.flatMap(\.alive).isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(left.flatMap(\.alive) == [])
    }

    /// Tasks were cancelled, and let go of what they hold when they notice.
    @Test(.timeLimit(.minutes(10)), arguments: StockedAlbum.rooms)
    func manyWindowsLeaveNothing(room: StockedAlbum.Room) async throws {
        let clock = ManualClock()
        let app = LiveApp(try await album.app(), keeper: SceneKeeper(clock: clock))
        var left: [Residents] = []
        var sheets = 0
        for number in 0..<room.visits {
            let tab = try await FakeBrowser(app, path: room.path)
            if let opening = room.opening {
                try await tab.perform(opening.action, item: opening.item)
                sheets += await tab.sheets.count
            }
            // With the controllers and collections of the sheet.
            left.append(try #require(await tab.scene?.residents))
            // Every other one leaves with it.
            if number.isMultiple(of: 2), let sheet = await tab.sheets.keys.first { try await tab.dismiss(sheet) }
            if number.isMultiple(of: room.visits / 10) {
                try await album.gallery.store.write { try $0.addColor(.random()) }
            }
            await tab.close()
        }
        #expect(sheets == (room.opening == nil ? 0 : room.visits))
        // A tab's scene is kept for three minutes, in case the tab reconnects.
        #expect(await app.context.keeper.population.kept > 0)
        while await app.context.keeper.population.kept > 0, !Task.isCancelled {
            clock.advance(by: .seconds(180))
            await Task.yield()
        }
        while !left.flatMap(\.alive).isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(left.flatMap(\.alive) == [])
    }
}
