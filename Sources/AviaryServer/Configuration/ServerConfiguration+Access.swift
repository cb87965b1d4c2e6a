extension ServerConfiguration {
    /// Whether visitors are asked for a token. This is `false` only if the server can be reached from this machine
    /// alone and the configuration does not ask for a token.
    public var needsToken: Bool { requiresToken || token != nil || !isLoopback || !allowedHosts.isEmpty }

    /// Whether the host is a loopback address. A configured IPv6 address has no brackets, but `HostName` expects them,
    /// as in a `Host` header.
    var isLoopback: Bool {
        let bound = host.lowercased()
        return (HostName(bound) ?? HostName("[\(bound)]"))?.isLoopback ?? false
    }
}
