import NIOCore

/// Closes a connection whose peer has read nothing to speak of for too long.
///
/// Above the high-water mark of its channel a sender is suspended. One that stays suspended holds memory, and for a
/// window what it holds grows old; closing is better, since a page that comes back asks for where things stand.
final class StalledSendHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?

    init(limit: Duration) { self.limit = TimeAmount(limit) }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        if !context.channel.isWritable {
            let channel = context.channel
            deadline = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
