#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IPv4 or IPv6 address.
struct IPAddress: Hashable, Sendable {
    /// 4 or 16 bytes in network byte order.
    let bytes: [UInt8]

    /// - Parameter bytes: 4 or 16 bytes; any other number is no address.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses four decimal numbers without leading zeros, the form that all programs read alike.
    init?(v4 text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard let number = UInt8(decimal: part), part.count == 1 || part.first != UInt8(ascii: "0") else {
                return nil
            }
            bytes.append(number)
        }
        self.bytes = bytes
    }

    /// Parses the text form of RFC 4291, without brackets and without a zone.
    init?(v6 text: String) {
        guard text.utf8.allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        self.bytes = bytes
    }

    /// The address in a socket address.
    init?(_ address: UnsafePointer<sockaddr>, length: Int) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
            }
        default: return nil
        }
    }

    var isV6: Bool { bytes.count == 16 }

    /// True if the address is on the public internet: not of this machine, a local network, a multicast group, or
    /// another reserved range.
    ///
    /// IANA's registries of special-purpose addresses (RFC 6890) define the reserved ranges. Of IPv6 only 2000::/3
    /// is used on the internet. So IPv6 forms that contain an IPv4 address (mapped, compatible, NAT64) are not
    /// public.
    var isPublic: Bool {
        if isV6 { return Self.internet.contains(self) && !Self.special6.contains { $0.contains(self) } }
        return !Self.special4.contains { $0.contains(self) }
    }

    private static let internet = Network([0x20], length: 3)

    private static let special6: [Network] = [
        Network([0x20, 0x01, 0x00], length: 23),  // protocols: Teredo, benchmarks, ORCHID
        Network([0x20, 0x01, 0x0D, 0xB8], length: 32),  // documentation
        Network([0x20, 0x02], length: 16),  // 6to4, which holds an address of IPv4
        Network([0x3F, 0xFF, 0x00], length: 20),  // documentation
    ]

    private static let special4: [Network] = [
        Network([0], length: 8),  // this network
        Network([10], length: 8),  // private
        Network([100, 64], length: 10),  // a provider's own (CGNAT)
        Network([127], length: 8),  // this machine
        Network([169, 254], length: 16),  // link-local
        Network([172, 16], length: 12),  // private
        Network([192, 0, 0], length: 24),  // protocols
        Network([192, 0, 2], length: 24),  // documentation
        Network([192, 88, 99], length: 24),  // relays of 6to4
        Network([192, 168], length: 16),  // private
        Network([198, 18], length: 15),  // benchmarks
        Network([198, 51, 100], length: 24),  // documentation
        Network([203, 0, 113], length: 24),  // documentation
        Network([224], length: 4),  // multicast groups
        Network([240], length: 4),  // reserved, and broadcast
    ]

    /// A network: all addresses that begin with the same bits.
    private struct Network {
        let prefix: [UInt8]
        let length: Int

        init(_ prefix: [UInt8], length: Int) {
            self.prefix = prefix
            self.length = length
        }

        func contains(_ address: IPAddress) -> Bool {
            for bit in 0..<length {
                let mask = UInt8(0x80) >> (bit % 8)
                guard address.bytes[bit / 8] & mask == prefix[bit / 8] & mask else { return false }
            }
            return true
        }
    }
}

extension IPAddress: CustomStringConvertible {
    /// The text of the address. IPv6 has eight full groups, which every parser reads.
    var description: String {
        guard isV6 else { return bytes.map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map {
            String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
        }
        .joined(separator: ":")
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}

extension FixedWidthInteger {
    /// The number that decimal digits state; nil without digits, for other bytes, and for a number that is too
    /// large.
    init?(decimal digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self))
    }
}
