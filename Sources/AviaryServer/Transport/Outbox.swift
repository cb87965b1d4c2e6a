import NIOCore
import Synchronization

/// The way out of a socket: keeps what waits for a slow peer short.
///
/// `NIOAsyncChannelOutboundWriter` suspends a sender once the channel has become unwritable, which the event loop finds
/// out when it comes to it; a sender that is faster than the loop has by then queued all it has. Here bytes count from
/// the moment they are handed over until the kernel has them.
final class Outbox: Sendable {
    /// Where messages leave this process.
    protocol Line: Sendable {
        var eventLoop: any EventLoop { get }
        /// Called on the event loop, but for the last command.
        func write(_ command: SocketCommand, promise: EventLoopPromise<Void>?)
        func close()
    }

    /// About what a message costs beside its bytes, so that many empty ones count too.
    private static let overhead = 128

    private let line: any Line
    private let highWaterMark: Int
    private let stalledSend: TimeAmount
    private let waiting = Atomic(0)
    private let isClosed = Atomic(false)

    init(line: any Line, limits: ServerLimits) {
        self.line = line
        highWaterMark = limits.writeHighWaterMark
        stalledSend = TimeAmount(limits.stalledSend)
    }

    convenience init(channel: any Channel, limits: ServerLimits) {
        self.init(line: ChannelLine(channel: channel), limits: limits)
    }

    /// Hands a message over; above the high-water mark, suspends until the kernel has taken it.
    ///
    /// Also in a task that is cancelled: that says something of the task, and nothing of the connection.
    ///
    /// - Throws: `connectionClosed`, and nothing else.
    func send(_ text: ByteBuffer) async throws(ServerError) {
        guard !isClosed.load(ordering: .relaxed) else { throw ServerError.connectionClosed }
        let size = text.readableBytes + Self.overhead
        let written = line.eventLoop.makePromise(of: Void.self)
        let total = waiting.add(size, ordering: .relaxed).newValue
        // In one step on the event loop: a commit has a message sent by each of many windows.
        let line = line
        line.eventLoop.execute { [self] in
            written.futureResult.whenComplete { [self] result in
                waiting.subtract(size, ordering: .relaxed)
                if case .failure = result { isClosed.store(true, ordering: .relaxed) }
            }
            line.write(.text(text), promise: written)
        }
        guard total > highWaterMark else { return }
        let deadline = line.eventLoop.scheduleTask(in: stalledSend) { line.close() }
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
        line.write(command, promise: nil)
    }
}

private struct ChannelLine: Outbox.Line {
    let channel: any Channel
    var eventLoop: any EventLoop { channel.eventLoop }
    func write(_ command: SocketCommand, promise: EventLoopPromise<Void>?) {
        channel.writeAndFlush(command, promise: promise)
    }
    func close() { channel.close(promise: nil) }
}
