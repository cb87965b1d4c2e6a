import NIOCore
import Synchronization

/// The outgoing messages of a socket. This class limits the bytes that wait for a slow peer.
///
/// `NIOAsyncChannelOutboundWriter` suspends a sender only after the event loop has found the channel unwritable. A
/// sender that is faster than the event loop has then already queued all its messages. This class counts bytes from the
/// call of `send` until the kernel has taken them.
final class Outbox: Sendable {
    /// The connection that transports the messages.
    protocol Line: Sendable {
        var eventLoop: any EventLoop { get }
        /// Called on the event loop, except for the last command.
        func write(_ command: SocketCommand, promise: EventLoopPromise<Void>?)
        func close()
    }

    /// The approximate cost of a message besides its bytes, so that many empty messages count, too.
    private static let overhead = 128

    private let line: any Line
    private let highWaterMark: Int
    private let stalledSend: TimeAmount
    private let deflates: Bool
    private let waiting = Atomic(0)
    private let isClosed = Atomic(false)

    /// - Parameter deflates: Whether the peer reads compressed messages.
    init(line: any Line, limits: ServerLimits, deflates: Bool = false) {
        self.line = line
        self.deflates = deflates
        highWaterMark = limits.writeHighWaterMark
        stalledSend = TimeAmount(limits.stalledSend)
    }

    convenience init(channel: any Channel, limits: ServerLimits, deflates: Bool) {
        self.init(line: ChannelLine(channel: channel), limits: limits, deflates: deflates)
    }

    /// Sends a message. Above the high-water mark it suspends until the kernel has taken the message.
    ///
    /// It sends even if its task is cancelled, because a cancelled task says nothing about the connection.
    ///
    /// - Throws: Only `connectionClosed`.
    func send(_ text: ByteBuffer) async throws(ServerError) {
        guard !isClosed.load(ordering: .relaxed) else { throw ServerError.connectionClosed }
        let compressed = deflates ? MessageDeflate.compress(text) : nil
        let size = (compressed ?? text).readableBytes + Self.overhead
        let written = line.eventLoop.makePromise(of: Void.self)
        let total = waiting.add(size, ordering: .relaxed).newValue
        // One job on the event loop does everything, because a commit may send messages to a thousand windows.
        let line = line
        line.eventLoop.execute { [self] in
            written.futureResult.whenComplete { [self] result in
                waiting.subtract(size, ordering: .relaxed)
                if case .failure = result { isClosed.store(true, ordering: .relaxed) }
            }
            line.write(compressed.map(SocketCommand.deflated) ?? .text(text), promise: written)
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

    /// Sends a closing command after all messages.
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
