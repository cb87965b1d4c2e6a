/// The path that browsers see before every address of an app: `/gallery` when a proxy has the app there.
///
/// Addresses within the app have no prefix: those of routes, storyboards, outlets and messages. The prefix is removed
/// from requests as they arrive, and put before the addresses of first paints and responses. The client does the same
/// with the addresses of messages. So a proxy may pass the prefix on or remove it.
struct PathPrefix: Hashable, Sendable {
    static let none = PathPrefix("")

    /// Empty, or with a slash at its beginning and none at its end.
    let text: String

    /// - Parameter text: As in the source code. A slash at its end is dropped, so that `/` is the same as no prefix.
    init(_ text: String) {
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The mistake in the prefix, as the end of a sentence that begins with the prefix; `nil` if there is none.
    var fault: String? {
        if text.isEmpty { return nil }
        if !text.hasPrefix("/") { return "has to begin with /" }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
            return "has an empty component, a . or .., which no address keeps"
        }
        return parts.allSatisfy { PercentCoding.encode(String($0)) == $0 }
            ? nil : "has other characters than letters, digits and -_.!~*'()"
    }

    /// The address with the prefix, as browsers know it. Text that is no path on this server stays unchanged.
    func added(to address: String) -> String {
        address.hasPrefix("/") && !address.hasPrefix("//") ? text + address : address
    }

    /// The path and query within the app. A request without the prefix stays unchanged.
    func removed(from request: String) -> String {
        guard !text.isEmpty, request.hasPrefix(text) else { return request }
        let rest = request.dropFirst(text.count)
        switch rest.first {
        case "/": return String(rest)
        case nil, "?": return "/" + rest
        default: return request
        }
    }
}
