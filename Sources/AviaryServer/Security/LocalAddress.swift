/// An address on this server: a path and a query without the token that it may have contained.
///
/// It never leads to another host. Browsers read `//example.org` and `/\example.org` as another host, so these become
/// `/`.
struct LocalAddress: Sendable {
    let text: String
    /// The token that was in the query.
    let token: Substring?

    init(_ text: String) {
        let (path, query) = Self.split(text)
        let second = path.dropFirst().first
        let isLocal =
            path.hasPrefix("/") && second != "/" && second != "\\" && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7f }
        var items = query.split(separator: "&", omittingEmptySubsequences: false)
        token = items.first { $0.hasPrefix("token=") }?.dropFirst("token=".count)
        items.removeAll { $0.hasPrefix("token=") }
        let rest = items.joined(separator: "&")
        self.text = isLocal ? path + (rest.isEmpty ? "" : "?" + rest) : "/"
    }

    static func split(_ text: String) -> (path: String, query: Substring) {
        let path = text.prefix { $0 != "?" }
        return (String(path), text.dropFirst(path.count + 1))
    }
}
