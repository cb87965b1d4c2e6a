import NIOCore
import NIOHTTP1
import Synchronization

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
    /// What the check of the app has to answer before the window opens; `nil` if the app has no check.
    var question: WindowQuestion?
}

/// The request that opens a window, until the check of the app has answered. After that it is released.
final class WindowQuestion: Sendable {
    private let request: Mutex<VisitorRequest?>

    init(_ request: VisitorRequest) { self.request = Mutex(request) }

    func take() -> VisitorRequest? { request.withLock { $0.take() } }
}

/// Whether a window may open.
enum WindowAdmission: Sendable {
    case open(VisitorEntry)
    case close(CloseCode)
}

/// The session that a request's cookie names.
enum SessionState: Equatable, Sendable {
    case none
    case open(String)
    case ended
}
