import HTTPTypes

/// The cookie with the name of a browser's session.
struct AccessCookie: Sendable {
    /// The cookie's name. It contains the qualifier, because cookies ignore ports, and one machine may run several
    /// servers.
    let name: String
    private let path: String
    let isSecure: Bool

    /// - Parameters:
    ///   - qualifier: Distinguishes the servers of one machine: the configured port.
    ///   - path: The beginning of the paths of the app. Browsers send the cookie with no other request.
    init(qualifier: String, path: String = "/", isSecure: Bool) {
        // Browsers accept a cookie with one of these prefixes only over TLS. They accept `__Host-` only for all paths,
        // and only for this host.
        let guarded = path == "/" ? "__Host-" : "__Secure-"
        name = (isSecure ? guarded : "") + "aviary-\(qualifier)"
        self.path = path
        self.isSecure = isSecure
    }

    /// The value of `Set-Cookie` for a session. Browsers do not send the cookie with requests from other sites.
    func field(session: String) -> String { field(session, seconds: Sessions.lifetime) }

    /// The value of `Set-Cookie` that deletes the cookie.
    var removal: String { field("", seconds: 0) }

    private func field(_ value: String, seconds: Int64) -> String {
        "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// The sessions named in a request. Several cookies of one name can arrive.
    func sessions(in fields: HTTPFields) -> [Substring] { fields.cookies(named: name) }
}
