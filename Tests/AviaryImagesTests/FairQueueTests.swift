import Testing

@testable import AviaryImages

struct FairQueueTests {
    private struct Turn: RankedTurn {
        let rank: Int
        let age: Int

        static func < (one: Turn, other: Turn) -> Bool {
            one.rank == other.rank ? one.age > other.age : one.rank < other.rank
        }
    }

    @Test func aClientThatMayNotIsPassedOver() {
        var queue = FairQueue<Turn>()
        for age in 1...6 { queue.insert(Turn(rank: 0, age: age), of: "many") }
        queue.insert(Turn(rank: 0, age: 7), of: "few")
        queue.insert(Turn(rank: 1, age: 8), of: "many")
        func next(_ mayBegin: (String?) -> Bool = { _ in true }) -> Int? { queue.popMax(where: mayBegin)?.turn.age }
        let first = next { $0 != "many" }
        let none = next { $0 != "many" }
        #expect(first == 7 && none == nil)
        queue.insert(Turn(rank: 0, age: 9), of: "few")
        let rest = (0..<8).map { _ in next() }
        #expect(rest == [8, 9, 1, 2, 3, 4, 5, 6])
        let end = next()
        #expect(end == nil)
    }
}
