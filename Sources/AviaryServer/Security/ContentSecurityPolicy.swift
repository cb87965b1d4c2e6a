import HTTPTypes

/// The policy for what a page may load and run: its own files, and no inline scripts except those listed by their
/// hashes.
///
/// A page with an inline style sheet sets the header itself, with the nonce of the sheet:
/// ```swift
/// let nonce = PageNonce()
/// response.headers[.contentSecurityPolicy] = ContentSecurityPolicy(nonce: nonce).description   // <style nonce="…">
/// ```
/// The server adds the policy without a nonce to all other responses.
package struct ContentSecurityPolicy: Sendable, CustomStringConvertible {
    private let nonce: PageNonce?
    private let scripts: [InlineScript]

    package init(nonce: PageNonce? = nil) { self.init(nonce: nonce, scripts: nonce == nil ? [] : [.returning]) }

    init(nonce: PageNonce? = nil, scripts: [InlineScript]) {
        self.nonce = nonce
        self.scripts = scripts
    }

    /// The value of the header `Content-Security-Policy`.
    package var description: String {
        [
            "default-src 'none'",
            (["script-src 'self'"] + scripts.map(\.source)).joined(separator: " "),
            "style-src 'self'" + (nonce.map { " 'nonce-\($0)'" } ?? ""),
            "img-src 'self' data: blob:",
            "connect-src 'self'",  // The socket too: browsers count ws: and wss: of this host as itself.
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }
}

/// The headers that protect responses, unless a route sets them to other values.
enum SecurityHeaders {
    static func add(to fields: inout HTTPFields) {
        for (name, value) in ofAll where fields[name] == nil { fields[name] = value }
        guard !isPartOfPage(fields) else { return }
        for (name, value) in ofDocuments where fields[name] == nil { fields[name] = value }
    }

    private static let ofAll: [(HTTPField.Name, String)] = [
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"),
        // Keeps private content out of caches on shared machines. Responses that may be cached set their own value.
        (.cacheControl, "no-store"),
    ]

    private static let ofDocuments: [(HTTPField.Name, String)] = [
        (.contentSecurityPolicy, ContentSecurityPolicy().description),
        // With `no-referrer` browsers would send `Origin: null` with the forms of the server's own pages, and the
        // access policy would refuse these.
        (HTTPField.Name("Referrer-Policy")!, "same-origin"),
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
    ]

    /// Whether the response is a script or a style sheet. A browser shows these as plain text, and never as a document.
    /// So it ignores the headers of documents there, which take 280 bytes.
    private static func isPartOfPage(_ fields: HTTPFields) -> Bool {
        let type = fields[.contentType] ?? ""
        return type.hasPrefix("text/css") || type.hasPrefix("text/javascript")
    }
}
