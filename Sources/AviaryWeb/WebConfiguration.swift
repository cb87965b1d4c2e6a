#if Web
    /// The limits of a ``WebClient``, and the servers that it may ask.
    public struct WebConfiguration: Sendable {
        /// Servers that may be asked whatever their address is. All others must have a public address.
        public var allowedHosts: Set<WebHost> = []
        /// The time limit of one fetch as a whole: waiting for a turn, finding the address, redirects, retries, and the
        /// body to its last byte.
        public var deadline = Duration.seconds(30)
        /// How often, and how long after a failure, a request is repeated.
        public var retries = WebRetries()
        /// How many redirects of one attempt are followed. One more is ``WebError/tooManyRedirects(limit:)``; 0 follows
        /// none.
        public var redirects = 5
        /// How many exchanges run at a time, at least one, and for how many servers connections are kept open.
        public var connections = 24
        /// How many exchanges with one server run at a time, at least one.
        public var connectionsForHost = 8
        /// The value of the header `User-Agent`.
        public var userAgent = "Aviary"
        /// The paths of files with certificates in PEM that are trusted beside the system's own.
        public var trustedCertificates: [String] = []

        /// The configuration with the default values of the properties.
        public init() {}
    }
#endif
