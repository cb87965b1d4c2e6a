/// How long a server waits for a peer, and how much it holds for one.
public struct ServerLimits: Sendable {
    /// Bytes of the longest message a socket takes; a longer one closes it with 1009.
    public var inboundMessage = 32 << 10
    /// Bytes that may wait for a slow reader before senders are suspended. They resume at a quarter of it.
    public var writeHighWaterMark = 256 << 10
    /// Open connections. One beyond it takes the place of the oldest that has shown no token, or of the one that has been
    /// idle longest, or else is answered 503. Of one address, a quarter may be open at a time.
    public var connections = 512
    /// Time from the opening of a connection, handshake of TLS included, to a whole request head.
    public var firstRequest: Duration = .seconds(10)
    /// Time from a request's head to the end of its body, or to `progress` bytes more of it.
    public var request: Duration = .seconds(30)
    /// Time from a request's head to the end of its body in all. An upload has none: a file may take hours.
    public var wholeRequest: Duration = .seconds(60)
    /// Time from the end of a request until the peer has taken the whole answer, or `progress` bytes more of it.
    public var answer: Duration = .seconds(120)
    /// Bytes of a body, or of an answer, that give the rest of it as much time again.
    public var progress = 64 << 10
    /// Time a connection may be idle between two requests, or between two parts of a body.
    public var idle: Duration = .seconds(60)
    /// Time between two pings of a socket; a peer silent for two of them is dead.
    public var ping: Duration = .seconds(20)
    /// Time a peer may keep senders suspended before its connection is closed.
    public var stalledSend: Duration = .seconds(30)
    /// Time a closing connection waits for the peer to close its side.
    public var closeLinger: Duration = .seconds(2)
    /// Time a socket's handler and a running request have to finish when the server stops.
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

    public init() {}
}
