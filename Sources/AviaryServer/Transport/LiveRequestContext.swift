public import Hummingbird
package import NIOCore

/// What a route knows about its request beside the request itself.
public struct LiveRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The peer; behind a proxy, the proxy.
    package let remoteAddress: SocketAddress?
    let channel: any Channel
    /// Whom the policy has let in.
    var sender = Sender(address: "")

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        remoteAddress = source.channel.remoteAddress
    }
}
