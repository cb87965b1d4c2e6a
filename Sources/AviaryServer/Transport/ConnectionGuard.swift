import NIOCore
import NIOHTTP1

/// Stands between the parser of a connection and everything that answers its requests.
///
/// - Only a connection's first request may open a WebSocket, and only with `mayUpgrade`'s consent. NIO's upgrade
///   handler loses a request whose upgrade it refuses (swift-nio#2632), and the parser reads nothing behind any request
///   with an `Upgrade`. So such a request has that header taken off, is marked, and goes to the router as the
///   connection's last.
/// - A request that does not say once which host it is for says none: which of two a reader takes is a guess.
/// - Each part must come in time: a head from the opening or from the answer before, a body from its head, and the peer
///   must take the answer. Only `ServerLimits.progress` bytes more of a body, or of an answer, prolong that: a file may
///   take hours, a drip may not. A body that is no upload has an end in all.
/// - On a connection that is turned away, any request but for `/healthz` is marked, for the answer 503, and is the last.
/// - What cannot be parsed as a first request is answered 400; later ones are answered by Hummingbird.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Marks a request for a WebSocket that was not opened. A peer's own is removed.
    static let refusedUpgrade = "aviary-refused-upgrade"
    /// Marks a request that there is no room for.
    static let turnedAway = "aviary-turned-away"

    private let limits: ServerLimits
    private let seat: Connections.Seat
    private let mayUpgrade: (HTTPRequestHead) -> Bool
    private var deadline: Scheduled<Void>?
    /// When the connection is closed; later than `deadline` fires, when there was progress since.
    private var end = NIODeadline.distantFuture
    /// When the body that is read has to be there, however it comes.
    private var bodyEnd = NIODeadline.distantFuture
    /// Bytes of a body, or of an answer, since the deadline was set.
    private var moved = 0
    private var sawHead = false
    private var isReadingBody = false
    /// Requests whose answers are not yet written.
    private var unanswered = 0
    private var upgraded = false
    private var closesAfterAnswer = false
    /// Whether all of a request was read that said it is the last.
    private var sawLastRequest = false
    private var isLastAnswer = false
    /// Whether the last answer was written. What comes behind its request is dropped.
    private var isDone = false

    init(limits: ServerLimits, seat: Connections.Seat, mayUpgrade: @escaping (HTTPRequestHead) -> Bool) {
        self.limits = limits
        self.seat = seat
        self.mayUpgrade = mayUpgrade
    }

    func handlerAdded(context: ChannelHandlerContext) { close(in: limits.firstRequest, context) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    /// Closes the connection at that time, unless the next step comes before.
    private func close(in time: Duration, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        moved = 0
        end = .now() + TimeAmount(time)
        wait(context)
    }

    private func wait(_ context: ChannelHandlerContext) {
        let this = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(deadline: end) {
            let (handler, context) = this.value
            if .now() < handler.end { handler.wait(context) } else { context.close(promise: nil) }
        }
    }

    /// Gives what is under way more time.
    private func move(_ bytes: Int, _ time: Duration) {
        moved += bytes
        guard moved >= limits.progress else { return }
        moved = 0
        end = min(.now() + TimeAmount(time), bodyEnd)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Behind an upgrade come the parser's left-over bytes, which are no request part.
        guard !upgraded else { return context.fireChannelRead(data) }
        guard !isDone, !sawLastRequest else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): read(head, context)
        case .body(let bytes):
            move(bytes.readableBytes, limits.request)
            context.fireChannelRead(data)
        case .end:
            isReadingBody = false
            bodyEnd = .distantFuture
            sawLastRequest = closesAfterAnswer
            if unanswered > 0 { close(in: limits.answer, context) }
            context.fireChannelRead(data)
        }
    }

    private func read(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        var head = head
        isReadingBody = true
        unanswered += 1
        seat.beginRequest()
        close(in: limits.request, context)
        bodyEnd = head.asksForUpload ? .distantFuture : .now() + TimeAmount(limits.wholeRequest)
        head.headers.remove(name: Self.refusedUpgrade)
        head.headers.remove(name: Self.turnedAway)
        if head.headers["host"].count != 1 { head.headers.remove(name: "host") }
        if head.asksForUpgrade {
            upgraded = !sawHead && head.opensWebSocket && mayUpgrade(head)
            if upgraded { deadline?.cancel() } else { withdrawUpgrade(from: &head) }
        }
        if !seat.isServed, !upgraded {
            head.headers.replaceOrAdd(name: "connection", value: "close")
            if !head.asksForHealth { head.headers.add(name: Self.turnedAway, value: "full") }
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
        guard !isDone else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // An answer before the end of its request is the last: the rest of the request is not read.
            isLastAnswer =
                unanswered == 1 && (closesAfterAnswer || isReadingBody) || head.headers["connection"] == ["close"]
            if isLastAnswer { head.headers.replaceOrAdd(name: "connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            context.write(data, promise: promise)
            unanswered -= 1
            if isLastAnswer { finish(context) } else if unanswered == 0 { rest(context) }
        case .body(let bytes):
            if !isReadingBody { move(bytes.readableBytes, limits.answer) }
            context.write(data, promise: promise)
        }
    }

    private func rest(_ context: ChannelHandlerContext) {
        seat.endRequest()
        close(in: limits.idle, context)
    }

    /// Ends the output, and lingers: with unread bytes of the peer the kernel would reset the connection, and the answer
    /// would be lost.
    private func finish(_ context: ChannelHandlerContext) {
        isDone = true
        seat.endRequest()
        context.flush()
        context.close(mode: .output, promise: nil)
        close(in: limits.closeLinger, context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !sawHead, error is HTTPParserError else { return context.fireErrorCaught(error) }
        sawHead = true
        let head = HTTPResponseHead(
            version: .http1_1, status: .badRequest, headers: ["connection": "close", "content-length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        finish(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Nothing further in knows of this connection yet.
        if event is ChannelShouldQuiesceEvent, !sawHead { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
