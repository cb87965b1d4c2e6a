import AviaryTesting
import Testing

@testable import AviaryWeb

/// A ledger that `#expect` can change.
private final class Desk<Key: Hashable & Sendable> {
    private var ledger: ExchangeLedger<Key>

    init(limit: Int, limitForHost: Int) { ledger = ExchangeLedger(limit: limit, limitForHost: limitForHost) }

    var kept: [Key] { ledger.kept }
    var waiters: [Int] { ledger.waiters }
    func begin(_ id: Int, _ key: Key) -> ExchangeLedger<Key>.Start { ledger.begin(id, key) }
    func end(_ key: Key) -> [(id: Int, closing: Key?)] { ledger.end(key) }
    func giveUp(_ id: Int) -> Bool { ledger.giveUp(id) }
}

struct ExchangeLedgerTests {
    @Test func runsInTheOrderOfComingButForBusyHosts() {
        let ledger = Desk<String>(limit: 2, limitForHost: 1)
        #expect(ledger.begin(1, "a") == .now(closing: nil))
        #expect(ledger.begin(2, "a") == .later)
        #expect(ledger.begin(3, "b") == .now(closing: nil))
        #expect(ledger.begin(4, "b") == .later)
        #expect(ledger.end("b").map(\.id) == [4])
        #expect(ledger.end("a").map(\.id) == [2])
    }

    @Test func whoGivesUpIsNotStarted() {
        let ledger = Desk<String>(limit: 1, limitForHost: 1)
        #expect(ledger.begin(1, "a") == .now(closing: nil))
        #expect(ledger.begin(2, "b") == .later)
        let gaveUp = (ledger.giveUp(2), ledger.giveUp(2), ledger.giveUp(1))
        #expect(gaveUp == (true, false, false))
        #expect(ledger.end("a").isEmpty)
    }

    @Test func theServerUsedLongestAgoIsClosed() {
        let ledger = Desk<String>(limit: 2, limitForHost: 2)
        for (id, key) in ["a", "b", "a"].enumerated() {
            #expect(ledger.begin(id, key) == .now(closing: nil))
            #expect(ledger.end(key).isEmpty)
        }
        #expect(ledger.begin(9, "c") == .now(closing: "b"))
        #expect(ledger.kept == ["a", "c"])
    }

    @Test(arguments: Array(UInt64(1)...8))
    func noneWaitsForNothingAndNoBoundIsBroken(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let ledger = Desk<Int>(limit: 5, limitForHost: 2)
        var running: [Int: Int] = [:]  // id, key
        var waiting: [(id: Int, key: Int)] = []
        var kept: Set<Int> = []
        func load(_ key: Int) -> Int { running.values.count { $0 == key } }
        for id in 0..<draws(5_000, long: 200_000) {
            let key = Int.random(in: 0..<9, using: &random)
            if random.chance(50) {
                switch ledger.begin(id, key) {
                case .now(let closed):
                    running[id] = key
                    kept.insert(key)
                    if let closed {
                        #expect(load(closed) == 0)
                        kept.remove(closed)
                    }
                case .later: waiting.append((id, key))
                }
            } else if random.chance(80),
                let (id, key) = running.sorted(by: { $0.key < $1.key }).randomElement(using: &random)
            {
                running[id] = nil
                for (id, closed) in ledger.end(key) {
                    let index = waiting.firstIndex { $0.id == id }
                    #expect(index != nil)
                    guard let index else { continue }
                    let started = waiting.remove(at: index)
                    #expect(!waiting[..<index].contains { load($0.key) < 2 })
                    running[id] = started.key
                    kept.insert(started.key)
                    if let closed {
                        #expect(load(closed) == 0)
                        kept.remove(closed)
                    }
                }
            } else if let one = waiting.randomElement(using: &random) {
                #expect(ledger.giveUp(one.id))
                waiting.removeAll { $0.id == one.id }
            }
            #expect(running.count <= 5 && (0..<9).allSatisfy { load($0) <= 2 })
            #expect(ledger.waiters == waiting.map(\.id) && Set(ledger.kept) == kept && kept.count <= 5)
            if running.count < 5 { #expect(waiting.allSatisfy { load($0.key) == 2 }) }
        }
    }
}
