public import Hummingbird
package import NIOCore

/// The context of an HTTP request, for routes and middleware that an app adds to its `Router`.
public struct LiveRequestContext: RequestContext {
    /// What Hummingbird stores of a request: its logger, its parameters and the endpoint.
    public var coreContext: CoreRequestContextStorage
    /// The peer; behind a proxy, the proxy.
    package let remoteAddress: SocketAddress?
    let channel: any Channel
    /// Whom the policy has let in.
    var sender = Sender(address: "")
    /// For whom the answer is made.
    var asker = Asker(isRequest: true)

    /// Made by the server for each request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        remoteAddress = source.channel.remoteAddress
    }
}
