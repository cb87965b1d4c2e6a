import NIOCore

/// The address by which visitors are counted. It is an IPv4 address, or the /64 network of an IPv6 address, because
/// whoever has one address of such a network has all of them.
struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
    let description: String
    /// Whether the address belongs to this machine, whose programs cannot be distinguished.
    let isLoopback: Bool

    /// Fails for an address that is no internet address.
    init?(_ address: SocketAddress?) {
        // Each of the two structures has its address at the same offset on all systems.
        switch address {
        case .v4(let address):
            self.init(v4: withUnsafeBytes(of: address.address) { Array($0[4..<8]) })
        case .v6(let address):
            self.init(v6: withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
        default: return nil
        }
    }

    /// Parses an address, as in a configuration and in `X-Forwarded-For`. Fails for any other text.
    init?(_ text: some StringProtocol) {
        let text = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : String(text)
        self.init(try? SocketAddress(ipAddress: text, port: 0))
    }

    private init(v4 bytes: [UInt8]) {
        self.init(description: bytes.map(String.init).joined(separator: "."), isLoopback: bytes[0] == 127)
    }

    private init(v6 bytes: [UInt8]) {
        guard !(bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff) else {
            self.init(v4: Array(bytes[12...]))  // An IPv4 peer of a server that also listens to IPv6.
            return
        }
        let groups = stride(from: 0, to: 8, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        self.init(
            description: groups.map { String($0, radix: 16) }.joined(separator: ":") + "::/64",
            isLoopback: bytes == [UInt8](repeating: 0, count: 15) + [1])
    }

    private init(description: String, isLoopback: Bool) {
        self.description = description
        self.isLoopback = isLoopback
    }
}
