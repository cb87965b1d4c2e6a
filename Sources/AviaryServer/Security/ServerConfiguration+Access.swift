extension ServerConfiguration {
    /// Whether visitors are asked for a token: always, unless only this machine can reach the server and the
    /// configuration does not ask for one.
    public var needsToken: Bool { requiresToken || token != nil || !isLoopback || !allowedHosts.isEmpty }

    /// Whether the host is this machine's own address to itself. A bare IPv6 address is bound without the brackets it
    /// has in a `Host`.
    var isLoopback: Bool {
        let bound = host.lowercased()
        return (HostName(bound) ?? HostName("[\(bound)]"))?.isLoopback ?? false
    }
}
