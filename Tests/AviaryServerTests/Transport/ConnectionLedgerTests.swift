import AviaryTesting
import Testing

@testable import AviaryServer

struct ConnectionLedgerTests {
    static func ledger(_ connections: Int) -> ConnectionLedger<Int> {
        var limits = ServerLimits()
        limits.connections = connections
        return ConnectionLedger(limits: limits)
    }

    @Test func theOldestStrangerMakesRoom() {
        var ledger = Self.ledger(3)
        for id in 0..<3 { #expect(ledger.open(id, from: nil) == .init(isServed: true, closing: nil)) }
        ledger.letIn(0)
        #expect(ledger.open(3, from: nil) == .init(isServed: true, closing: 1))
        #expect(ledger.phase(of: 0) == .busy && ledger.phase(of: 1) == nil)
    }

    @Test func anIdleConnectionMakesRoomAfterStrangers() {
        var ledger = Self.ledger(2)
        for id in 0..<2 { _ = ledger.open(id, from: nil) }
        ledger.letIn(0)
        ledger.endRequest(0)
        #expect(ledger.open(2, from: nil).closing == 1)
        ledger.letIn(2)
        #expect(ledger.open(3, from: nil).closing == 0)
    }

    /// A page that is loaded again and again outlives a connection that somebody opened later and left alone.
    @Test func theLongestIdleMakesRoom() {
        var ledger = Self.ledger(3)
        for id in 0..<3 {
            _ = ledger.open(id, from: nil)
            ledger.letIn(id)
            ledger.endRequest(id)
        }
        ledger.beginRequest(0)
        ledger.endRequest(0)
        ledger.endRequest(1)
        #expect(ledger.open(3, from: nil).closing == 1)
        ledger.close(3)
        ledger.beginRequest(2)
        _ = ledger.open(4, from: nil)
        ledger.letIn(4)
        #expect(ledger.open(5, from: nil).closing == 0)
        #expect(ledger.phase(of: 2) == .busy)
    }

    @Test func whoIsBusyStays() {
        var ledger = Self.ledger(2)
        for id in 0..<2 {
            _ = ledger.open(id, from: nil)
            ledger.letIn(id)
        }
        let isOpened = ledger.openWindow(1, for: nil)
        #expect(ledger.open(2, from: nil) == .init(isServed: false, closing: nil))
        let isOpenedThough = ledger.openWindow(2, for: nil)
        #expect(isOpened && !isOpenedThough)
        for id in 3..<(2 + ServerLimits.turnedAway) { #expect(ledger.open(id, from: nil).closing == nil) }
        #expect(ledger.open(100, from: nil) == .init(isServed: false, closing: 2))
        ledger.close(1)
        #expect(ledger.open(101, from: nil) == .init(isServed: true, closing: nil))
    }

    @Test func anAddressHasAShare() throws {
        var ledger = Self.ledger(64)  // 16 for an address, 4 of them strangers, 12 windows
        let (a, b) = (try #require(PeerAddress("192.0.2.1")), try #require(PeerAddress("192.0.2.2")))
        for id in 0..<4 { #expect(ledger.open(id, from: a).closing == nil) }
        #expect(ledger.open(4, from: a) == .init(isServed: true, closing: 0))
        #expect(ledger.open(5, from: b).closing == nil)
        for id in 10..<26 {
            _ = ledger.open(id, from: b)
            ledger.letIn(id)
        }
        #expect(ledger.open(30, from: b).isServed == false)
        let windows = (10..<26).filter { ledger.openWindow($0, for: b) }
        #expect(windows == Array(10..<22))
        #expect(ledger.open(31, from: a).isServed)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("::ffff:192.0.2.1", "192.0.2.1", true),
        ("2001:db8::1", "2001:db8:0:0:ffff::9", true), ("2001:db8::1", "2001:db8:0:1::1", false),
        ("[2001:db8::1]", "2001:db8::2", true),
    ])
    func anIPv6NetworkIsOneAddress(one: String, other: String, expected: Bool) throws {
        #expect((try #require(PeerAddress(one)) == (try #require(PeerAddress(other)))) == expected)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("10.0.0.1", false),
        ("::", false),
    ])
    func loopbackIsKnown(text: String, expected: Bool) throws {
        #expect(try #require(PeerAddress(text)).isLoopback == expected)
    }

    @Test(arguments: ["", "x", "localhost", "1.2.3.4:80", "1.2.3", "unknown"])
    func otherTextIsNoAddress(text: String) { #expect(PeerAddress(text) == nil) }

    /// For any events in any order, the limits hold, and the counts equal the open connections.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func theLimitsHold(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ledger = Self.ledger(40)
        var open: [Int: PeerAddress?] = [:]
        var windows: [Int: PeerAddress] = [:]
        for id in 0..<draws(500, long: 50_000) {
            let number = Int.random(in: 0..<6, using: &random)
            let peer = number == 5 ? nil : PeerAddress("192.0.2.\(number)")
            let admission = ledger.open(id, from: peer)
            open[id] = .some(peer)
            if let closing = admission.closing {
                #expect(windows[closing] == nil)
                open[closing] = nil
            }
            for _ in 0..<3 {
                guard let other = open.keys.randomElement(using: &random) else { break }
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1: ledger.letIn(other)
                case 2: ledger.endRequest(other)
                case 3:
                    if let peer = open[other] ?? nil, ledger.openWindow(other, for: peer) { windows[other] = peer }
                case 4: ledger.beginRequest(other)
                default:
                    ledger.close(other)
                    open[other] = nil
                    windows[other] = nil
                }
            }
            #expect(ledger.count == open.count)
            let served = open.keys.filter { ledger.phase(of: $0) != .turnedAway }
            #expect(served.count <= 40 && open.count - served.count <= ServerLimits.turnedAway)
            for peer in Set(windows.values) {
                #expect(windows.values.count { $0 == peer } <= 7)
                let own = served.filter { open[$0] == peer }
                #expect(own.count <= 10 && own.count { ledger.phase(of: $0) == .newcomer } <= 2)
            }
        }
    }
}
