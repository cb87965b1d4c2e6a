import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps a listening socket from spinning when the process cannot open more files.
///
/// A connection that cannot be accepted stays in the queue, so NIO retries at once and without end. This handler holds
/// a few files in reserve. It closes one of these files, so that the connection can be accepted. Then it closes the
/// connection and opens the file again.
final class AcceptReserve: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private static let size = 4

    private var reserve: [CInt] = []
    private var isShort = false

    func handlerAdded(context: ChannelHandlerContext) { refill() }

    func handlerRemoved(context: ChannelHandlerContext) { while giveUp() {} }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        isShort = giveUp()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isShort else { return context.fireChannelRead(data) }
        isShort = false
        let this = NIOLoopBound(self, eventLoop: context.eventLoop)
        unwrapInboundIn(data).close().hop(to: context.eventLoop).whenComplete { _ in this.value.refill() }
    }

    private func giveUp() -> Bool {
        guard let file = reserve.popLast() else { return false }
        close(file)
        return true
    }

    private func refill() {
        while reserve.count < Self.size {
            let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            reserve.append(file)
        }
    }
}
