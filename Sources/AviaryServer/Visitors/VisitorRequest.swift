import Foundation
public import HTTPTypes
package import NIOCore

/// A request of somebody whom the app's `VisitorCheck` has to recognize. It comes from outside, so nothing in it can be
/// trusted.
public struct VisitorRequest: Sendable {
    /// The path within the app with its query, as sent; `/live` for the connection of a window.
    public let path: String
    /// All headers. A proxy or a browser may have sent one of them several times.
    public let headers: HTTPFields
    /// Whether a window opens its connection, rather than the browser asking for a page or a file.
    ///
    /// A window may show every room. So a check that lets people in by the path of a page protects nothing: controllers
    /// decide what a visitor may see.
    public let opensWindow: Bool
    let peer: SocketAddress?
    /// Notes whether a check has found the password of this request right.
    let passwordNote = PasswordNote()

    package init(path: String, headers: HTTPFields, opensWindow: Bool = false, peer: SocketAddress? = nil) {
        (self.path, self.headers, self.opensWindow, self.peer) = (path, headers, opensWindow, peer)
    }

    /// The IP address that the connection comes from. Behind a proxy, it is the address of the proxy. Empty if it is not
    /// known.
    public var peerAddress: String { peer?.ipAddress ?? "" }

    /// The values of a cookie. A browser sends several if cookies of one name have different paths or domains. A page of
    /// a neighbouring domain may have set any of them, so look at all, not only at the first.
    ///
    /// - Parameter name: The name of the cookie.
    /// - Returns: The values as sent, without repetitions, in the browser's order.
    /// - Complexity: O(*b*) for *b* bytes of cookies.
    public func cookies(named name: String) -> [String] { headers.cookies(named: name).map(String.init) }

    /// The name and the password of a header `Authorization: Basic`; `nil` if there is none, if there are several, or if
    /// it cannot be read.
    public var password: (name: String, password: String)? {
        let fields = headers[values: .authorization]
        guard fields.count == 1, fields[0].utf8.count <= 4_096 else { return nil }
        let parts = fields[0].split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let bytes = Data(base64Encoded: String(parts[1])),
            let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return nil }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}
