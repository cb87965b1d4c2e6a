/// Where a server listens, who may talk to it, and how much it will hold for a peer.
///
/// The defaults need no set-up and are closed: this machine only, any browser on it, no token.
public struct ServerConfiguration: Sendable {
    /// PEM files for TLS.
    public struct TLSFiles: Sendable, Equatable {
        /// The certificate, followed by the rest of its chain.
        public var certificate: String
        /// The private key, not encrypted.
        public var key: String

        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The name or address to bind. Anything but a loopback address asks every visitor for a token.
    public var host: String
    /// The port to bind; 0 lets the system choose.
    public var port: Int
    /// Names people reach the server by beside its own: `gallery.example.org`, or `gallery.example.org:8443` for one
    /// port only. A name here means that a proxy or a name server leads others to this server, so that a token is
    /// asked for even on a loopback address.
    public var allowedHosts: [String]
    /// The token to ask for; when it is `nil` and one is needed, the server makes one.
    public var token: AccessToken?
    /// Whether a token is asked for on a loopback address too: for a machine with several users, each of whom can connect
    /// to it.
    public var requiresToken = false
    /// The file in which sessions are kept over a restart; without one, browsers then have to show the token again.
    public var sessionsFile: String?
    public var tls: TLSFiles?
    /// Addresses of proxies. The limits for one address do not count for these; a window behind one counts for the last
    /// address in `X-Forwarded-For`, which nobody else is believed.
    public var proxies: [String] = []
    public var limits: ServerLimits

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
