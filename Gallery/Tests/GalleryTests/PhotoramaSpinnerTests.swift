import AviaryImages
import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryTesting
import Foundation
import GRDB
import Logging
import Synchronization
import Testing

@testable import aviary

/// A service whose pictures come, or fail, when a test says so.
final class HeldService: PhotoService {
    let name = "held"

    private struct Held {
        let request: Int
        let photo: Int
        let continuation: CheckedContinuation<Result<[UInt8], PhotoServiceError>, Never>
    }

    private struct State {
        var photos: [Int]
        var failsLists = false
        var held: [Held] = []
        var last = 0
    }

    private let state: Mutex<State>

    init(_ photos: [Int]) { state = Mutex(State(photos: photos)) }

    /// The photos whose pictures are being fetched.
    var running: [Int] { state.withLock { $0.held.map(\.photo) } }

    func list(_ photos: [Int], fails: Bool = false) {
        state.withLock { ($0.photos, $0.failsLists) = (photos, fails) }
    }

    func photos(in feed: RemoteFeed, page: Int) async throws(PhotoServiceError) -> RemotePage {
        await Task.yield()
        let state = state.withLock { $0 }
        if state.failsLists { throw .status(500, host: "held.invalid") }
        return RemotePage(photos: state.photos.map { StubService.photo($0) }, isLast: true)
    }

    func picture(at address: URL, limit: Int) async throws(PhotoServiceError) -> [UInt8] {
        let photo = Int(address.lastPathComponent) ?? 0
        let request = state.withLock { state in
            state.last += 1
            return state.last
        }
        let result: Result<[UInt8], PhotoServiceError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isHeld = state.withLock { state in
                    // A cancellation from here on waits for the lock.
                    if Task.isCancelled { return false }
                    state.held.append(Held(request: request, photo: photo, continuation: continuation))
                    return true
                }
                if !isHeld { continuation.resume(returning: .failure(.cancelled)) }
            }
        } onCancel: {
            let held = state.withLock { state in
                state.held.firstIndex { $0.request == request }.map { state.held.remove(at: $0) }
            }
            held?.continuation.resume(returning: .failure(.cancelled))
        }
        return try result.get()
    }

    /// Answers one of the requests that wait, if there is one, with its picture or with a failure.
    func answer(
        _ failure: PhotoServiceError? = nil, isBroken: Bool = false, by random: inout some RandomNumberGenerator
    ) {
        let held = state.withLock { state in
            state.held.indices.randomElement(using: &random).map { state.held.remove(at: $0) }
        }
        guard let held else { return }
        if let failure { return held.continuation.resume(returning: .failure(failure)) }
        let picture = PlainPNG.file(width: 6, height: 4, rows: PhotoAlbum.rows(6, 4, StubService.color(held.photo)))
        held.continuation.resume(returning: .success(isBroken ? Array(picture.prefix(20)) : picture))
    }
}

/// No cell waits forever for its picture, whatever happens in between.
struct PhotoramaSpinnerTests {
    private let height = 400.0

