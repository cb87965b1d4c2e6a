public import AviaryText
public import Hummingbird
package import NIOCore

/// The context of an HTTP request, for routes and middleware that an app adds to its `Router`.
public struct LiveRequestContext: RequestContext {
    /// Hummingbird's data of a request: its logger, parameters and endpoint.
    public var coreContext: CoreRequestContextStorage
    /// The address of the peer. Behind a proxy it is the address of the proxy.
    package let remoteAddress: SocketAddress?
    let channel: any Channel
    /// The visitor who has sent the request; `nil` if nobody has signed in, or the app has no `VisitorCheck`.
    public internal(set) var visitor: Visitor?
    /// The sender of the request, which the policy has allowed.
    var sender = Sender(address: "")
    /// The language that the browser prefers among those of the app.
    var language = PageLanguage.english
    /// The visitor for whom the response is made.
    var asker = Asker(isRequest: true)

    /// The words in the language that the browser prefers among those of the app.
    public var words: Words { language.words }

    /// Makes the context of a request. The server calls this for each request.
    ///
    /// - Parameter source: The request's channel and logger.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        remoteAddress = source.channel.remoteAddress
    }
}
