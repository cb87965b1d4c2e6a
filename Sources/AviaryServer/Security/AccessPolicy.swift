import HTTPTypes

/// Decides who may talk to a server. `AccessGate` and the middleware carry the decisions out.
///
/// A request passes three checks.
///
/// **Host.** A stranger's page can point its own domain at this server (DNS rebinding). Then the browser treats the
/// page and the server as one origin, but the `Host` header still names that domain. So a host must be one that no
/// stranger owns:
/// - a loopback name (`localhost`, `127.…`, `[::1]`), on any port, because tunnels change it;
/// - an allowed host, as configured: a proxy passes the host on, for instance `gallery.example.org`;
/// - for a server bound beyond loopback, the name it was bound to, and any IP address, because an address needs no DNS.
///   A phone in the network sends an address for `http://192.168.1.5:8080`.
///
/// **Origin.** A page of another origin may link to this server and do nothing else. An `Origin` header must match the
/// request's host and this listener's scheme. For an allowed host both schemes are accepted, because a proxy may speak
/// TLS. `null` never matches, except for files that the browser shares with the installed app. A WebSocket needs the header. If the browser sends `Sec-Fetch-Site`, even reads by
/// another page are refused.
///
/// **Token.** A server that is bound to loopback and has no allowed hosts can only be reached from this machine. It
/// needs no token, but refuses requests that a proxy has forwarded. All other servers, and servers whose configuration
/// asks for a token, need it: as `Authorization: Bearer`, or once as `?token=…` or in the form, which begins a session.
/// An app with a `VisitorCheck` recognizes people itself, so its server needs a token only if it is told so.
struct AccessPolicy: Sendable {
    let token: AccessToken?
    let cookie: AccessCookie?
    /// The cookie of the ticket for windows (`WindowTickets`); `nil` if the app has no check of its own.
    let windowCookie: AccessCookie?
    /// The path before each address, for the cookie, the redirects and the pages of the token.
    let prefix: PathPrefix
    private let bound: String
    private let isLoopback: Bool
    private let isSecure: Bool
    private let allowed: [HostName]
    /// Whether the app has a check of its own, which is asked after this policy.
    private let checksVisitors: Bool

    /// - Parameter checksVisitors: Whether the app has a check of its own. If so, a token is needed only if the
    ///   configuration asks for one.
    init(
        configuration: AviaryServer.ServerConfiguration, prefix: PathPrefix = .none, checksVisitors: Bool = false
    ) throws(ServerError) {
        self.prefix = prefix
        self.checksVisitors = checksVisitors
        allowed = try configuration.allowedHosts.map { (name) throws(ServerError) in
            guard let host = HostName(name) else { throw .hostNameUnusable(name) }
            return host
        }
        bound = configuration.host.lowercased()
        isLoopback = configuration.isLoopback
        isSecure = configuration.tls != nil
        let needsToken = checksVisitors ? configuration.requiresToken : configuration.needsToken
        token = configuration.token ?? (needsToken ? .generate() : nil)
        cookie =
            token == nil
            ? nil
            : AccessCookie(
                qualifier: String(configuration.port), path: prefix.added(to: "/"), isSecure: isSecure)
        windowCookie =
            checksVisitors
            ? AccessCookie(
                qualifier: "window-\(configuration.port)", path: prefix.added(to: "/"), isSecure: isSecure)
            : nil
    }

    func decide(_ request: AccessRequest) -> AccessDecision {
        guard let authority = request.authority else {
            return .refuse(.badRequest, "A request says once, in its Host header, which host it is for.")
        }
        guard let host = HostName(authority), isOurs(host) else {
            return .refuse(
                .misdirectedRequest,
                "This server doesn't know the name in this address. To allow it, start the server with --allow-host and that name."
            )
        }
        return refusalByOrigin(request, host: host) ?? decideByToken(request)
    }

    /// Decides about a form that was sent to `ServerPaths.token`.
    func decide(_ form: TokenForm, of request: AccessRequest) -> AccessDecision {
        if let end = form.end, isLetIn(request) { return .endSession(all: end == "all") }
        let next = LocalAddress(form.next).text
        return token?.matches(form.token) ?? true ? .exchange(next: next) : .askForToken(next: next, because: .wrong)
    }

