import NIOCore

/// The proxies that the server's owner has named. Only their `X-Forwarded-For` headers are trusted.
struct TrustedProxies: Sendable {
    private let addresses: Set<String>

    init(_ texts: [String]) throws(ServerError) {
        addresses = Set(
            try texts.map { (text) throws(ServerError) in
                guard let address = try? SocketAddress(ipAddress: text, port: 0), let name = Self.name(address) else {
                    throw .proxyUnusable(text)
                }
                return name
            })
    }

    func contains(_ peer: SocketAddress?) -> Bool {
        peer.flatMap(Self.name).map(addresses.contains) ?? false
    }

    /// The visitor's address. From a trusted proxy it is the last address in `X-Forwarded-For`, which the proxy has
    /// added; `nil` if there is none. For any other peer it is the address of the peer.
    func visitor(_ peer: SocketAddress?, forwardedFor: String?) -> PeerAddress? {
        guard contains(peer) else { return PeerAddress(peer) }
        let last = forwardedFor?.split(separator: ",").last?.drop { $0 == " " }
        return last.flatMap { PeerAddress($0) }
    }

    /// The address as text, without a port. An IPv4 address in the form of IPv6 (`::ffff:…`) becomes a plain IPv4
    /// address.
    private static func name(_ address: SocketAddress) -> String? {
        guard let name = address.ipAddress else { return nil }
        return name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst("::ffff:".count)) : name
    }
}
