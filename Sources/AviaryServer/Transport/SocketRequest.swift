import NIOCore
import NIOHTTP1

/// The request that opens a socket.
struct SocketRequest: Sendable {
    let head: HTTPRequestHead
    let remoteAddress: SocketAddress?

    /// The path as sent: percent-encoded, without the query.
    var path: Substring { head.uri.prefix { $0 != "?" } }
}
