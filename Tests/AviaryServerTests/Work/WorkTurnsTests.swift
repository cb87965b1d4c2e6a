import Synchronization
import Testing

@testable import AviaryServer

struct WorkTurnsTests {
    /// Claims with names. A name begins with the number of the visitor.
    private final class Line: Sendable {
        let turns: WorkTurns
        private let claims = Mutex<[String: WorkTurns.Claim]>([:])
        private let begun = Mutex<[String]>([])

        init(_ turns: WorkTurns = WorkTurns()) { self.turns = turns }

        /// The claims that have begun a turn since the last call.
        func takeBegun() -> [String] {
            begun.withLock { begun in
                defer { begun = [] }
                return begun
            }
        }

        func ask(_ names: String...) {
            for name in names {
                let account = Account.address(PeerAddress("192.0.2.\(name.prefix(1))")!)
                let claim = claims.withLock { claims in
                    let claim = claims[name] ?? WorkTurns.Claim(on: turns, for: account)
                    claims[name] = claim
                    return claim
                }
                claim.ask {
                    self.begun.withLock { $0.append(name) }
                } fail: { _ in
                    self.begun.withLock { $0.append("\(name) failed") }
                }
            }
        }

        func handOn(_ name: String) -> Bool {
            claims.withLock { $0[name] }!.handOn { self.begun.withLock { $0.append(name) } }
        }
        func end(_ name: String) { claims.withLock { $0[name] }!.end() }
        func cancel(_ name: String) { claims.withLock { $0[name] }!.cancel() }

        /// Ends the turn of the first, and of each that has one after it.
        ///
        /// - Returns: The claims in the order of their turns.
        func order(after first: String) -> [String] {
            var (order, last) = ([String](), first)
            while true {
                end(last)
                guard let next = takeBegun().first else { return order }
                order.append(next)
                last = next
            }
        }
    }

    @Test func aFreeTurnIsTakenAtOnce() {
        let line = Line()
        line.ask("9")
        #expect(line.takeBegun() == ["9"])
        line.ask("1")
        #expect(line.takeBegun() == [] && line.turns.waiting == 1)
        #expect(line.order(after: "9") == ["1"])
        line.ask("9")
        #expect(line.takeBegun() == ["9"], "all turns were ended")
    }

    @Test func aVisitorWhoAsksOftenWaitsBehindThatAlone() {
        let line = Line()
        line.ask("9")
        #expect(line.takeBegun() == ["9"])
        line.ask("1a", "1b", "1c", "1d", "1e", "2a", "3a", "3b")
        #expect(line.turns.waiting == 8)
        #expect(line.order(after: "9") == ["1a", "2a", "3a", "1b", "3b", "1c", "1d", "1e"])
        #expect(line.turns.waiting == 0)
    }

    @Test func whoComesBackIsBehindAllOtherVisitors() {
        let line = Line()
        line.ask("9", "1a", "2a")
        line.end("9")
        line.ask("1b")
        line.end("1a")
        line.end("2a")
        line.end("1b")
        #expect(line.takeBegun() == ["9", "1a", "2a", "1b"])
    }

    @Test func oneVisitorLeavesTurnsToOthers() {
        let line = Line(WorkTurns(3, ofAccount: 2))
        line.ask("1a", "1b", "1c", "1d", "1e")
        #expect(line.takeBegun() == ["1a", "1b"])
        line.ask("2a", "3a")
        #expect(line.takeBegun() == ["2a"])
        // The visitor in front has two turns, so the next one is served.
        line.end("2a")
        #expect(line.takeBegun() == ["3a"])
        line.end("1a")
        #expect(line.takeBegun() == ["1c"])
        line.end("3a")
        #expect(line.takeBegun() == [])
        line.end("1b")
        #expect(line.takeBegun() == ["1d"])
    }

    @Test func aCancelledClaimIsNotServed() {
        let line = Line()
        line.ask("9", "1a", "1b", "2a")
        #expect(line.takeBegun() == ["9"])
        line.cancel("1a")
        line.cancel("2a")
        #expect(line.takeBegun() == ["1a failed", "2a failed"])
        line.cancel("2a")
        line.ask("2a")
        #expect(line.takeBegun() == ["2a failed"])
        #expect(line.order(after: "9") == ["1b"])
    }

    @Test func aTurnIsHandedOnOnlyToSomebody() {
        let line = Line()
        line.ask("1a")
        #expect(!line.handOn("1a"), "nobody waits")
        line.ask("2a")
        #expect(line.handOn("1a"))
        #expect(line.takeBegun() == ["1a", "2a"])
        line.end("1a")
        #expect(line.takeBegun() == [], "its turn was handed on")
        line.end("2a")
        #expect(line.takeBegun() == ["1a"])
        line.cancel("1a")
        line.ask("2a")
        #expect(line.takeBegun() == [], "a turn goes on until it is ended")
        #expect(!line.handOn("1a"), "it has no other turn any more")
        line.end("1a")
        #expect(line.takeBegun() == ["2a"])
    }

    @Test func onlySoManyClaimsOfOneVisitorWait() {
        let line = Line(WorkTurns(waiting: 1))
        line.ask("1a", "1b", "1c", "2a")
        #expect(line.takeBegun() == ["1a", "1c failed"])
        #expect(line.turns.waiting == 2)
    }
}
