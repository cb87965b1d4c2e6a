/// An origin as in the header `Origin`: `https://gallery.example.org:8443`.
struct WebOrigin: Hashable, Sendable {
    enum Scheme: String { case http, https }

    let scheme: Scheme
    let host: HostName

    /// Fails for `null`, for schemes other than `http` and `https`, and for a host that `HostName` rejects.
    init?(_ text: String) {
        guard let separator = text.firstRange(of: "://"),
            let scheme = Scheme(rawValue: String(text[..<separator.lowerBound])),
            let host = HostName(text[separator.upperBound...])
        else { return nil }
        self.scheme = scheme
        self.host = host
    }

    /// Returns whether this origin has the given host and port.
    func names(_ authority: HostName) -> Bool {
        let standard = scheme == .https ? 443 : 80
        return host.name == authority.name && (host.port ?? standard) == (authority.port ?? standard)
    }
}
