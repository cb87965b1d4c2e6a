import Testing

@testable import AviaryWeb

struct KnownAddressesTests {
    private func addresses(_ numbers: UInt8...) throws -> [IPAddress] {
        try numbers.map { try #require(IPAddress(bytes: [8, 8, 8, $0])) }
    }

    @Test func theAddressInUseStaysInFront() throws {
        var known = KnownAddresses()
        known.set(try addresses(1, 2, 3), of: "a", now: .zero)
        known.reached(try addresses(3)[0], of: "a")
        #expect(try known.addresses(of: "a", now: .seconds(59)) == addresses(3, 2, 1))
        #expect(known.addresses(of: "a", now: .seconds(60)) == nil)
        known.set(try addresses(1, 2, 3), of: "a", now: .seconds(60))
        #expect(try known.addresses(of: "a", now: .seconds(61)) == addresses(3, 2, 1))
        known.set(try addresses(1, 2), of: "a", now: .seconds(120))
        #expect(try known.addresses(of: "a", now: .seconds(121)) == addresses(1, 2))
        known.forget("a")
        #expect(known.addresses(of: "a", now: .seconds(121)) == nil)
    }

    @Test func noMoreAreKnownThanTheBound() throws {
        var known = KnownAddresses()
        for number in 0..<1_000 { known.set(try addresses(1), of: "\(number)", now: .seconds(number)) }
        #expect(known.count == KnownAddresses.limit)
        #expect(known.addresses(of: "999", now: .seconds(999)) != nil)
    }
}
