import NIOCore
import NIOHTTP1

/// Stands between the parser of a connection and everything that answers its requests.
///
/// - Only a connection's first request may open a WebSocket, and only with `mayUpgrade`'s consent. NIO's upgrade
///   handler loses a request whose upgrade it refuses (swift-nio#2632), and the parser reads nothing behind any request
///   with an `Upgrade`. So such a request has that header taken off, is marked, and goes to the router as the
///   connection's last.
/// - A request that does not say once which host it is for says none: which of two a reader takes is a guess.
/// - A whole head must come in time: from the opening, and from the answer before.
/// - What cannot be parsed as a first request is answered 400; later ones are answered by Hummingbird.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Marks a request for a WebSocket that was not opened. A peer's own is removed.
    static let refusedUpgrade = "aviary-refused-upgrade"

    private let limits: ServerLimits
    private let mayUpgrade: (HTTPRequestHead) -> Bool
    private var headDeadline: Scheduled<Void>?
    private var sawHead = false
    private var upgraded = false
    private var closesAfterAnswer = false

    init(limits: ServerLimits, mayUpgrade: @escaping (HTTPRequestHead) -> Bool) {
        self.limits = limits
        self.mayUpgrade = mayUpgrade
    }

    func handlerAdded(context: ChannelHandlerContext) { expectHead(within: limits.firstRequest, context) }

    func handlerRemoved(context: ChannelHandlerContext) { headDeadline?.cancel() }

    private func expectHead(within time: Duration, _ context: ChannelHandlerContext) {
        let channel = context.channel
        headDeadline?.cancel()
        headDeadline = context.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Behind an upgrade come the parser's left-over bytes, which are no request part.
        guard !upgraded, case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        headDeadline?.cancel()
        head.headers.remove(name: Self.refusedUpgrade)
        if head.headers["host"].count != 1 { head.headers.remove(name: "host") }
        if head.asksForUpgrade {
            upgraded = !sawHead && head.opensWebSocket && mayUpgrade(head)
            if !upgraded { withdrawUpgrade(from: &head) }
        }
        sawHead = true
        if !upgraded, !head.isKeepAlive {
            closesAfterAnswer = true
            head.headers.replaceOrAdd(name: "connection", value: "close")  // The only spelling Hummingbird knows.
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func withdrawUpgrade(from head: inout HTTPRequestHead) {
        if head.asksForWebSocket { head.headers.add(name: Self.refusedUpgrade, value: "websocket") }
        head.headers.remove(name: "upgrade")
        head.headers.replaceOrAdd(name: "connection", value: "close")
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where closesAfterAnswer:
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            context.write(data, promise: promise)
            // Lingering: what the peer has sent and nobody read would make the kernel reset the answer away.
            expectHead(within: closesAfterAnswer ? limits.closeLinger : limits.idle, context)
        default:
            context.write(data, promise: promise)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !sawHead, error is HTTPParserError else { return context.fireErrorCaught(error) }
        sawHead = true
        let head = HTTPResponseHead(
            version: .http1_1, status: .badRequest, headers: ["connection": "close", "content-length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(mode: .output, promise: nil)
        expectHead(within: limits.closeLinger, context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Nothing further in knows of this connection yet.
        if event is ChannelShouldQuiesceEvent, !sawHead { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
