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

/// What is left of visits: nothing.
struct LifetimeTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    private func withApp(_ body: (Gallery, LiveApp) async throws -> Void) async throws {
        let gallery = try Gallery.open(at: directory)
        try await gallery.store.write { db in
            for _ in 0..<50 { try db.addColor(.random()) }
            try db.saveSwatches((0..<50).map { _ in Swatch.Content(.random()) }, at: .first(in: db.firstPalette()))
        }
        try await body(gallery, try await gallery.app(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        gallery.store.close()
        try? gallery.store.database.close()
        try? FileManager.default.removeItem(at: directory)
    }

    @Test(arguments: ["/", "/colors", "/palette"]) func aThousandFirstPaintsLeaveNothing(path: String) async throws {
        try await withApp { _, app in
            let address = try #require(Address(path))
            var left: [Residents] = []
            for _ in 0..<1_000 {
                let scene = try #require(app.scene(at: address))
                _ = try await scene.paint()
                left.append(await scene.residents)
            }
            // The last one ends on its own executor.
            while !left.flatMap(\.alive).isEmpty { await Task.yield() }
            #expect(left.flatMap(\.alive) == [])
        }
    }

    /// Tasks were cancelled, and let go of what they hold when they notice.
    @Test(arguments: ["/", "/colors", "/palette"]) func aThousandWindowsLeaveNothing(path: String) async throws {
        try await withApp { gallery, app in
            let clock = ManualClock()
            let app = LiveApp(app, keeper: SceneKeeper(clock: clock))
            var left: [Residents] = []
            for number in 0..<1_000 {
                let tab = try await FakeBrowser(app, path: path)
                left.append(try #require(await tab.scene?.residents))
                if number.isMultiple(of: 100) { try await gallery.store.write { try $0.addColor(.random()) } }
                await tab.close()
            }
            // What a tab may come back to is kept for three minutes.
            #expect(await app.keeper.population.kept > 0)
            while await app.keeper.population.kept > 0 {
                clock.advance(by: .seconds(180))
                await Task.yield()
            }
            while !left.flatMap(\.alive).isEmpty { await Task.yield() }
            #expect(left.flatMap(\.alive) == [])
        }
    }
}
