import NIOCore
import NIOPosix
import Synchronization

/// An outgoing connection that keeps packets in memory. Tests use it for a simulated tab.
final class MemoryLine: Outbox.Line {
    private struct State {
        var packets: [String] = []
        var isClosed = false
    }

    let eventLoop: any EventLoop = MultiThreadedEventLoopGroup.singleton.any()
    private let state = Mutex(State())

    func write(_ command: SocketCommand, promise: EventLoopPromise<Void>?) {
        guard case .text(let text) = command else { return close() }
        let isOpen = state.withLock { state in
            if !state.isClosed { state.packets.append(String(buffer: text)) }
            return !state.isClosed
        }
        if isOpen { promise?.succeed() } else { promise?.fail(ChannelError.outputClosed) }
    }

    func close() { state.withLock { $0.isClosed = true } }

    /// Removes and returns all packets that were sent, including those that the event loop has not written yet.
    func takePackets() async -> [String] {
        // Pending writes are jobs of the event loop, which runs them in order. So this waits for all of them.
        try? await eventLoop.submit {}.get()
        return state.withLock { state in
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
    ///   - receive: Called with each packet. The sender waits until it returns, so a test sees all effects.
    ///   - close: Ends the stream of messages from the tab.
    package static func inMemory(
        of visitor: Visitor? = nil, _ receive: @escaping @Sendable (String) async -> Void,
        close: @escaping @Sendable (CloseCode) -> Void
    ) -> TabConnection {
        let line = MemoryLine()
        let outbox = Outbox(line: line, limits: ServerLimits())
        return TabConnection(
            of: visitor,
            send: { packet throws(ServerError) in
                try await outbox.send(ByteBuffer(string: packet))
                for packet in await line.takePackets() { await receive(packet) }
            }, close: close)
    }
}
