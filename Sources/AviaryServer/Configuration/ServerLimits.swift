/// The time limits and size limits that a server applies to its peers. Sizes are in bytes.
public struct ServerLimits: Sendable {
    /// The longest message that a socket accepts, in bytes. A longer one closes the socket with code 1009.
    public var inboundMessage = 32 << 10
    /// The bytes that may wait for a slow reader before senders are suspended. An HTTP sender resumes at a quarter of
    /// this. A sender on a WebSocket resumes when the system has taken its message.
    public var writeHighWaterMark = 256 << 10
    /// The most open connections. One address may have a quarter of them, and at least 8. Programs on this machine have
    /// no limit of their own.
    ///
    /// Beyond the limit, a new connection replaces the oldest connection that has shown no token, or else the
    /// connection that has been idle longest. If there is none, the new connection is answered with status 503.
    public var connections = 512
    /// The time from opening a connection, including the TLS handshake, to a complete request head.
    public var firstRequest: Duration = .seconds(10)
    /// How long the body of a request may take after the head. Each `progress` bytes of the body restart this time.
    public var request: Duration = .seconds(30)
    /// The time from the head of a request to the end of its whole body. Uploads have no such limit, because a file
    /// may take hours.
    public var wholeRequest: Duration = .seconds(60)
    /// How long an answer may take, from the end of the request until its last byte is written to the socket. Each
    /// `progress` bytes restart this time.
    public var answer: Duration = .seconds(120)
    /// How many bytes of a body or an answer restart its time limit.
    public var progress = 64 << 10
    /// How long a connection may be idle between two requests, or between two parts of a body.
    public var idle: Duration = .seconds(60)
    /// The time between two pings of a socket. A peer that sends nothing from one ping to the next is considered dead.
    public var ping: Duration = .seconds(20)
    /// How long a slow peer may suspend senders before its connection is closed.
    public var stalledSend: Duration = .seconds(30)
    /// How long a closing connection waits for the peer to close its side.
    public var closeLinger: Duration = .seconds(2)
    /// How long open sockets may continue when the server stops. Requests and handlers that run longer than this,
    /// `closeLinger` and half a second are cancelled.
    public var shutdownGrace: Duration = .seconds(5)

    /// The most connections beyond `connections` that are open at a time, only to be refused with an answer.
    static let turnedAway = 32

    /// Whether the limits for one address also apply to programs on this machine; for tests.
    package var countsLoopback = false

    /// The most connections of one address.
    var connectionsPerAddress: Int { max(8, connections / 4) }
    /// The most connections of one address without an allowed request.
    var newcomersPerAddress: Int { connectionsPerAddress / 4 }
    /// The most open WebSockets of one address. Each belongs to one window of a browser.
    var windowsPerAddress: Int { connectionsPerAddress * 3 / 4 }

    /// The default limits.
    public init() {}
}
