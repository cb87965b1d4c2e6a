package import Hummingbird
package import NIOCore

/// What a route knows about its request beside the request itself.
package struct LiveRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The peer; behind a proxy, the proxy.
    package let remoteAddress: SocketAddress?
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        remoteAddress = source.channel.remoteAddress
    }
}
