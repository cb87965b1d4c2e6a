import NIOCore

/// The address of a server that listens.
public struct ListeningAddress: Sendable {
    /// The host as configured: a name, an address, or `0.0.0.0` or `::` for all addresses.
    let host: String
    /// The port in use. It is known even if the configuration lets the system choose.
    public let port: Int
    /// Whether the server itself encrypts connections. It is `false` behind a proxy that does so.
    let isSecure: Bool
    /// Whether the supervisor has started this process because an earlier process at this address had died.
    public var isRestart: Bool { Supervision.current?.isRestart ?? false }
    /// The token that visitors need; `nil` when they need none.
    public let token: AccessToken?
    var prefix = PathPrefix.none

    /// The URLs to open in a browser, the nearest first. They contain the token if one is needed, so keep them out of
    /// logs.
    ///
    /// A server that is bound to all addresses has a URL for `localhost`, and one for each IPv4 address of this machine
    /// that is not link-local.
    ///
    /// - Complexity: Asks the system for its network devices if the server is bound to all addresses.
    public var urls: [String] { hosts.map(url(host:)) }

    /// The URLs without the token, for logs. A browser that has not signed in is asked for the token there.
    ///
    /// - Complexity: That of `urls`.
    public var urlsWithoutToken: [String] { hosts.map(page(on:)) }

    /// The URL of the front page, with the token if one is needed.
    ///
    /// - Parameter host: A name or an address, without a port; an IPv6 address without brackets.
    func url(host: String) -> String {
        page(on: host) + (token.map { "?token=\($0.value)" } ?? "")
    }

    private func page(on host: String) -> String {
        let authority = host.contains(":") ? "[\(host)]" : host
        return "\(isSecure ? "https" : "http")://\(authority):\(port)\(prefix.text)/"
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
