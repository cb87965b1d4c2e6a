public import Foundation

/// An http or https URL, parsed strictly, so that the request goes to the address that was checked.
struct WebAddress: Hashable, Sendable {
    enum Scheme: String, Hashable, Sendable {
        case http, https

        var port: Int { self == .http ? 80 : 443 }
    }

    enum Host: Hashable, Sendable {
        /// A name in lower case, without a dot at its end.
        case name(String)
        case literal(IPAddress)
    }

    let scheme: Scheme
    let host: Host
    let port: Int
    /// Path and query.
    let target: String

    init(_ url: URL) throws(WebError) {
        let text = Array(url.absoluteString.utf8)
        guard text.count <= Self.longest else { throw .notAllowed(.tooLong) }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
            let scheme = Scheme(rawValue: String(decoding: text[..<colon], as: UTF8.self).lowercased())
        else { throw .notAllowed(.scheme) }
        // Spaces, backslashes, control characters and bytes outside of ASCII are refused, because with them URL
        // parsers disagree about where the host ends.
        let isPlain = text.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        guard isPlain, text[colon...].starts(with: "://".utf8) else { throw .notAllowed(.malformed) }
        let rest = text[(colon + 3)...]
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        guard !rest[..<end].contains(UInt8(ascii: "@")) else { throw .notAllowed(.credentials) }
        let (host, port) = try Self.authority(rest[..<end])
        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.port
        let target = rest[end...].prefix { $0 != UInt8(ascii: "#") }
        let slash = target.first == UInt8(ascii: "/") ? "" : "/"
        self.target = slash + String(decoding: target, as: UTF8.self)
        // The HTTP client parses the URL again, so its result must be the same.
        guard let reread = URL(string: self.text), reread.scheme == scheme.rawValue,
            reread.host()?.trimmingBrackets == hostText.trimmingBrackets, (reread.port ?? scheme.port) == self.port
        else { throw .notAllowed(.malformed) }
    }

    private static let longest = 8_192

    private static func authority(_ bytes: ArraySlice<UInt8>) throws(WebError) -> (Host, Int?) {
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")),
                let address = IPAddress(v6: String(decoding: bytes[(bytes.startIndex + 1)..<end], as: UTF8.self))
            else { throw .notAllowed(.malformed) }
            return (.literal(address), try port(bytes[(end + 1)...]))
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        return (try host(bytes[..<end]), try port(bytes[end...]))
    }

    /// Parses the port after the host: nothing, or a colon and a number.
    private static func port(_ bytes: ArraySlice<UInt8>) throws(WebError) -> Int? {
        if bytes.isEmpty || bytes.elementsEqual(":".utf8) { return nil }
        guard bytes.first == UInt8(ascii: ":"), let port = UInt16(decimal: bytes.dropFirst()), port > 0 else {
            throw .notAllowed(.malformed)
        }
        return Int(port)
    }

    private static func host(_ bytes: ArraySlice<UInt8>) throws(WebError) -> Host {
        let trimmed = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes
        let labels = trimmed.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard trimmed.count <= 253, labels.allSatisfy({ isLabel($0) }), let last = labels.last else {
            throw .notAllowed(.malformed)
        }
        // If the last label is a number, the host is an IPv4 address. Forms such as 127.1 or 0x7F000001 are
        // refused, because not all programs read them alike.
        guard last.allSatisfy(\.isDigit) || isHexNumber(last) else {
            return .name(String(decoding: trimmed, as: UTF8.self).lowercased())
        }
        guard let address = IPAddress(v4: String(decoding: trimmed, as: UTF8.self)) else {
            throw .notAllowed(.unusualNumbers)
        }
        return .literal(address)
    }

    private static func isLabel(_ bytes: ArraySlice<UInt8>) -> Bool {
        (1...63).contains(bytes.count)
            && bytes.allSatisfy { $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    private static func isHexNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 2 && bytes.first == UInt8(ascii: "0")
            && bytes.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
            && bytes.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    /// The host as written in a URL.
    var hostText: String {
        switch host {
        case .name(let name): name
        case .literal(let address): address.isV6 ? "[\(address)]" : "\(address)"
        }
    }

    /// The URL that is fetched, without its fragment.
    var text: String { "\(scheme.rawValue)://\(hostText)\(port == scheme.port ? "" : ":\(port)")\(target)" }

    /// The origin. Requests to the same origin share connections, and a request's own headers are sent only there.
    var origin: String { "\(scheme.rawValue)://\(hostText):\(port)" }

    /// Resolves an answer's `Location` against this address.
    func resolving(_ location: String) throws(WebError) -> WebAddress {
        guard let base = URL(string: text), let url = URL(string: location, relativeTo: base) else {
            throw .brokenRedirect
        }
        return try WebAddress(url.absoluteURL)
    }
}

extension String {
    fileprivate var trimmingBrackets: String { trimmingCharacters(in: CharacterSet(charactersIn: "[]")) }
}

/// A server, by its host and port. ``WebConfiguration/allowedHosts`` lists servers that may be used even in a local
/// network.
public struct WebHost: Hashable, Sendable {
    let name: String
    let port: Int

    /// The host and the port of an address. If the address states no port, the default port of its scheme counts.
    /// The path does not matter. Nil if ``WebClient`` does not accept the address.
    public init?(of url: URL) {
        guard let address = try? WebAddress(url) else { return nil }
        self.init(address)
    }

    init(_ address: WebAddress) {
        name = address.hostText
        port = address.port
    }
}
