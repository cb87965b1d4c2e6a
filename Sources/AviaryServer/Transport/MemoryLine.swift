import NIOCore
import NIOPosix
import Synchronization

/// A line without a socket: a tab in this process takes what is written to it.
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

    /// What was written since, also by who has not waited for it.
    func takePackets() async -> [String] {
        // Writes are waiting jobs of the event loop, which does one after the other.
        try? await eventLoop.submit {}.get()
        return state.withLock { state in
            defer { state.packets = [] }
            return state.packets
        }
    }
}

extension TabConnection {
    /// That of a tab in this process, which is told by an outbox as that of a socket is.
    ///
    /// - Parameters:
    ///   - receive: Takes a packet. The sender goes on behind it, so that a test sees what it has caused.
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