    // MARK: Host

    private func isOurs(_ host: HostName) -> Bool {
        host.isLoopback || isAllowed(host) || !isLoopback && (host.isAddress || host.name == bound)
    }

    private func isAllowed(_ host: HostName) -> Bool {
        allowed.contains { $0.name == host.name && ($0.port == nil || $0.port == host.port) }
    }

    // MARK: Origin

    private func refusalByOrigin(_ request: AccessRequest, host: HostName) -> AccessDecision? {
        let origins = request.fields[values: .origin]
        if origins.isEmpty, request.opensSocket {
            return .refuse(.forbidden, "A WebSocket is opened with an Origin header, the address of this server.")
        }
        let isOwn = origins.allSatisfy { text in
            guard let origin = WebOrigin(text), origin.names(host) else { return false }
            return (origin.scheme == .https) == isSecure || isAllowed(host)
        }
        guard origins.count <= 1, isOwn || isShared(request) else {
            return .refuse(
                .forbidden,
                "Pages of other sites can't use this server. If you use a proxy, have it pass the Host header on.")
        }
        switch request.fields[.secFetchSite] {
        case nil, "same-origin", "none": return nil
        default:
            return request.isNavigation && !request.opensSocket
                ? nil
                : .refuse(.forbidden, "Pages of other sites can link to this server, and do nothing else with it.")
        }
    }

    /// Returns whether the browser itself sends files that another program shares with the installed app. Such a form has
    /// no page, so its origin is `null`. A form of any page says another site in `Sec-Fetch-Site`.
    private func isShared(_ request: AccessRequest) -> Bool {
        request.method == .post && ServerPaths.isShare(LocalAddress.split(request.path).path)
            && request.fields[.origin] == "null" && request.fields[.secFetchSite] == "none"
            && request.fields[.secFetchMode] == "navigate"
    }

    // MARK: Token

    private func decideByToken(_ request: AccessRequest) -> AccessDecision {
        let (path, query) = LocalAddress.split(request.path)
        guard let token else {
            if checksVisitors { return request.isRead && path == ServerPaths.health ? .allowAnybody : .allow }
            let isForwarded = [.forwarded, .forwardedFor, .forwardedHost].contains { request.fields[$0] != nil }
            return isForwarded
                ? .refuse(
                    .forbidden,
                    "This request came through a proxy, but this server is for its own machine only. To allow it, start the server with --allow-host and the name people use."
                )
                : .allow
        }
        if request.isRead, path == ServerPaths.health { return .allowAnybody }
        let address = LocalAddress(request.path)
        let offered = request.isRead && !request.opensSocket ? address.token : nil
        let isForm = path == ServerPaths.token && query.isEmpty
        if isLetIn(request) {
            if isForm, request.method == .post { return .readForm }
            if isForm, request.isRead { return .showSession }
            return offered == nil ? .allow : .leaveToken(next: address.text)
        }
        if Self.bearer(in: request.fields) != nil { return .askForToken(next: address.text, because: .wrong) }
        if let offered {
            return token.matches(offered)
                ? .exchange(next: address.text) : .askForToken(next: address.text, because: .wrong)
        }
        if isForm, request.method == .post { return .readForm }
        let next = isForm ? "/" : address.text
        if request.session == .ended { return .askForToken(next: next, because: .ended) }
        if request.isNavigation, request.fields[.secFetchSite] == "cross-site" { return .comeAgain(next: next) }
        return .askForToken(next: next, because: .missing)
    }

    /// Returns whether a request has an open session, or carries the token itself as a script's request does.
    private func isLetIn(_ request: AccessRequest) -> Bool {
        if case .open = request.session { return true }
        guard let token, let bearer = Self.bearer(in: request.fields) else { return false }
        return token.matches(bearer)
    }

    private static func bearer(in fields: HTTPFields) -> Substring? {
        guard let field = fields[.authorization] else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : nil
    }
}
