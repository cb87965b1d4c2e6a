import Synchronization
import Testing

@testable import AviaryServer

/// A tab connects anew before the server has noticed that its earlier connections are lost.
@Suite(.timeLimit(.minutes(1))) struct TakeoverTests {
    @Test func onlyTheNewestConnectionTakesThePlaceOfALostOne() async throws {
        let keeper = SceneKeeper()
        let closed = Mutex<[Int]>([])
        let connections = (0..<3).map { number in
            TabConnection(send: { _ in }, close: { _ in closed.withLock { $0.append(number) } })
        }
        _ = try await keeper.enter("tab", on: connections[0])
        let second = Task { try await keeper.enter("tab", on: connections[1]) }
        while await !keeper.isAwaited("tab") { await Task.yield() }
        let third = Task { try await keeper.enter("tab", on: connections[2]) }
        await #expect(throws: ServerError.self) { try await second.value }
        await keeper.leave("tab", keeping: nil)
        _ = try await third.value
        #expect(await keeper.population.connected == 1)
        #expect(Set(closed.withLock { $0 }) == [0, 1])
        await keeper.leave("tab", keeping: nil)
        #expect(await keeper.population.connected == 0)
    }
}
