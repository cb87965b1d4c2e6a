import NIOCore
import NIOPosix
import Synchronization

/// An outgoing connection without a socket, for a tab in this process.
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

    /// Removes and returns all packets that were written, including those whose sender has not waited.
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
    /// The connection of a tab in this process. It sends through an outbox, like a socket.
    ///
    /// - Parameters:
    ///   - receive: Takes a packet. The sender waits for it, so that a test sees all effects.
    ///   - close: Ends the messages of the tab.
    package static func inMemory(
        _ receive: @escaping @Sendable (String) async -> Void, close: @escaping @Sendable (CloseCode) -> Void
    ) -> TabConnection {
        let line = MemoryLine()
        let outbox = Outbox(line: line, limits: ServerLimits())
        return TabConnection(
            send: { packet throws(ServerError) in
                try await outbox.send(ByteBuffer(string: packet))
                for packet in await line.takePackets() { await receive(packet) }
            }, close: close)
    }
}
