import NIOCore
import NIOHTTP1

/// Enforces the rules of a connection, between its HTTP parser and the handlers that answer its requests.
///
/// - Only a connection's first request may open a WebSocket, and only if `mayUpgrade` allows it. NIO's upgrade handler
///   loses a request whose upgrade it refuses (swift-nio#2632). The parser also stops reading after a request with an
///   `Upgrade` header. So if an upgrade is not allowed, this handler removes the header, marks the request, and passes
///   it to the router as the connection's last request.
/// - A request with several `Host` headers is treated as a request without one, because programs differ in which of
///   them they choose.
/// - Each part has a time limit: the head after the opening or the last answer, the body after its head, and the answer
///   after its request. Each further `ServerLimits.progress` bytes of a body or an answer extend its limit. So a large
///   file may take hours, but a slow trickle may not. The whole body also has a limit, unless it is an upload.
/// - A connection beyond the limits (`ConnectionLedger`) is *turned away*. Its first request is marked and answered
///   with 503, and is the last. Only a request for `/healthz` is answered normally.
/// - A client that waits for permission to send a body (`Expect: 100-continue`) gets it at once, unless an earlier
///   request is unanswered or the connection is turned away.
/// - The prefix of the app is removed from the path, so that everything after this handler knows its own addresses.
/// - If the first request cannot be parsed, the answer is 400. Hummingbird answers later requests that cannot be
///   parsed.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Marks a request for a WebSocket that was refused. The same header sent by a peer is removed.
    static let refusedUpgrade = "aviary-refused-upgrade"
    /// Marks a request on a connection that is turned away.
    static let turnedAway = "aviary-turned-away"

    private let limits: ServerLimits
    private let seat: Connections.Seat
    private let prefix: PathPrefix
    private let mayUpgrade: (HTTPRequestHead) -> Bool
    private var deadline: Scheduled<Void>?
    /// The time at which the connection is closed. Progress moves this time, so `deadline` may fire too early. If so, a
    /// new deadline is scheduled.
    private var end = NIODeadline.distantFuture
    /// The time by which the current body must be complete, whatever its progress.
    private var bodyEnd = NIODeadline.distantFuture
    /// The bytes of a body or an answer since `end` was last set.
    private var moved = 0
    private var sawHead = false
    private var isReadingBody = false
    /// The number of requests whose answers are not yet written.
    private var unanswered = 0
    private var upgraded = false
    private var closesAfterAnswer = false
    /// Whether a request that announced itself as the last was read completely.
    private var sawLastRequest = false
    private var isLastAnswer = false
    /// Whether the last answer was written. Later bytes from the peer are dropped.
    private var isDone = false

    init(
        limits: ServerLimits, seat: Connections.Seat, prefix: PathPrefix,
        mayUpgrade: @escaping (HTTPRequestHead) -> Bool
    ) {
        self.limits = limits
        self.seat = seat
        self.prefix = prefix
        self.mayUpgrade = mayUpgrade
    }

    func handlerAdded(context: ChannelHandlerContext) { close(in: limits.firstRequest, context) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    /// Closes the connection after `time`, unless this method is called again before that.
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

    /// Extends the current time limit if enough bytes have moved since it was last extended.
    private func move(_ bytes: Int, _ time: Duration) {
        moved += bytes
        guard moved >= limits.progress else { return }
        moved = 0
        end = min(.now() + TimeAmount(time), bodyEnd)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // After an upgrade the parser passes on its remaining bytes, which are not parts of a request.
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
        head.uri = prefix.removed(from: head.uri)
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
            head.headers.replaceOrAdd(name: "connection", value: "close")  // The only spelling that Hummingbird knows.
        }
        // This permission must not come before answers to earlier requests of the connection.
        if head.asksToContinue, unanswered == 1, seat.isServed {
            let permission = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(permission)), promise: nil)
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
            // An answer before the end of its request is the last, because the rest of the request is not read.
            isLastAnswer =
                unanswered == 1 && (closesAfterAnswer || isReadingBody) || head.headers["connection"] == ["close"]
            if isLastAnswer { head.headers.replaceOrAdd(name: "connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            context.write(data, promise: promise)
            unanswered -= 1
            if isLastAnswer { finish(context) } else if unanswered == 0 { awaitRequest(context) }
        case .body(let bytes):
            if !isReadingBody { move(bytes.readableBytes, limits.answer) }
            context.write(data, promise: promise)
        }
    }

    private func awaitRequest(_ context: ChannelHandlerContext) {
        seat.endRequest()
        close(in: limits.idle, context)
    }

    /// Closes the output, and keeps reading for `closeLinger`. If the peer's bytes stayed unread, the kernel would
    /// reset the connection, and the answer would be lost.
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
        // Before the first head, no further handler has received anything from this connection, so it can be closed at
        // once.
        if event is ChannelShouldQuiesceEvent, !sawHead { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
