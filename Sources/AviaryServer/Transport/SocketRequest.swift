import NIOCore
import NIOHTTP1

/// The request that opens a socket.
struct SocketRequest: Sendable {
    let head: HTTPRequestHead
    let remoteAddress: SocketAddress?

    /// The path as sent: percent-encoded, without the query.
    var path: Substring { head.uri.prefix { $0 != "?" } }
}

/// The visitor to whom a browser window belongs.
struct WindowOwner: Sendable {
    let address: PeerAddress?
    let session: SessionState
}

/// The session that a request's cookie names.
enum SessionState: Equatable, Sendable {
    case none
    case open(String)
    case ended
}
