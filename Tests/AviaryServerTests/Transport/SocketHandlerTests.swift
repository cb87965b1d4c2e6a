import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import AviaryServer

struct SocketHandlerTests {
    private typealias Frames = SocketConversationTests

    /// A socket and its line, both on the thread of the test.
    private struct Socket {
        let channel = EmbeddedChannel()
        let inbox = Inbox {}
        let line = Line()

        init() throws {
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 4711), promise: nil)
            try channel.pipeline.syncOperations.addHandlers([line, SocketHandler(inbox, limits: ServerLimits())])
        }

        func receive(_ frame: WebSocketFrame) { channel.pipeline.fireChannelRead(frame) }

        func end() throws {
            line.send()
            _ = try channel.finish(acceptAlreadyClosed: true)
        }

        /// Lets the time pass after which a peer is pinged.
        func waitForPing() { channel.embeddedEventLoop.advanceTime(by: TimeAmount(ServerLimits().ping)) }
    }

    /// A stand-in for the channel below the handler. It counts reads, and completes writes when told to.
    private final class Line: ChannelOutboundHandler {
        typealias OutboundIn = WebSocketFrame

        private(set) var reads = 0
        private(set) var written: [WebSocketFrame] = []
        private var promises: [EventLoopPromise<Void>?] = []

        func read(context: ChannelHandlerContext) { reads += 1 }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            written.append(unwrapOutboundIn(data))
            promises.append(promise)
        }

        func send() {
            let written = promises
            promises = []
            for promise in written { promise?.succeed() }
        }
    }

    @Test func onePongIsOnItsWayHoweverManyPingsCome() throws {
        let socket = try Socket()
        for number in UInt8(0)..<100 { socket.receive(Frames.frame(.ping, [number])) }
        var answered: [ByteBuffer] = [ByteBuffer(bytes: [0])]
        #expect(socket.line.written.map(\.data) == answered)
        socket.line.send()
        answered.append(ByteBuffer(bytes: [99]))
        #expect(socket.line.written.map(\.data) == answered, "the latest is answered, too")
        socket.line.send()
        #expect(socket.line.written.map(\.data) == answered)
        socket.receive(Frames.frame(.ping, [7]))
        answered.append(ByteBuffer(bytes: [7]))
        #expect(socket.line.written.map(\.data) == answered)
        #expect(socket.line.written.allSatisfy { $0.opcode == .pong })
        try socket.end()
    }

    @Test func aReadOfManyMessagesCloses() async throws {
        func inboxOfManyMessages() throws -> Inbox {
            let socket = try Socket()
            for _ in 0..<40_000 { socket.receive(Frames.frame(.text)) }
            socket.channel.pipeline.fireChannelReadComplete()
            #expect(socket.line.written.map(\.opcode) == [.connectionClose])
            let code = CloseCode.policyViolation.rawValue
            #expect(socket.line.written.first?.data == ByteBuffer(integer: code))
            try socket.end()
            return socket.inbox
        }
        let inbox = try inboxOfManyMessages()
        var count = 0
        while await inbox.next() != nil { count += 1 }
        #expect(count == 1_024, "those that had room are delivered")
    }

    /// Data in one segment with the upgrade arrives without a read by the handler.
    @Test func aPeerThatSpeaksRightBehindTheUpgradeIsPinged() throws {
        let socket = try Socket()
        socket.receive(Frames.frame(.text, [65]))
        socket.channel.pipeline.fireChannelReadComplete()
        socket.waitForPing()
        #expect(socket.line.written.map(\.opcode) == [.ping])
        try socket.end()
    }

    @Test func aPeerThatIsHeldBackIsNotPingedAndIsReadToItsEndWhenItCloses() throws {
        let socket = try Socket()
        for _ in 0..<10 { socket.receive(Frames.frame(.text, [65])) }
        socket.channel.read()
        for _ in 0..<3 { socket.waitForPing() }
        #expect(socket.line.reads == 0 && socket.line.written.isEmpty && socket.channel.isActive)
        socket.channel.pipeline.writeAndFlush(SocketCommand.close(.normal), promise: nil)
        #expect(socket.line.written.map(\.opcode) == [.connectionClose])
        #expect(socket.line.reads == 1)
        try socket.end()
    }
}
