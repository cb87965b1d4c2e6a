/// How long a server waits for a peer, and how much it holds for one.
public struct ServerLimits: Sendable {
    /// Bytes of the longest message a socket takes; a longer one closes it with 1009.
    public var inboundMessage = 32 << 10
    /// Bytes that may wait for a slow reader before senders are suspended. They resume at a quarter of it.
    public var writeHighWaterMark = 256 << 10
    /// Open connections; those beyond it wait to be accepted.
    public var connections = 512
    /// Time from the opening of a connection, handshake of TLS included, to a whole request head.
    public var firstRequest: Duration = .seconds(10)
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

    public init() {}
}
