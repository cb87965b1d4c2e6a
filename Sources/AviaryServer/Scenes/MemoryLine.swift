import NIOCore
import NIOPosix
import Synchronization

/// An outgoing connection that keeps packets in memory. Tests use it for a simulated tab.
///
/// Like a socket it can stall, because its peer reads nothing, and it can be lost. Then the sends that wait fail.
package final class MemoryLine: Outbox.Line {
    private struct State {
        var packets: [String] = []
        /// The packets that the peer does not take yet, with the promises of their senders.
        var stalled: [(packet: String, written: EventLoopPromise<Void>?)] = []
        var isStalled = false
        var isClosed = false
    }

    let eventLoop: any EventLoop = MultiThreadedEventLoopGroup.singleton.any()
    private let limits: ServerLimits
    private let state = Mutex(State())

    /// - Parameter isNarrow: Whether each sender waits until the peer has taken its packet, as above the high-water mark
    ///   of a socket.
    package init(isNarrow: Bool = false) {
        var limits = ServerLimits()
        if isNarrow { limits.writeHighWaterMark = 0 }
        self.limits = limits
    }

    /// The outgoing messages of this line.
    func makeOutbox() -> Outbox { Outbox(line: self, limits: limits) }

    func write(_ command: SocketCommand, promise: EventLoopPromise<Void>?) {
        // Like a channel, it closes after all writes so far.
        guard case .text(let text) = command else { return eventLoop.execute { self.close() } }
        let isOpen = state.withLock { state -> Bool? in
            if state.isClosed { return false }
            if state.isStalled {
                state.stalled.append((String(buffer: text), promise))
                return nil
            }
            state.packets.append(String(buffer: text))
            return true
        }
        switch isOpen {
        case true?: promise?.succeed()
        case false?: promise?.fail(ChannelError.outputClosed)
        case nil: break
        }
    }

    /// Loses the connection.
    package func close() {
        let stalled = state.withLock { state in
            state.isClosed = true
            defer { state.stalled = [] }
            return state.stalled
        }
        for (_, written) in stalled { written?.fail(ChannelError.outputClosed) }
    }

    /// Whether packets wait, because the line has stalled.
    package var isBlocked: Bool { state.withLock { !$0.stalled.isEmpty } }

    /// Takes no more packets until `flow()`.
    package func stall() { state.withLock { $0.isStalled = true } }

    /// Takes all packets that wait, and each further one at once.
    package func flow() {
        let stalled = state.withLock { state in
            state.isStalled = false
            state.packets += state.stalled.map(\.packet)
            defer { state.stalled = [] }
            return state.stalled
        }
        for (_, written) in stalled { written?.succeed() }
    }

    /// Waits until the event loop has written all packets so far.
    package func flush() async {
        // Pending writes are jobs of the event loop, which runs them in order.
        try? await eventLoop.submit {}.get()
    }

    /// Removes and returns all packets that were written.
    package func takePackets() -> [String] {
        state.withLock { state in
            defer { state.packets = [] }
            return state.packets
        }
    }
}

extension TabConnection {
    /// The connection of a simulated tab in this process. It sends through an outbox, like a socket.
    ///
    /// - Parameters:
    ///   - visitor: The visitor whose tab it is.
    ///   - language: The language of the page.
    ///   - line: Transports the packets.
    ///   - didSend: Called when the line may have packets. The sender waits until it returns, so a test sees all effects.
    ///   - close: Ends the stream of messages from the tab.
    package static func inMemory(
        of visitor: Visitor? = nil, in language: String? = nil, over line: MemoryLine,
        didSend: @escaping @Sendable () async -> Void, close: @escaping @Sendable (CloseCode) -> Void
    ) -> TabConnection {
        let outbox = line.makeOutbox()
        return TabConnection(
            of: visitor, in: language,
            send: { packet throws(ServerError) in
                try await outbox.send(ByteBuffer(string: packet))
                await line.flush()
                await didSend()
            },
            close: { code in
                outbox.end(.close(code))
                close(code)
            })
    }
}
