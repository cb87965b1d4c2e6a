/// The address of a server, who may talk to it, and how much it holds for a peer.
///
/// The defaults need no set-up and are closed: this machine only, any browser on it, no token.
public struct ServerConfiguration: Sendable {
    /// The paths of PEM files for TLS. The program must be built with the trait `TLS`.
    public struct TLSFiles: Sendable, Equatable {
        /// The path of the certificate, followed by the rest of its chain.
        public var certificate: String
        /// The path of the private key, which is not encrypted.
        public var key: String

        /// Two paths; the files are read when the server starts.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The name or address to bind. For any other than a loopback address, every visitor is asked for a token.
    public var host: String
    /// The port to bind, from 0 to 65535; 0 lets the system choose.
    public var port: Int
    /// Names by which people reach the server, beside its own: `gallery.example.org`, or `gallery.example.org:8443` for
    /// one port only.
    ///
    /// A name here means that a proxy or a name server leads others to this server. So a token is asked for even on a
    /// loopback address.
    public var allowedHosts: [String]
    /// The token to ask for. When it is `nil` and one is needed, the server makes one.
    public var token: AccessToken?
    /// Whether a token is asked for on a loopback address too: for a machine with several users, each of whom can
    /// connect to it.
    public var requiresToken = false
    /// The path of the file that holds sessions over a restart. Without one, browsers have to show the token again
    /// after a restart.
    public var sessionsFile: String?
    /// The files for TLS; `nil` for connections that are not encrypted.
    public var tls: TLSFiles?
    /// IP addresses of proxies.
    ///
    /// The limits for one address do not count for a proxy. A window behind one counts for the last address in
    /// `X-Forwarded-For`, a header that is ignored from everybody else.
    public var proxies: [String] = []
    /// How long the server waits for a peer, and how much it holds for one.
    public var limits: ServerLimits

    /// A configuration for this machine only, unless a host is given. Nothing is checked before the server starts.
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
