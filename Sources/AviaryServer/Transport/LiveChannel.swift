import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Serves HTTP/1.1. A connection becomes a WebSocket if its first request asks for it and is allowed to.
///
/// A class, so that all connections share one object. The task of each connection would keep a copy of a struct.
final class LiveChannel: HTTPChannelHandler {
    typealias HTTP = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    enum Negotiated: Sendable {
        case http(HTTP)
        /// The WebSocket of a browser window, with its received messages, its owner, and whether its messages may be
        /// compressed. The request is released, so that it does not live as long as the window.
        case webSocket(Inbox, WindowOwner, deflates: Bool)
    }

    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<Negotiated>
        let seat: Connections.Seat
        let channel: any Channel
    }

    let responder: Responder
    let limits: ServerLimits
    let connections: Connections
    /// Whether the listener uses TLS.
    let isSecure: Bool
    let prefix: PathPrefix
    /// Returns the owner of an opened socket.
    let owner: @Sendable (SocketRequest) -> WindowOwner
    /// Returns whether the session with this key is open.
    let isSessionOpen: @Sendable (String) -> Bool
    /// Asks the check of the app about a window.
    let admit: @Sendable (VisitorRequest, PeerAddress?) async -> WindowAdmission
    /// Returns whether a well-formed request may open a WebSocket. It is called on the event loop.
    let mayUpgrade: @Sendable (SocketRequest) -> Bool
    let onSocket: @Sendable (LiveSocket) async throws -> Void

    init(
        responder: @escaping Responder, limits: ServerLimits, connections: Connections, isSecure: Bool,
        prefix: PathPrefix,
        owner: @escaping @Sendable (SocketRequest) -> WindowOwner,
        isSessionOpen: @escaping @Sendable (String) -> Bool,
        admit: @escaping @Sendable (VisitorRequest, PeerAddress?) async -> WindowAdmission = { _, _ in
            .open(VisitorEntry())
        },
        mayUpgrade: @escaping @Sendable (SocketRequest) -> Bool,
        onSocket: @escaping @Sendable (LiveSocket) async throws -> Void
    ) {
        (self.responder, self.limits, self.connections, self.isSecure) = (responder, limits, connections, isSecure)
        (self.prefix, self.admit) = (prefix, admit)
        (self.owner, self.isSessionOpen, self.mayUpgrade, self.onSocket) = (owner, isSessionOpen, mayUpgrade, onSocket)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let high = limits.writeHighWaterMark
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: high / 4, high: high))
            channel.limitSendBuffer(limits.writeHighWaterMark / 2)
            try channel.syncOptions?.setOption(.recvAllocator, value: Self.receiveBuffers)
            let encoder = HTTPResponseEncoder()
            let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
            let remoteAddress = channel.remoteAddress
            let seat = connections.open(channel)
            let guardian = ConnectionGuard(limits: limits, seat: seat, prefix: prefix) { [mayUpgrade, owner] head in
                let request = SocketRequest(head: head, remoteAddress: remoteAddress)
                guard mayUpgrade(request) else { return false }
                // A connection that becomes a window must not be closed to make room for another one.
                let owner = owner(request)
                if owner.session != .ended, owner.question == nil { seat.letIn() }
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

    /// The sizes of receive buffers. A channel keeps its receive buffer while it is idle, so the first one is small.
    /// Buffers grow with the traffic.
    private static let receiveBuffers = AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 65_536)

    private func makeUpgrader() -> NIOTypedWebSocketServerUpgrader<Negotiated> {
        NIOTypedWebSocketServerUpgrader(
            maxFrameSize: limits.inboundMessage,
            enableAutomaticErrorHandling: false,  // NIO's own one would not wait for the peer.
            shouldUpgrade: { channel, head in
                let deflates = MessageDeflate.isOffered(by: head.headers)
                return channel.eventLoop.makeSucceededFuture(
                    deflates ? [MessageDeflate.field.name: MessageDeflate.field.value] : [:])
            },
            upgradePipelineHandler: { [self] channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let inbox = Inbox { channel.read() }
                    let deflates = MessageDeflate.isOffered(by: head.headers)
                    let handler = SocketHandler(inbox, limits: limits, deflates: deflates)
                    try channel.pipeline.syncOperations.addHandler(handler)
                    let owner = owner(SocketRequest(head: head, remoteAddress: channel.remoteAddress))
                    return .webSocket(inbox, owner, deflates: deflates)
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
            case .webSocket(let inbox, let owner, let deflates):
                try await handleSocket(inbox, of: owner, at: value, deflates: deflates)
            }
        } catch {
            logger.debug("A connection ended early.", metadata: ["error": "\(error)"])
            value.channel.close(promise: nil)
        }
    }

    // A separate function, so that the task of an open WebSocket has no stack frame for requests and responses.
    @inline(never) private func handleSocket(
        _ inbox: Inbox, of owner: WindowOwner, at value: Value, deflates: Bool
    ) async throws {
        let admission = await admission(of: owner, at: value.seat)
        let address = owner.address.flatMap { $0.isLoopback && !limits.countsLoopback ? nil : $0 }
        let outbox = Outbox(channel: value.channel, limits: limits, deflates: deflates)
        try await LiveSocket.run(on: value.channel, inbox, outbox, from: address, admission) { try await onSocket($0) }
    }

    @inline(never) private func admission(of owner: WindowOwner, at seat: Connections.Seat) async -> WindowAdmission {
        if let refusal = open(for: owner, at: seat) { return .close(refusal) }
        guard let question = owner.question else { return .open(VisitorEntry()) }
        guard let request = question.take() else { return .close(.internalError) }
        let admission = await admit(request, owner.address)
        if case .open = admission { seat.letIn() }
        return admission
    }

    /// - Returns: The code with which the window must be closed at once; `nil` if it stays open.
    private func open(for owner: WindowOwner, at seat: Connections.Seat) -> CloseCode? {
        if owner.session == .ended { return .signedOut }
        guard seat.openWindow(for: owner) else { return .tryAgainLater }
        // Signing out closes only registered windows. The session may have ended before this window was registered. So
        // the session is checked after the registration.
        guard case .open(let key) = owner.session, !isSessionOpen(key) else { return nil }
        return .signedOut
    }
}

extension Channel {
    /// Limits the unsent bytes in the kernel's send buffer to about `bytes`.
    ///
    /// Otherwise the kernel would buffer megabytes for each slow reader, which are outdated by the time they reach the
    /// browser. If the system does not support the option, its own limits apply.
    fileprivate func limitSendBuffer(_ bytes: Int) {
        #if os(Linux)
            let notSentLowWaterMark = NIOBSDSocket.Option(rawValue: 25)  // TCP_NOTSENT_LOWAT, linux/tcp.h
        #else
            let notSentLowWaterMark = NIOBSDSocket.Option(rawValue: 0x201)  // netinet/tcp.h
        #endif
        try? syncOptions?.setOption(.tcpOption(notSentLowWaterMark), value: SocketOptionValue(bytes))
    }
}
