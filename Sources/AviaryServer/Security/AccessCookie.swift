import HTTPTypes

/// The cookie that carries the name of a browser's session.
struct AccessCookie: Sendable {
    /// Cookies know no ports: the name keeps servers on one machine apart.
    let name: String
    let isSecure: Bool

    /// - Parameter qualifier: What tells this server from others of the machine; its configured port.
    init(qualifier: String, isSecure: Bool) {
        // Browsers take a cookie with this prefix only from this host and only over TLS.
        name = (isSecure ? "__Host-" : "") + "aviary-\(qualifier)"
        self.isSecure = isSecure
    }

    /// The field `Set-Cookie`. Another site's page never sends it.
    func field(session: String) -> String { field(session, seconds: Sessions.lifetime) }

    /// The field `Set-Cookie` that takes the cookie away.
    var removal: String { field("", seconds: 0) }

    private func field(_ value: String, seconds: Int64) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// The names of sessions that a request shows: several cookies of one name can come. At most four are looked at.
    func sessions(in fields: HTTPFields) -> [Substring] {
        var found: [Substring] = []
        for field in fields[values: .cookie] {
            for pair in field.split(separator: ";") where found.count < 4 {
                let parts = pair.split(separator: "=", maxSplits: 1)
                if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { found.append(parts[1]) }
            }
        }
        return found
    }
}
