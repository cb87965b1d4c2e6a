import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// HTTP/1.1 and, for connections whose first request asks for it, WebSocket on the same port.
///
/// One object for all connections, since the task of each holds what it is handled by.
final class LiveChannel: HTTPChannelHandler {
    typealias HTTP = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    enum Negotiated: Sendable {
        case http(HTTP)
        /// A window: what its peer says, and whom it belongs to. The request is not kept for as long as the window.
        case webSocket(Inbox, WindowOwner)
    }

    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<Negotiated>
        let seat: Connections.Seat
        let channel: any Channel
    }

    let responder: Responder
    let limits: ServerLimits
    let connections: Connections
    /// Whether the listener speaks TLS.
    let isSecure: Bool
    /// Whom an opened socket belongs to.
    let owner: @Sendable (SocketRequest) -> WindowOwner
    /// Whether the session of that key is open.
    let isSessionOpen: @Sendable (String) -> Bool
    /// Decides, on the event loop, about a well-formed request to open a WebSocket.
    let mayUpgrade: @Sendable (SocketRequest) -> Bool
    let onSocket: @Sendable (LiveSocket) async throws -> Void

    init(
        responder: @escaping Responder, limits: ServerLimits, connections: Connections, isSecure: Bool,
        owner: @escaping @Sendable (SocketRequest) -> WindowOwner,
        isSessionOpen: @escaping @Sendable (String) -> Bool,
        mayUpgrade: @escaping @Sendable (SocketRequest) -> Bool,
        onSocket: @escaping @Sendable (LiveSocket) async throws -> Void
    ) {
        (self.responder, self.limits, self.connections, self.isSecure) = (responder, limits, connections, isSecure)
        (self.owner, self.isSessionOpen, self.mayUpgrade, self.onSocket) = (owner, isSessionOpen, mayUpgrade, onSocket)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let high = limits.writeHighWaterMark
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: high / 4, high: high))
            channel.keepSendBufferShort(limits.writeHighWaterMark / 2)
            try channel.syncOptions?.setOption(.recvAllocator, value: Self.receiveBuffers)
            let encoder = HTTPResponseEncoder()
            let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
            let remoteAddress = channel.remoteAddress
            let seat = connections.open(channel)
            let guardian = ConnectionGuard(limits: limits, seat: seat) { [mayUpgrade, owner] head in
                let request = SocketRequest(head: head, remoteAddress: remoteAddress)
                guard mayUpgrade(request) else { return false }
                // While it becomes a window, it is not closed to make room for another connection.
                if owner(request).session != .ended { seat.letIn() }
                return true
            }
            let upgrade = NIOTypedHTTPServerUpgradeHandler<Negotiated>(
                httpEncoder: encoder,
                extraHTTPHandlers: [decoder, guardian],
                upgradeConfiguration: .init(upgraders: [makeUpgrader()]) { [self] channel in
                    channel.eventLoop.makeCompletedFuture { .http(try makeHTTP(on: channel, logger: logger)) }
                })
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(StalledSendHandler(limit: limits.stalledSend))
            try pipeline.addHandlers([encoder, decoder, guardian, upgrade])
            return Value(negotiated: upgrade.upgradeResultFuture, seat: seat, channel: channel)
        }
    }

    /// A channel holds the buffer that it has read into last, so an idle window does not begin with a large one. It
    /// grows with what comes.
    private static let receiveBuffers = AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 65_536)

    private func makeUpgrader() -> NIOTypedWebSocketServerUpgrader<Negotiated> {
        NIOTypedWebSocketServerUpgrader(
            maxFrameSize: limits.inboundMessage,
            enableAutomaticErrorHandling: false,  // It would close without lingering.
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { [self] channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let inbox = Inbox { channel.read() }
                    try channel.pipeline.syncOperations.addHandler(SocketHandler(inbox, limits: limits))
                    return .webSocket(inbox, owner(SocketRequest(head: head, remoteAddress: channel.remoteAddress)))
                }
            })
    }

    private func makeHTTP(on channel: any Channel, logger: Logger) throws -> HTTP {
        try channel.pipeline.syncOperations.addHandlers([
            HTTP1ToHTTPServerCodec(secure: isSecure),
            HTTPConnectionStateHandler(idleTimeout: limits.idle, logger: logger),
        ])
        return try HTTP(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.negotiated.get() {
            case .http(let channel):
                await handleHTTP(asyncChannel: channel, logger: logger)
            case .webSocket(let inbox, let owner):
                try await handleSocket(inbox, of: owner, at: value)
            }
        } catch {
            logger.debug("A connection ended early.", metadata: ["error": "\(error)"])
            value.channel.close(promise: nil)
        }
    }

    // Apart, so that an open window has no room for requests and responses in its task.
    @inline(never) private func handleSocket(_ inbox: Inbox, of owner: WindowOwner, at value: Value) async throws {
        let refusal = open(for: owner, at: value.seat)
        let address = owner.address.flatMap { $0.isLoopback && !limits.countsLoopback ? nil : $0 }
        let outbox = Outbox(channel: value.channel, limits: limits)
        try await LiveSocket.run(on: value.channel, inbox, outbox, from: address) { socket in
            if let refusal { socket.close(refusal) } else { try await onSocket(socket) }
        }
    }

    /// - Returns: Why the window is closed again; `nil` when it is open.
    private func open(for owner: WindowOwner, at seat: Connections.Seat) -> CloseCode? {
        if owner.session == .ended { return .signedOut }
        guard seat.openWindow(for: owner) else { return .tryAgainLater }
        // The session may have ended since the upgrade, when signing out did not find this window yet. From here on it
        // does, so the session is looked up after the window was registered.
        guard case .open(let key) = owner.session, !isSessionOpen(key) else { return nil }
        return .signedOut
    }
}
