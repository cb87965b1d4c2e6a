/// The time limits and size limits that a server applies to its peers. Sizes are in bytes.
public struct ServerLimits: Sendable {
    /// The longest message that a socket accepts, in bytes. A longer one closes the socket with code 1009.
    public var inboundMessage = 32 << 10
    /// The bytes that may wait for a slow reader before senders are suspended. They resume at a quarter of this.
    public var writeHighWaterMark = 256 << 10
    /// The most open connections. One address may have a quarter of them.
    ///
    /// Beyond the limit, a new connection replaces the oldest connection that has shown no token, or else the
    /// connection that has been idle longest. If there is none, the new connection is answered with status 503.
    public var connections = 512
    /// The time from opening a connection, including the TLS handshake, to a complete request head.
    public var firstRequest: Duration = .seconds(10)
    /// The time from the head of a request to the end of its body, or to `progress` more bytes of it.
    public var request: Duration = .seconds(30)
    /// The time from the head of a request to the end of its whole body. Uploads have no such limit, because a file
    /// may take hours.
    public var wholeRequest: Duration = .seconds(60)
    /// The time from the end of a request until the peer has read the whole answer, or `progress` more bytes of it.
    public var answer: Duration = .seconds(120)
    /// The bytes of a body or an answer that restart its time limit.
    public var progress = 64 << 10
    /// How long a connection may be idle between two requests, or between two parts of a body.
    public var idle: Duration = .seconds(60)
    /// The time between two pings of a socket. A peer that stays silent for two of them is considered dead.
    public var ping: Duration = .seconds(20)
    /// How long a slow peer may suspend senders before its connection is closed.
    public var stalledSend: Duration = .seconds(30)
    /// How long a closing connection waits for the peer to close its side.
    public var closeLinger: Duration = .seconds(2)
    /// How long running requests and handlers of sockets may continue when the server stops.
    public var shutdownGrace: Duration = .seconds(5)

    /// The connections beyond `connections` that may be held to turn them away with an answer.
    static let turnedAway = 32

    /// Whether programs on this machine are counted by their address too; for tests.
    package var countsLoopback = false

    /// The most connections of one address.
    var connectionsPerAddress: Int { max(8, connections / 4) }
    /// The most connections of one address that have not shown a token.
    var newcomersPerAddress: Int { connectionsPerAddress / 4 }
    /// The most windows of one address.
    var windowsPerAddress: Int { connectionsPerAddress * 3 / 4 }

    /// The default limits.
    public init() {}
}
