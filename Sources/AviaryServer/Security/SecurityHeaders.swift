import HTTPTypes

/// The headers of every response, unless its route sets them to other values.
enum SecurityHeaders {
    static func add(to fields: inout HTTPFields) {
        for (name, value) in defaults where fields[name] == nil { fields[name] = value }
    }

    private static let defaults: [(HTTPField.Name, String)] = [
        (.contentSecurityPolicy, ContentSecurityPolicy().description),
        (.xContentTypeOptions, "nosniff"),
        // With `no-referrer` browsers would send `Origin: null` with the forms of the server's own pages, and the
        // access policy would refuse these.
        (HTTPField.Name("Referrer-Policy")!, "same-origin"),
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"),
        // Keeps private content out of caches on shared machines. Responses that may be cached set their own value.
        (.cacheControl, "no-store"),
    ]
}
