import NIOCore
import Synchronization

/// The way out of a socket: keeps what waits for a slow peer short.
///
/// `NIOAsyncChannelOutboundWriter` suspends a sender once the channel has become unwritable, which the event loop finds
/// out when it comes to it; a sender that is faster than the loop has by then queued all it has. Here bytes count from
/// the moment they are handed over until the kernel has them.
final class Outbox: Sendable {
    /// About what a message costs beside its bytes, so that many empty ones count too.
    private static let overhead = 128

    private let channel: any Channel
    private let highWaterMark: Int
    private let stalledSend: TimeAmount
    private let waiting = Atomic(0)
    private let isClosed = Atomic(false)

    init(channel: any Channel, limits: ServerLimits) {
        self.channel = channel
        highWaterMark = limits.writeHighWaterMark
        stalledSend = TimeAmount(limits.stalledSend)
    }

    /// Hands a message over; above the high-water mark, suspends until the kernel has taken it.
    func send(_ text: ByteBuffer) async throws {
        try Task.checkCancellation()
        guard !isClosed.load(ordering: .relaxed) else { throw ServerError.connectionClosed }
        let size = text.readableBytes + Self.overhead
        let written = channel.eventLoop.makePromise(of: Void.self)
        let total = waiting.add(size, ordering: .relaxed).newValue
        // In one step on the event loop: a commit has a message sent by each of many windows.
        let channel = channel
        channel.eventLoop.execute { [self] in
            written.futureResult.whenComplete { [self] result in
                waiting.subtract(size, ordering: .relaxed)
                if case .failure = result { isClosed.store(true, ordering: .relaxed) }
            }
            channel.writeAndFlush(SocketCommand.text(text), promise: written)
        }
        guard total > highWaterMark else { return }
        let deadline = channel.eventLoop.scheduleTask(in: stalledSend) { channel.close(promise: nil) }
        defer { deadline.cancel() }
        do {
            try await written.futureResult.get()
        } catch {
            throw ServerError.connectionClosed
        }
    }

    /// Hands over a goodbye, behind all messages.
    func end(_ command: SocketCommand) {
        isClosed.store(true, ordering: .relaxed)
        channel.writeAndFlush(command, promise: nil)
    }
}
