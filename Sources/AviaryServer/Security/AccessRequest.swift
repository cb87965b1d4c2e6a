import HTTPTypes

/// The facts about a request that an access decision needs.
struct AccessRequest: Sendable {
    var method: HTTPRequest.Method = .get
    /// The path with the query, as sent.
    var path: String = "/"
    /// The header `Host`; `nil` when it is missing or given several times.
    var authority: String?
    var fields: HTTPFields = [:]
    /// Whether the request opens a WebSocket, or tries to.
    var opensSocket = false
    /// The session that its cookie names, as the gate has found it.
    var session = SessionState.none
}

extension AccessRequest {
    init(_ request: HTTPRequest, opensSocket: Bool) {
        self.init(
            method: request.method, path: request.path ?? "/", authority: request.authority,
            fields: request.headerFields, opensSocket: opensSocket)
    }

    /// Whether a browser navigates to this address. If not, a page may be loading it as a part of itself.
    var isNavigation: Bool {
        (method == .get || method == .head) && fields[.secFetchMode] == "navigate"
            && fields[.secFetchDest] ?? "document" == "document"
    }

    var isRead: Bool { method == .get || method == .head }

    var wantsPage: Bool { fields[.accept]?.contains("text/html") ?? false }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")!
    static let forwarded = HTTPField.Name("Forwarded")!
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
    static let forwardedHost = HTTPField.Name("X-Forwarded-Host")!
}
