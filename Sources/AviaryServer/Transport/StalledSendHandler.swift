import NIOCore

/// Closes a connection whose peer has hardly read anything for too long.
///
/// Above the high-water mark of its channel a sender is suspended. A sender that stays suspended occupies memory, and
/// its messages to a browser become outdated. Closing is better, because a page that reconnects gets the current state.
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
