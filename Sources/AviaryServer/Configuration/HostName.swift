import NIOCore

/// A host as in the header `Host` and in addresses: a name or an IP address, optionally with a port.
///
/// Parsing is strict, because the result decides who may talk to the server. Other spellings of an address (`127.1`,
/// `0x7f000001`) and names that end in a dot are rejected. Browsers send the plain spelling.
struct HostName: Hashable, Sendable {
    /// The name in lower case. An IPv6 address has the system's spelling, without brackets.
    let name: String
    let port: Int?
    let isAddress: Bool

    init?(_ text: some StringProtocol) {
        guard let (host, port) = Self.split(text.lowercased()) else { return nil }
        if host.hasPrefix("[") {
            let inner = String(host.dropFirst().dropLast())
            guard !inner.contains("%"), let address = try? SocketAddress(ipAddress: inner, port: 0),
                case .v6 = address, let canonical = address.ipAddress
            else { return nil }
            self.init(name: canonical, port: port, isAddress: true)
        } else if host.utf8.allSatisfy({ Self.isDigit($0) || $0 == UInt8(ascii: ".") }) {
            // inet_pton accepts only four decimal numbers.
            guard (try? SocketAddress(ipAddress: host, port: 0)) != nil else { return nil }
            self.init(name: host, port: port, isAddress: true)
        } else {
            guard Self.isName(host) else { return nil }
            self.init(name: host, port: port, isAddress: false)
        }
    }

    private init(name: String, port: Int?, isAddress: Bool) {
        self.name = name
        self.port = port
        self.isAddress = isAddress
    }

    /// Whether only programs on this machine can reach the server by this name.
    var isLoopback: Bool {
        name == "localhost" || isAddress && (name == "::1" || name.hasPrefix("127."))
    }

    private static func split(_ text: String) -> (host: String, port: Int?)? {
        let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        let host = text[..<(end ?? text.endIndex)]
        let rest = text[(end ?? text.endIndex)...]
        guard !host.isEmpty, host.hasPrefix("[") == host.hasSuffix("]") else { return nil }
        if rest.isEmpty { return (String(host), nil) }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy(isDigit),
            let port = Int(digits), (1...65535).contains(port)
        else { return nil }
        return (String(host), port)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isName(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.count)
                    && label.allSatisfy {
                        isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                            || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                    }
            }
            && !(labels.last?.allSatisfy(isDigit) ?? true)  // A name that ends in a number is an address.
    }
}
