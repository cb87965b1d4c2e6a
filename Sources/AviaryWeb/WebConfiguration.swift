#if Web
    /// What a ``WebClient`` may do.
    public struct WebConfiguration: Sendable {
        /// Servers that may be asked wherever they are. Others have to have a public address.
        public var allowedHosts: Set<WebHost> = []
        /// For one fetch in all: waiting for its turn, finding the address, redirects, retries, and the whole body.
        public var deadline = Duration.seconds(30)
        public var retries = WebRetries()
        public var redirects = 5
        /// How many exchanges run at a time, and how many servers have connections that wait for the next one.
        public var connections = 24
        /// How many exchanges with one server run at a time.
        public var connectionsForHost = 8
        /// How the client calls itself.
        public var userAgent = "Aviary"
        /// Files with certificates in PEM that are trusted beside the system's own.
        public var trustedCertificates: [String] = []

        public init() {}
    }
#endif
