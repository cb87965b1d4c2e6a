/// The address of a server, its access rules, and its limits.
///
/// The defaults need no setup. Only browsers on this machine have access, without a token.
public struct ServerConfiguration: Sendable {
    /// The paths of PEM files for TLS. The program must be built with the trait `TLS`.
    public struct TLSFiles: Sendable, Equatable {
        /// The path of the file with the certificate, followed by the rest of its chain.
        var certificate: String
        /// The path of the file with the private key. The key must not be encrypted.
        var key: String

        /// A pair of paths. The files are read when the server starts.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The name or address to bind. Unless it is a loopback address, every visitor is asked for a token.
    public var host: String
    /// The port to bind, from 0 to 65535; 0 lets the system choose.
    public var port: Int
    /// Further names by which people reach the server: `gallery.example.org`, or `gallery.example.org:8443` for one
    /// port only.
    ///
    /// A name here means that other machines reach this server through a proxy or by DNS. So a token is needed even on
    /// a loopback address.
    public var allowedHosts: [String]
    /// The token to ask for. If it is `nil` and a token is needed, the server generates one.
    public var token: AccessToken?
    /// Whether a token is needed on a loopback address too. Use this on a machine with several users, because each of
    /// them can connect.
    public var requiresToken = false
    /// The path of the file that stores sessions. Without it, browsers have to show the token again after a restart.
    public var sessionsFile: String?
    /// The files for TLS; `nil` for unencrypted connections.
    public var tls: TLSFiles?
    /// The IP addresses of proxies.
    ///
    /// The limits per address do not apply to a proxy. A browser window behind a proxy counts for the last address in
    /// `X-Forwarded-For`. From all other peers this header is ignored.
    public var proxies: [String] = []
    /// The time limits and size limits for each peer.
    public var limits: ServerLimits

    /// A configuration for this machine only, unless a host is given. It is checked when the server starts.
    public init(
        host: String = "127.0.0.1", port: Int = 8080, allowedHosts: [String] = [], token: AccessToken? = nil,
        tls: TLSFiles? = nil, limits: ServerLimits = ServerLimits()
    ) {
        self.host = host
        self.port = port
        self.allowedHosts = allowedHosts
        self.token = token
        self.tls = tls
        self.limits = limits
    }
}

extension ServerConfiguration {
    /// Whether visitors are asked for a token. This is `false` only if the server can be reached from this machine
    /// alone and the configuration does not ask for a token.
    public var needsToken: Bool { requiresToken || token != nil || !isLoopback || !allowedHosts.isEmpty }

    /// Whether the host is a loopback address. A configured IPv6 address has no brackets, but `HostName` expects them,
    /// as in a `Host` header.
    var isLoopback: Bool {
        let bound = host.lowercased()
        return (HostName(bound) ?? HostName("[\(bound)]"))?.isLoopback ?? false
    }
}
