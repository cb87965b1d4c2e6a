import NIOCore

/// The address at which a server can be reached, now that it listens.
public struct ListeningAddress: Sendable {
    /// As configured: a name, an address, or all addresses (`0.0.0.0`, `::`).
    public let host: String
    /// The port in use, also when the configuration lets the system choose.
    public let port: Int
    /// Whether connections are encrypted by the server itself. False behind a proxy that does so.
    public let isSecure: Bool
    /// Whether a process before this one was reached here, and the supervisor started this one when it died.
    public var isRestart: Bool { Supervision.current?.isRestart ?? false }
    /// The token that visitors need; `nil` when they need none.
    public let token: AccessToken?

    /// URLs to open in a browser, the nearest first. Each carries the token where one is needed, so keep them out of
    /// logs.
    ///
    /// A server that is bound to all addresses has one for `localhost`, and one for each IPv4 address of this machine.
    ///
    /// - Complexity: Asks the system for its network devices, when bound to all addresses.
    public var urls: [String] { hosts.map(url(host:)) }

    /// The URL of the front page, with the token where one is needed.
    ///
    /// - Parameter host: A name or an address, without a port; an IPv6 address without brackets.
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
