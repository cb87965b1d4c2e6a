import AviaryColors
import AviaryResults
import AviaryTesting
import Dispatch
import Testing

@testable import AviaryServer
@testable import aviary

/// Visits over sockets leave no scene, controller, page, view, waiting task or socket in the server.
struct VisitTests {
    private static let visitors = 4

    private let album: StockedAlbum

    init() async throws { album = try await StockedAlbum() }

    @Test(.timeLimit(.minutes(10)), arguments: StockedAlbum.rooms)
    func manyVisitsLeaveNothing(room: StockedAlbum.Room) async throws {
        let (clock, census) = (ManualClock(), Census())
        let app = LiveApp(
            try await album.app(), keeper: SceneKeeper(clock: clock), didLoad: { census.note($0) })

        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let server = try app.server(ServerConfiguration(port: 0)) { listening.yield($0.port) }
        let service = Task { try await server.run() }
        let port = try #require(await ports.first { _ in true })
        let listener = Visitor.sockets(at: port)
        #expect(listener == 1)

        try await withThrowingTaskGroup { group in
            for number in 0..<Self.visitors { group.addTask { try await Self.visit(room, at: port, as: number) } }
            group.addTask { [album] in
                for _ in 0..<10 { try await album.gallery.store.write { try $0.addColor(.random()) } }
            }
            try await group.waitForAll()
        }
        #expect(census.count >= room.visits)
        // Then only scenes that a tab may come back to are left, and one task for each, which waits for its end.
        try await wait(orSay: "windows are open") {
            let (kept, connected) = await app.context.keeper.population
            return Visitor.sockets(at: port) == listener && connected == 0 && clock.sleepers == kept
        }
        let kept = await app.context.keeper.population.kept
        clock.advance(by: .seconds(179))
        #expect(kept > 0 && kept <= 256)
        #expect(await app.context.keeper.population.kept >= kept)
        try await wait(orSay: "scenes are kept") {
            clock.advance(by: .seconds(1))
            return await app.context.keeper.population == (0, 0)
        }
        try await wait(orSay: "something is alive") { census.alive.isEmpty && clock.sleepers == 0 }
        #expect(census.alive == [])
        #expect(Visitor.sockets(at: port) == listener)

        service.cancel()
        _ = await service.result
    }

    /// Loads the room and opens a window in it, again and again, on a thread of its own. Each window leaves in another way,
    /// some with a sheet that is open, and some come back or take over what the one before has left.
    private static func visit(_ room: StockedAlbum.Room, at port: Int, as visitor: Int) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "visitor").async {
                continuation.resume(
                    with: Result {
                        let place = Visitor(port: port)
                        var random = SeededGenerator(seed: UInt64(visitor))
                        for number in 0..<(room.visits / visitors) {
                            try place.load(room.path)
                            let tab = "\(visitor)-\(random.chance(80) ? number : number / 2)"
                            let before = number > 0 && random.chance(20) ? ",\"\(visitor)-\(number - 1)\"" : ""
                            let shown = room.collection.map { "\"\($0)\":[0,0,390,700]" } ?? ""
                            let hello = "[\"hello\",\"\(room.path)\",{\(shown)},\"\(tab)\",\"\"\(before)]"
                            let opening = random.chance(30) ? room.opening.map { ",\(Self.opening($0, $1))" } ?? "" : ""
                            let departure = Visitor.Departure.allCases[number % Visitor.Departure.allCases.count]
                            try place.visit("[\(hello)\(opening)]", until: room.told, leaving: departure)
                        }
                    })
            }
        }
    }

    /// Asks for a sheet.
    private static func opening(_ action: String, _ item: String?) -> String {
        "[\"do\",1,\"\(action)\",{},\(item.map { "\"\($0)\"" } ?? "null")]"
    }

    /// Waits for what no event tells of.
    private func wait(orSay sentence: String, until condition: () async -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while await !condition() {
            try #require(ContinuousClock.now < deadline, "\(sentence)")
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
