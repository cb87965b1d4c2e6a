package import NIOCore
package import NIOHTTP1

/// The request a socket was opened with.
package struct SocketRequest: Sendable {
    package let head: HTTPRequestHead
    package let remoteAddress: SocketAddress?

    package init(head: HTTPRequestHead, remoteAddress: SocketAddress?) {
        self.head = head
        self.remoteAddress = remoteAddress
    }

    /// The path, as sent: percent-encoded, without the query.
    package var path: Substring { head.uri.prefix { $0 != "?" } }

    /// The query, as sent, without its question mark; empty when there is none.
    package var query: Substring { head.uri.drop { $0 != "?" }.dropFirst() }
}
