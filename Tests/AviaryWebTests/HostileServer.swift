#if Web
    import Foundation
    import NIOCore
    import NIOPosix
    import NIOSSL
    import Synchronization
    import Testing

    /// A server on this machine that answers each request with whatever bytes a test likes.
    final class HostileServer: Sendable {
        struct Request: Sendable {
            /// Path and query.
            let target: String
            let head: String
            /// Counted from 1.
            let number: Int

            func header(_ name: String) -> String? {
                head.split(separator: "\r\n").dropFirst()
                    .first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                    .map { $0.drop { $0 != ":" }.dropFirst().trimmingPrefix(" ") }.map(String.init)
            }
        }

        /// One connection, to be answered in any way.
        struct Peer: Sendable {
            let channel: any Channel

            func send(_ text: String) { send(Array(text.utf8)) }

            @discardableResult func send(_ bytes: [UInt8]) -> EventLoopFuture<Void> {
                channel.writeAndFlush(ByteBuffer(bytes: bytes))
            }

            /// Says goodbye.
            func close() { channel.close(promise: nil) }

            /// Hangs up.
            func reset() {
                (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                    .whenComplete { [channel] _ in channel.close(promise: nil) }
            }

            /// A whole answer, after which the connection stays.
            ///
            /// - Parameter bodyLater: Has the head be there some time before the body.
            func answer(
                _ status: String = "200 OK", _ headers: [String] = ["Content-Type: text/plain"],
                _ body: [UInt8] = Array("Hello".utf8), bodyLater: Bool = false
            ) {
                let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
                let head = Array(lines.joined(separator: "\r\n").utf8)
                guard bodyLater else {
                    send(head + body)
                    return
                }
                send(head)
                channel.eventLoop.scheduleTask(in: .milliseconds(20)) { send(body) }
            }
        }

        let port: Int
        private let channel: any Channel
        private let log: Log

        /// Records events, for tests that wait for them.
        final class Log: Sendable {
            enum Event: Sendable { case opened, asked, closed }
            private struct State {
                var counts: [Event: Int] = [:]
                /// How many connections were open at the same time.
                var most = 0
                var requests: [Request] = []
                var observers: [(event: Event, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
            }
            private let state = Mutex(State())

            func add(_ event: Event, request: ((Int) -> Request)? = nil) -> Request? {
                let (request, due): (Request?, [CheckedContinuation<Void, Never>]) = state.withLock { state in
                    state.counts[event, default: 0] += 1
                    state.most = max(state.most, state.counts[.opened, default: 0] - state.counts[.closed, default: 0])
                    let request = request?(state.counts[event, default: 0])
                    if let request { state.requests.append(request) }
                    let due = state.observers.filter {
                        $0.event == event && state.counts[event, default: 0] >= $0.count
                    }
                    state.observers.removeAll { $0.event == event && state.counts[event, default: 0] >= $0.count }
                    return (request, due.map(\.continuation))
                }
                for continuation in due { continuation.resume() }
                return request
            }

            func count(_ event: Event) -> Int { state.withLock { $0.counts[event, default: 0] } }
            var requests: [Request] { state.withLock { $0.requests } }
            var most: Int { state.withLock { $0.most } }

            func wait(for event: Event, _ count: Int) async {
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        if state.counts[event, default: 0] >= count { return true }
                        state.observers.append((event, count, continuation))
                        return false
                    }
                    if isOver { continuation.resume() }
                }
            }
        }

        init(
            tls: NIOSSLContext? = nil, respond: @escaping @Sendable (Request, Peer) -> Void
        ) async throws {
            let log = Log()
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { child in
                    child.eventLoop.makeCompletedFuture {
                        if let tls { try child.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                        try child.pipeline.syncOperations.addHandler(Handler(log: log, respond: respond))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            port = try #require(channel.localAddress?.port)
            self.log = log
        }

        func stop() { channel.close(promise: nil) }

        var connections: Int { log.count(.opened) }
        /// The largest number of connections at the same time, including connections whose close has not arrived here
        /// yet.
        var mostConnections: Int { log.most }
        var requests: [Request] { log.requests }
        func waitForRequests(_ count: Int) async { await log.wait(for: .asked, count) }
        func waitForConnections(_ count: Int) async { await log.wait(for: .opened, count) }
        func waitForGoodbyes(_ count: Int) async { await log.wait(for: .closed, count) }

        private final class Handler: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            private let log: Log
            private let respond: @Sendable (Request, Peer) -> Void
            private var received: [UInt8] = []

            init(log: Log, respond: @escaping @Sendable (Request, Peer) -> Void) {
                self.log = log
                self.respond = respond
            }

            func channelActive(context: ChannelHandlerContext) { _ = log.add(.opened) }
            func channelInactive(context: ChannelHandlerContext) { _ = log.add(.closed) }
            func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                received += Array(unwrapInboundIn(data).readableBytesView)
                while let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
                    let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                    received.removeFirst(end.upperBound)
                    let target = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
                    let request = log.add(.asked) { Request(target: target, head: head, number: $0) }
                    if let request { respond(request, Peer(channel: context.channel)) }
                }
            }
        }
    }
#endif
