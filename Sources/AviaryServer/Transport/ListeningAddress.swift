import NIOCore

/// Where a server can be reached, now that it listens.
public struct ListeningAddress: Sendable {
    /// As configured: a name, an address, or all of them (`0.0.0.0`, `::`).
    public let host: String
    /// The port in use, also when any was asked for.
    public let port: Int
    public let isSecure: Bool
    /// Whether a process before this one was reached here, until it died and its supervisor started this one.
    public var isRestart: Bool { Supervision.current?.isRestart ?? false }
    /// The token visitors need, if they need one.
    public let token: AccessToken?

    /// Addresses to open in a browser, the nearest first; each carries the token where one is needed.
    ///
    /// For a server bound to all addresses: this machine's own name for itself, then its addresses in the networks
    /// it is on.
    public var urls: [String] { hosts.map(url(host:)) }

    /// The address of the front page under `host`, a name or an address.
    public func url(host: String) -> String {
        let authority = host.contains(":") ? "[\(host)]" : host
        let query = token.map { "?token=\($0.value)" } ?? ""
        return "\(isSecure ? "https" : "http")://\(authority):\(port)/\(query)"
    }

    private var hosts: [String] {
        guard host == "0.0.0.0" || host == "::" else { return [host] }
        let devices = (try? System.enumerateDevices()) ?? []
        let addresses = devices.compactMap { device -> String? in
            guard case .v4 = device.address, let address = device.address?.ipAddress else { return nil }
            return address.hasPrefix("127.") || address.hasPrefix("169.254.") ? nil : address
        }
        return ["localhost"] + addresses
    }
}
