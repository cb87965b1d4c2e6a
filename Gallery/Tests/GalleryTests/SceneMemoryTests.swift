import AviaryColors
import AviaryResults
import AviaryViews
import Foundation
import Logging
import Testing

@testable import AviaryServer
@testable import aviary

/// The memory of an idle window with the first screen of a list.
struct SceneMemoryTests {
    // In a process of its own, since other tests take memory meanwhile.
    @Test func aWindowHoldsLittle() async throws {
        await #expect(processExitsWith: .success) {
            let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: directory) }
            let gallery = try Gallery.open(at: directory)
            try await gallery.store.write { db in for _ in 0..<1_000 { try db.addColor(.random()) } }
            let app = try await gallery.app(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            var windows = try await Self.windows(500, of: app)
            let before = try residentMemory()
            windows += try await Self.windows(3_000, of: app)
            let bytes = (try residentMemory() - before) / 3_000
            #expect(bytes <= maximumBytes, "\(bytes) bytes")
            for window in windows { window.cancel() }
        }
    }

    /// The tasks that follow the list, which hold the scenes.
    private static func windows(_ count: Int, of app: LiveApp) async throws -> [Task<Void, Never>] {
        let rect = ContentRect(width: 390, height: 728)
        var tasks: [Task<Void, Never>] = []
        for number in 0..<count {
            guard
                case .hello(let hello)? = try BrowserMessage.read(
                    #"[["hello","/colors",{"grid":[0,0,\#(rect.width),\#(rect.height)]},"\#(number)",""]]"#
                ).first
            else { continue }
            let scene = try #require(app.scene(at: "/colors"))
            #expect(await scene.appear(hello, on: TabConnection { _ in }))
            tasks.append(Task.detached(executorPreference: scene.executor) { await scene.followUpdates() })
        }
        return tasks
    }
}

#if DEBUG
    private let maximumBytes = 16_500
#else
    private let maximumBytes = 14_000
#endif
