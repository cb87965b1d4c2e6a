import Testing

@testable import AviaryServer

struct FairTurnsTests {
    private typealias Turns = FairTurns<String, String>

    /// Ends the turn of the first, and of each that has one after it. A waiter's first letter is its line.
    ///
    /// - Returns: The waiters in the order of their turns.
    private func order(_ turns: inout Turns) -> [String] {
        var (order, line) = ([String](), "first")
        while let waiter = turns.end(of: line) {
            order.append(waiter)
            line = String(waiter.prefix(1))
        }
        return order
    }

    private func taken() -> Turns {
        var turns = Turns()
        let isTaken = turns.take(for: "first")
        #expect(isTaken)
        return turns
    }

    @Test func aFreeTurnIsTakenAtOnce() {
        var turns = taken()
        let again = turns.take(for: "a")
        #expect(!again)
        #expect(order(&turns) == [])
        #expect(!turns.isTaken)
    }

    @Test func aLineThatSendsManyWaitsBehindThemAlone() {
        var turns = taken()
        for number in 1...5 { turns.wait("a\(number)", in: "a") }
        turns.wait("b1", in: "b")
        turns.wait("c1", in: "c")
        turns.wait("c2", in: "c")
        #expect(turns.count == 8)
        #expect(order(&turns) == ["a1", "b1", "c1", "a2", "c2", "a3", "a4", "a5"])
        #expect(!turns.isTaken && turns.count == 0)
    }

    @Test func whoComesBackIsBehindAllOtherLines() {
        var turns = taken()
        turns.wait("a1", in: "a")
        turns.wait("b1", in: "b")
        let first = turns.end(of: "first")
        #expect(first == "a1")
        turns.wait("a2", in: "a")
        let rest = [turns.end(of: "a"), turns.end(of: "b"), turns.end(of: "a")]
        #expect(rest == ["b1", "a2", nil])
    }

    @Test func oneLineLeavesTurnsToOthers() {
        var turns = Turns(3, ofLine: 2)
        let many = (1...4).map { _ in turns.take(for: "a") }
        #expect(many == [true, true, false, false])
        for number in 1...3 { turns.wait("a\(number)", in: "a") }
        let another = turns.take(for: "b")
        #expect(another)
        turns.wait("c1", in: "c")
        // The line in front has its turns, so the next one is served.
        let next = [turns.end(of: "b"), turns.end(of: "a"), turns.end(of: "c"), turns.end(of: "a")]
        #expect(next == ["c1", "a1", nil, "a2"])
    }

    @Test func whoLeavesTheLineIsNotServed() {
        var turns = taken()
        turns.wait("a1", in: "a")
        turns.wait("a2", in: "a")
        turns.wait("b1", in: "b")
        let left = [turns.withdraw(from: "a") { $0 == "a1" }, turns.withdraw(from: "b") { $0 == "b1" }]
        #expect(left == [true, true])
        let again = turns.withdraw(from: "b") { $0 == "b1" }
        #expect(!again)
        #expect(order(&turns) == ["a2"])
    }
}
