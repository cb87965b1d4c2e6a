import NIOCore
import NIOWebSocket

/// A command of a socket's task to its channel.
enum SocketCommand: Sendable {
    case text(ByteBuffer)
    /// A text that `MessageDeflate` has compressed.
    case deflated(ByteBuffer)
    case close(CloseCode)
    /// The closure that owns the socket has returned. Close with code 1001 if the server is stopping, otherwise with
    /// 1000.
    case finish
}

/// Runs a `SocketConversation` on a channel, with pings, time limits and a close handshake. Received messages go to an
/// `Inbox`.
///
/// After the close frame the channel keeps reading, and drops the bytes. It ends when the peer closes, or after
/// `closeLinger`. If bytes were unread at `close(2)`, the kernel would send a reset, and the peer would lose the close
/// code.
final class SocketHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = SocketCommand
    typealias OutboundOut = WebSocketFrame

    private let inbox: Inbox
    private let interval, grace, linger: TimeAmount
    private var conversation: SocketConversation
    private var context: ChannelHandlerContext?
    private var nextPing: NIOScheduledCallback?
    private var lastCall: Scheduled<Void>?
    private var isStopping = false
    /// Whether anything was received since the last ping.
    private var heard = true
    /// Whether the channel is not read, because many messages wait in the inbox.
    private var isPaused = false
    /// Whether a pong is being sent, and the data of the next one.
    private var isPonging = false
    private var nextPong: ByteBuffer?

    /// - Parameter deflates: Whether the peer may compress its messages.
    init(_ inbox: Inbox, limits: ServerLimits, deflates: Bool = false) {
        self.inbox = inbox
        interval = TimeAmount(limits.ping)
        grace = TimeAmount(limits.shutdownGrace)
        linger = TimeAmount(limits.closeLinger)
        conversation = SocketConversation(maximumMessage: limits.inboundMessage, deflates: deflates)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedulePing(on: context.eventLoop)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        nextPing?.cancel()
        lastCall?.cancel()
        inbox.finish()
    }

    /// Schedules the next ping. A callback is used, because a repeated task would hold half a dozen objects for each
    /// window.
    private func schedulePing(on eventLoop: some EventLoop) {
        nextPing = try? eventLoop.assumeIsolated().scheduleCallback(in: interval, handler: self)
    }

    /// Closes the connection if nothing was received since the last ping. Otherwise sends the next ping. Both are
    /// skipped while the channel is not read, and while the peer has not read earlier messages, because then no answer
    /// can be expected.
    private func keepAlive(_ context: ChannelHandlerContext) {
        guard !conversation.isClosing else { return }
        guard !isPaused, context.channel.isWritable else {
            heard = true
            return
        }
        guard heard else { return context.close(promise: nil) }
        heard = false
        send(.ping, ByteBuffer(), context)
    }

    // MARK: From the peer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        heard = true
        perform(conversation.receive(unwrapInboundIn(data)), context)
    }

    /// Reads more, unless many messages wait. While closing it always reads, because the bytes are dropped.
    func read(context: ChannelHandlerContext) {
        isPaused = !conversation.isClosing && !inbox.takesMore()
        if !isPaused { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: perform(conversation.close(.messageTooLarge), context)
        case is NIOWebSocketError: perform(conversation.close(.protocolError), context)
        // These are bytes after a frame that could not be parsed. They are dropped, because the socket is closing.
        case ByteToMessageDecoderError.dataReceivedInErrorState where conversation.isClosing: break
        default: context.close(promise: nil)  // Many sockets end with a lost peer. The messages end too.
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: context.close(promise: nil)
        case is ChannelShouldQuiesceEvent: stop(context)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: From the server

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .text(let text): write(text, isDeflated: false, context, promise: promise)
        case .deflated(let text): write(text, isDeflated: true, context, promise: promise)
        case .close(let code):
            perform(conversation.close(code), context)
            promise?.succeed()
        case .finish:
            perform(conversation.close(isStopping ? .goingAway : .normal), context)
            promise?.succeed()
        }
    }

    private func write(
        _ text: ByteBuffer, isDeflated: Bool, _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?
    ) {
        guard !conversation.isClosing else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        let frame = WebSocketFrame(fin: true, rsv1: isDeflated, opcode: .text, data: text)
        context.write(wrapOutboundOut(frame), promise: promise)
    }

    /// Ends the messages, so that the closure that owns the socket can finish and return. After the grace period the
    /// socket is closed.
    private func stop(_ context: ChannelHandlerContext) {
        guard !isStopping else { return }
        isStopping = true
        inbox.finish()
        let this = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        lastCall = context.eventLoop.scheduleTask(in: grace) {
            let (handler, context) = this.value
            handler.perform(handler.conversation.close(.goingAway), context)
        }
    }

    // MARK: Acting

    private func perform(_ action: SocketConversation.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .nothing: break
        case .deliver(let message): deliver(message, context)
        case .pong(let data): pong(data, context)
        case .disconnect: context.close(promise: nil)
        case .sendClose(let code, let peerIsDone): sendClose(code, peerIsDone: peerIsDone, context)
        }
    }

    private func deliver(_ message: ByteBuffer, _ context: ChannelHandlerContext) {
        guard !isStopping, !inbox.add(message) else { return }
        perform(conversation.close(.policyViolation), context)
    }

    /// Sends one pong at a time, so that a peer that reads nothing does not fill the memory with pongs. Of the pings
    /// that arrive while a pong is being sent, only the latest is answered, as RFC 6455 allows in section 5.5.3.
    private func pong(_ data: ByteBuffer, _ context: ChannelHandlerContext) {
        guard !isPonging else { return nextPong = data }
        isPonging = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { [self] _ in
            isPonging = false
            guard let data = nextPong.take(), let context = self.context, !conversation.isClosing else { return }
            pong(data, context)
        }
        send(.pong, data, context, promise: sent)
    }

    private func send(
        _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext,
        promise: EventLoopPromise<Void>? = nil
    ) {
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: promise)
    }

    private func sendClose(_ code: CloseCode?, peerIsDone: Bool, _ context: ChannelHandlerContext) {
        var body = ByteBuffer()
        if let code { body.writeInteger(code.rawValue) }
        let channel = context.channel
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: body)
        context.writeAndFlush(wrapOutboundOut(frame)).whenComplete { _ in
            if peerIsDone { channel.close(promise: nil) }
        }
        inbox.finish()  // No more messages follow.
        context.eventLoop.scheduleTask(in: linger) { channel.close(promise: nil) }
        if isPaused { read(context: context) }
    }
}

extension SocketHandler: NIOScheduledCallbackHandler {
    func handleScheduledCallback(eventLoop: some EventLoop) {
        if let context { keepAlive(context) }
        if context != nil { schedulePing(on: eventLoop) }
    }
}
