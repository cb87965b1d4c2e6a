import HTTPTypes

/// The headers every response carries, unless its route has set them to something else.
enum SecurityHeaders {
    static func add(to fields: inout HTTPFields) {
        for (name, value) in defaults where fields[name] == nil { fields[name] = value }
    }

    private static let defaults: [(HTTPField.Name, String)] = [
        (.contentSecurityPolicy, ContentSecurityPolicy().description),
        (.xContentTypeOptions, "nosniff"),
        // With no-referrer a browser would send `Origin: null` with the forms of our own pages.
        (HTTPField.Name("Referrer-Policy")!, "same-origin"),
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"),
        // What people keep here stays out of shared machines' caches; what may be kept says so itself.
        (.cacheControl, "no-store"),
    ]
}
