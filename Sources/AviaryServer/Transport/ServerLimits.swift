/// How long a server waits for a peer, and how much it holds for one. Sizes are in bytes.
public struct ServerLimits: Sendable {
    /// The longest message that a socket takes, in bytes; a longer one closes the socket with code 1009.
    public var inboundMessage = 32 << 10
    /// How many bytes may wait for a slow reader before senders are suspended. They resume at a quarter of it.
    public var writeHighWaterMark = 256 << 10
    /// How many connections may be open; a quarter of them from one address.
    ///
    /// One more takes the place of the oldest connection that has shown no token, or of the one that has been idle
    /// longest. When there is none, it is answered with status 503.
    public var connections = 512
    /// The time from the opening of a connection, TLS handshake included, to a whole request head.
    public var firstRequest: Duration = .seconds(10)
    /// The time from the head of a request to the end of its body, or to `progress` bytes more of it.
    public var request: Duration = .seconds(30)
    /// The time from the head of a request to the end of its whole body. An upload has no such limit: a file may take
    /// hours.
    public var wholeRequest: Duration = .seconds(60)
    /// The time from the end of a request until the peer has taken the whole answer, or `progress` bytes more of it.
    public var answer: Duration = .seconds(120)
    /// How many bytes of a body or an answer give the rest of it the same time again.
    public var progress = 64 << 10
    /// How long a connection may be idle between two requests, or between two parts of a body.
    public var idle: Duration = .seconds(60)
    /// The time between two pings of a socket; a peer that is silent for two of them is dead.
    public var ping: Duration = .seconds(20)
    /// How long a peer may keep senders suspended before its connection is closed.
    public var stalledSend: Duration = .seconds(30)
    /// How long a connection that is closing waits for the peer to close its side.
    public var closeLinger: Duration = .seconds(2)
    /// How long the handler of a socket and a running request have to finish when the server stops.
    public var shutdownGrace: Duration = .seconds(5)

    /// Connections that are turned away with an answer at a time, beyond `connections`.
    static let turnedAway = 32

    /// Whether this machine's own programs are counted by their address too, for tests.
    package var countsLoopback = false

    /// Connections of one address.
    var connectionsPerAddress: Int { max(8, connections / 4) }
    /// Those among them that have not shown a token.
    var newcomersPerAddress: Int { connectionsPerAddress / 4 }
    /// Those among them that are windows.
    var windowsPerAddress: Int { connectionsPerAddress * 3 / 4 }

    /// The default limits, to be changed one by one.
    public init() {}
}
