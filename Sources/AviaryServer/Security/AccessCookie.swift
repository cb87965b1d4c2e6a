import Crypto
import HTTPTypes

/// The cookie a visitor gets for the token, and shows from then on.
///
/// Its value is derived from the token and cannot be turned back into it. Nothing is kept for a visitor: a page goes on
/// after the server was restarted with the same token, and a new token shuts everybody out.
struct AccessCookie: Sendable {
    /// Cookies know no ports: the name keeps servers on one machine apart.
    let name: String
    let isSecure: Bool
    private let code: [UInt8]

    /// - Parameter qualifier: What tells this server from others of the machine; its configured port.
    init(token: AccessToken, qualifier: String, isSecure: Bool) {
        // Browsers take a cookie with this prefix only from this host and only over TLS.
        name = (isSecure ? "__Host-" : "") + "aviary-\(qualifier)"
        self.isSecure = isSecure
        let key = SymmetricKey(data: Array(token.value.utf8))
        code = Array(HMAC<SHA256>.authenticationCode(for: Array("aviary visitor".utf8), using: key))
    }

    var value: String { code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }

    /// The field `Set-Cookie`; good for 30 days. Another site's page never sends it.
    var setCookie: String {
        "\(name)=\(value); Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// Whether a request shows it. Several of its name can come; one that is right is enough.
    func isShown(in fields: HTTPFields) -> Bool {
        let expected = SHA256.hash(data: Array(value.utf8))
        return fields[values: .cookie].contains { field in
            field.split(separator: ";").contains { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                return parts.count == 2 && parts[0].drop { $0 == " " } == name
                    && expected == SHA256.hash(data: Array(parts[1].utf8))
            }
        }
    }
}