    /// Draws what may happen: scrolling, answers, failures, retries, refreshes, a lost connection. Then nothing happens any
    /// more, and what runs is what cells need; then the service answers, and each cell in view has its picture.
    @Test(.timeLimit(.minutes(10)), arguments: [UInt64(1), 2, 3, 4])
    func noSpinnerStaysAndNoRequestIsForNobody(seed: UInt64) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
        let gallery = try Gallery.open(at: folder)
        let service = HeldService(Array(0..<300))
        let library = try WebAlbum.library(of: gallery, service, files: 200_000, memory: 20_000)
        let app = try await gallery.app(
            photorama: library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app, path: "/photorama", height: height)
        await tab.wait { $0.collection("grid").count == 300 }
        // Nothing has been answered yet, so each visible cell waits.
        while await Self.waiting(tab, in: 0..<height).count < 12 { await Task.yield() }
        var random = SeededGenerator(seed: seed)
        var (y, top) = (0.0, 300)
        for _ in 0..<draws(150, long: 3_000) {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<5:
                y = max(0, min(7_000, y + .random(in: -300...500, using: &random)))
                await tab.scroll("grid", y: y.rounded(), height: height)
            case 5:
                y = .random(in: 0...7_000, using: &random)
                await tab.scroll("grid", y: y.rounded(), height: height)
            case 6..<11: for _ in 0..<8 { service.answer(by: &random) }
            case 11: service.answer(.status(500, host: "held.invalid"), by: &random)
            case 12: service.answer(.interrupted(host: "held.invalid"), by: &random)
            case 13: service.answer(isBroken: true, by: &random)
            // Answers of a service that has given up by itself.
            case 14: service.answer(.cancelled, by: &random)
            case 15: try await tab.perform("retry")
            case 16:
                // New photos in front move all cells.
                top += 3
                service.list(Array((300..<top).reversed()) + Array(0..<300), fails: Bool.random(using: &random))
                try await tab.perform("refresh")
            case 17:
                if let tile = await tab.collection("grid").tiles.randomElement(using: &random) {
                    try await tab.perform("lost", item: tile.id)
                }
            case 18: try await tab.perform("dismissTrouble")
            default: try await tab.reconnect()
            }
            for _ in 0..<Int.random(in: 0..<200, using: &random) { await Task.yield() }
        }
        // The list changes no more: what comes in above the window would move what is in it.
        service.list(Array((300..<top).reversed()) + Array(0..<300))
        await tab.wait { $0.outlets["isRefreshing"] == "false" }
        try await tab.perform("refresh")
        let count = min(top, PhotoramaController.pageSize)
        await tab.wait { $0.outlets["isRefreshing"] == "false" && $0.collection("grid").count == count }
        await tab.scroll("grid", y: 2_000, height: height)
        // Nobody touches the window: all running fetches are for waiting cells.
        while await !Set(service.running).isSubset(of: Self.waiting(tab)) { await Task.yield() }
        // The service answers: nothing waits, and nothing runs.
        while await !Self.waiting(tab, in: 2_000..<2_000 + height).isEmpty || !service.running.isEmpty {
            service.answer(by: &random)
            await Task.yield()
        }
        try await tab.perform("retry")
        while await !Self.unfinished(tab, in: 2_000..<2_000 + height).isEmpty || !service.running.isEmpty {
            service.answer(by: &random)
            await Task.yield()
        }
        #expect(await tab.faults == [])
        await tab.close()
        while !service.running.isEmpty { await Task.yield() }
        gallery.store.close()
        try gallery.store.database.close()
        // A picture may be on its way into it.
        try? FileManager.default.removeItem(at: folder)
    }

    /// An hour's glance shows what the end of scrolling does: until then nothing in view is asked for.
    @Test(.timeLimit(.minutes(5))) func picturesInViewAreFetchedWhenScrollingEnds() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
        let gallery = try Gallery.open(at: folder)
        let service = HeldService(Array(0..<300))
        let library = try WebAlbum.library(of: gallery, service, glance: .seconds(3_600))
        let app = try await gallery.app(
            photorama: library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app, path: "/photorama", height: height)
        await tab.wait { $0.collection("grid").count == 300 }
        let view = 4_000..<4_000 + height
        await tab.scroll("grid", y: view.lowerBound, height: height)
        while await Self.waiting(tab, in: view).count < 12 { await Task.yield() }
        let inView = await Self.waiting(tab, in: view)
        #expect(inView.isDisjoint(with: service.running))
        await tab.endScrolling("grid")
        var random = SeededGenerator(seed: 1)
        while await !Self.unfinished(tab, in: view).isEmpty {
            service.answer(by: &random)
            await Task.yield()
        }
        await tab.close()
        while !service.running.isEmpty { await Task.yield() }
        gallery.store.close()
        try gallery.store.database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The page says so once pictures in view are waited for long, and no more once they are there.
    @Test(.timeLimit(.minutes(5))) func spinnersTurnWhilePicturesInViewAreWaitedForLong() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
        let gallery = try Gallery.open(at: folder)
        let service = HeldService(Array(0..<300))
        let app = try await gallery.app(
            photorama: try WebAlbum.library(of: gallery, service),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app, path: "/photorama", height: height)
        await tab.wait { $0.collection("grid").count == 300 }
        await tab.wait { $0.outlets["isSlow"] == "true" }
        var random = SeededGenerator(seed: 1)
        while await !Self.unfinished(tab, in: 0..<height).isEmpty {
            service.answer(by: &random)
            await Task.yield()
        }
        await tab.wait { $0.outlets["isSlow"] == "false" }
        await tab.close()
        while !service.running.isEmpty { await Task.yield() }
        gallery.store.close()
        try gallery.store.database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The photos of the cells that show a spinner.
    private static func waiting(_ tab: isolated FakeBrowser, in span: Range<Double>? = nil) -> Set<Int> {
        photos(tab, in: span) { $0[2] == "true" }
    }

    /// The photos whose cells show no picture.
    private static func unfinished(_ tab: isolated FakeBrowser, in span: Range<Double>) -> Set<Int> {
        photos(tab, in: span) { $0[2] == "true" || $0[3] == "true" }
    }

    private static func photos(
        _ tab: isolated FakeBrowser, in span: Range<Double>?, where isMeant: ([String]) -> Bool
    ) -> Set<Int> {
        let list = tab.collection("grid")
        // x, y, pitch x, pitch y, width, height, columns
        guard list.lattice.count >= 7 else { return [] }
        let tiles = list.tiles.enumerated().filter { index, tile in
            let y = list.lattice[1] + Double((list.base + index) / Int(list.lattice[6])) * list.lattice[3]
            return (span.map { y < $0.upperBound && y + list.lattice[5] > $0.lowerBound } ?? true)
                && isMeant(tile.values)
        }
        return Set(tiles.compactMap { _, tile in Int(tile.values[5].dropFirst("\"Photo ".count).dropLast()) })
    }
}
