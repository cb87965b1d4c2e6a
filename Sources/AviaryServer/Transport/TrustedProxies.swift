import NIOCore

/// The proxies that the owner of the server has named. Whom they speak for is believed of these only.
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

    /// Where a request comes from: the address that a named proxy has added to `X-Forwarded-For`, which is the last, or
    /// else the peer's own.
    func visitor(_ peer: SocketAddress?, forwardedFor: String?) -> PeerAddress? {
        guard contains(peer) else { return PeerAddress(peer) }
        let last = forwardedFor?.split(separator: ",").last?.drop { $0 == " " }
        return last.flatMap { PeerAddress($0) }
    }

    /// The address alone; an IPv4 peer of a server that listens to both is the same as without IPv6.
    private static func name(_ address: SocketAddress) -> String? {
        guard let name = address.ipAddress else { return nil }
        return name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst("::ffff:".count)) : name
    }
}
