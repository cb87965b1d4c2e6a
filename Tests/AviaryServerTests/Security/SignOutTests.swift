import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import AviaryServer

/// A browser that signs out closes its windows, those too that are about to open.
struct SignOutTests {
    private let gate: AccessGate
    private let connections: Connections
    /// The cookie of a browser that is signed in.
    private let cookie: String
    private let key: String
    private let logger = Logger(label: "test")
    private let opened = Opened()

    init() throws {
        let configuration = ServerConfiguration(
            host: "127.0.0.1", port: 8080, token: try AccessToken("correct-horse-battery"))
        let proxies = try TrustedProxies([])
        gate = AccessGate(policy: try AccessPolicy(configuration: configuration), proxies: proxies, logger: logger)
        connections = Connections(limits: configuration.limits, proxies: proxies)
        cookie = try #require(gate.beginSession().map { String($0.prefix { $0 != ";" }) })
        guard case .open(let key) = gate.session(in: [.cookie: cookie]) else { throw Failure() }
        self.key = key
    }

    private struct Failure: Error {}

    private final class Opened: Sendable {
        let count = Mutex(0)
    }

    private func makeLiveChannel() -> LiveChannel {
        LiveChannel(
            responder: { _, _, _ in }, limits: ServerLimits(), connections: connections, isSecure: false,
            prefix: .none,
            owner: { [gate] in gate.owner(of: $0) }, isSessionOpen: { [gate] in gate.isOpen($0) },
            mayUpgrade: { [gate] in gate.allows(upgrade: $0) },
            onSocket: { [opened] _ in opened.count.withLock { $0 += 1 } })
    }

    private var request: ByteBuffer {
        let lines = [
            "GET /live HTTP/1.1", "Host: 127.0.0.1:8080", "Origin: http://127.0.0.1:8080", "Cookie: \(cookie)",
            "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        return ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// The code of the close frame, which is the last to be sent.
    private func closeCode(from channel: NIOAsyncTestingChannel) async throws -> CloseCode? {
        var sent: [UInt8] = []
        while !sent.suffix(4).starts(with: [0x88, 2]) {
            sent += try await channel.waitForOutboundWrite(as: ByteBuffer.self).readableBytesView
        }
        return CloseCode(rawValue: UInt16(sent[sent.count - 2]) << 8 | UInt16(sent[sent.count - 1]))
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func aSessionThatEndsBehindTheUpgradeOpensNoWindow(ends: Bool) async throws {
        let live = makeLiveChannel()
        let channel = NIOAsyncTestingChannel()
        let value = try await channel.testingEventLoop.executeInContext { [logger] in
            live.setup(channel: channel, logger: logger)
        }.get()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 4711)).get()
        try await channel.writeInbound(request)
        guard case .webSocket(_, let owner, _) = try await value.negotiated.get() else { throw Failure() }
        #expect(owner.session == .open(key))

        if ends {
            gate.endSession(key)
            connections.signOut(key)
        }
        let handling = Task { [logger] in await live.handle(value: value, logger: logger) }
        #expect(try await closeCode(from: channel) == (ends ? .signedOut : .normal))
        #expect(opened.count.withLock { $0 } == (ends ? 0 : 1))
        _ = try? await channel.finish(acceptAlreadyClosed: true)
        await handling.value
    }
}
