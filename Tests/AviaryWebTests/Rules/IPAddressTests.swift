import AviaryTesting
import Testing

@testable import AviaryWeb

struct IPAddressTests {
    static let strangers = [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1",
        "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.7",
        "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::7f00:1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1",
        "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::808:808", "64:ff9b:1::a00:1", "100::1", "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1",
        "2002:7f00:1::1", "2002:a00:1::", "3fff::1", "3fff:fff::1", "4000::1", "5f00::1", "fc00::1",
        "fd12:3456:789a::1", "fe80::1", "fec0::1", "ff02::1", "ff05::2",
    ]

    static let neighbors = [
        "1.0.0.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.1.1",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
        "2000::1", "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111", "2a00:1450:4001::200e",
        "3ffe:ffff::1", "3fff:1000::1",
    ]

    private func address(_ text: String) throws -> IPAddress {
        try #require(IPAddress(v4: text) ?? IPAddress(v6: text))
    }

    @Test(arguments: strangers)
    func isOfNoPublicHost(_ text: String) throws { #expect(try !address(text).isPublic) }

    @Test(arguments: neighbors)
    func isPublic(_ text: String) throws { #expect(try address(text).isPublic) }

    @Test(arguments: [
        "", ".", "1", "127.1", "127.0.1", "1.2.3.4.5", "01.2.3.4", "1.2.3.04", "1.2.3.256", "1.2.3.-4", "1.2.3.+4",
        "0x7f.0.0.1", "1.2.3.", ".1.2.3", "1..2.3", "1.2.3.4 ", "1.2.3.99999999999999999999", "١.2.3.4",
    ])
    func unusualNumbersAreNoAddress(_ text: String) { #expect(IPAddress(v4: text) == nil) }

    @Test(arguments: [
        "", ":", "1", "::1%lo", "fe80::1%25eth0", "1.2.3.4", "::g", "1:2:3:4:5:6:7:8:9", "[::1]", "::1 ",
    ])
    func brokenGroupsAreNoAddress(_ text: String) { #expect(IPAddress(v6: text) == nil) }

    /// A slow, obvious model: the ranges as numbers.
    @Test(arguments: [UInt64(1), 2, 3])
    func agreesWithRangesOfNumbers(seed: UInt64) throws {
        let ranges: [(String, String)] = [
            ("0.0.0.0", "0.255.255.255"), ("10.0.0.0", "10.255.255.255"), ("100.64.0.0", "100.127.255.255"),
            ("127.0.0.0", "127.255.255.255"), ("169.254.0.0", "169.254.255.255"), ("172.16.0.0", "172.31.255.255"),
            ("192.0.0.0", "192.0.0.255"), ("192.0.2.0", "192.0.2.255"), ("192.88.99.0", "192.88.99.255"),
            ("192.168.0.0", "192.168.255.255"), ("198.18.0.0", "198.19.255.255"),
            ("198.51.100.0", "198.51.100.255"), ("203.0.113.0", "203.0.113.255"), ("224.0.0.0", "255.255.255.255"),
        ]
        func number(_ bytes: [UInt8]) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
        let numbers = try ranges.map { (number(try address($0).bytes), number(try address($1).bytes)) }
        var random = SeededGenerator(seed: seed)
        for _ in 0..<draws(20_000, long: 1_000_000) {
            // Near an edge as often as anywhere.
            let edge = numbers.randomElement(using: &random)!
            let near = (random.chance(50) ? edge.0 : edge.1) &+ UInt32.random(in: 0...4, using: &random) &- 2
            let value = random.chance(50) ? near : UInt32.random(in: 0 ... .max, using: &random)
            let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
            let address = try #require(IPAddress(bytes: bytes))
            #expect(address.isPublic == !numbers.contains { $0.0 <= value && value <= $0.1 }, "\(address)")
            #expect(IPAddress(v4: "\(address)") == address)
            // No form of IPv6 hides it.
            for prefix in [[UInt8](repeating: 0, count: 12), mapped, translated] {
                #expect(try !#require(IPAddress(bytes: prefix + bytes)).isPublic)
            }
        }
    }

    private let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    private let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)

    @Test(arguments: [UInt64(1), 2])
    func textOfGroupsReadsBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let bytes = (0..<16).map { _ in random.chance(40) ? 0 : UInt8.random(in: 0 ... .max, using: &random) }
            let address = try #require(IPAddress(bytes: bytes))
            #expect(IPAddress(v6: "\(address)") == address)
        }
    }
}
