/// The limits of a ``WebClient``, and the servers that it may ask.
public struct WebConfiguration: Sendable {
    /// The servers that may have any address. All others must have a public address.
    public var allowedHosts: Set<WebHost> = []
    /// The time limit of one fetch as a whole: waiting for other exchanges, finding the address, redirects,
    /// retries, and the body to its last byte.
    public var deadline = Duration.seconds(30)
    /// The rules for repeating a failed request.
    public var retries = WebRetries()
    /// The largest number of redirects that one attempt follows. One more throws
    /// ``WebError/tooManyRedirects(limit:)``; 0 follows none.
    public var redirects = 5
    /// The largest number of exchanges at a time, and of servers whose connections are kept open; at least one.
    public var connections = 24
    /// The largest number of exchanges with one server at a time; at least one.
    public var connectionsForHost = 8
    /// The value of the header `User-Agent`.
    public var userAgent = "Aviary"
    /// The paths of files with PEM certificates that are trusted besides the system's own.
    public var trustedCertificates: [String] = []

    /// The configuration with the default values of the properties.
    public init() {}
}
