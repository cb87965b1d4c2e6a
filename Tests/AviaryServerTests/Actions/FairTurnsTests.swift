import Testing

@testable import AviaryServer

struct FairTurnsTests {
    private typealias Turns = FairTurns<String, Int>

    /// The waiters in the order of their turns.
    private func order(_ turns: inout Turns) -> [Int] {
        var order: [Int] = []
        while let waiter = turns.next() { order.append(waiter) }
        return order
    }

    private func taken() -> Turns {
        var turns = Turns()
        let isTaken = turns.take()
        #expect(isTaken)
        return turns
    }

    @Test func aFreeTurnIsTakenAtOnce() {
        var turns = taken()
        let again = turns.take()
        #expect(!again)
        #expect(order(&turns) == [])
        #expect(!turns.isTaken)
    }

    @Test func aLineThatSendsManyWaitsBehindThemAlone() {
        var turns = taken()
        for number in 1...5 { turns.wait(number, in: "many") }
        turns.wait(6, in: "few")
        turns.wait(7, in: "another")
        turns.wait(8, in: "another")
        #expect(turns.count == 8)
        #expect(order(&turns) == [1, 6, 7, 2, 8, 3, 4, 5])
        #expect(!turns.isTaken && turns.count == 0)
    }

    @Test func whoComesBackIsBehindAllOtherLines() {
        var turns = taken()
        turns.wait(1, in: "a")
        turns.wait(2, in: "b")
        let first = turns.next()
        #expect(first == 1)
        turns.wait(3, in: "a")
        #expect(order(&turns) == [2, 3])
    }
}
