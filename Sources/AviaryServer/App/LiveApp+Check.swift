extension LiveApp {
    /// Checks everything that does not depend on data: routes, storyboards, controllers, and all links in storyboards
    /// and the navigation.
    ///
    /// - Throws: `RouteError`, `StoryboardError`, or an error from making a controller.
    func check() async throws {
        try routes.check()
        try checkDownloads()
        try checkPrefix()
        try checkSharing()
        for route in routes.all {
            for storyboard in try await route.check() { try check(storyboard) }
        }
        for link in navigation where routes.route(at: link.address) == nil {
            throw RouteError(link.address.description, "has no route, but stands in the navigation")
        }
    }

    /// Checks the names in a storyboard that refer to the app: its uploads and its links.
    ///
    /// - Throws: `StoryboardError`.
    func check(_ storyboard: Storyboard) throws {
        let content = try storyboard.content()
        for name in content.uploads.sorted() where !uploads.names.contains(name) {
            throw StoryboardError(storyboard.name, .init(line: 1, what: "the app has no upload \(name)"))
        }
        for link in content.links where !leads(to: link.address) {
            throw StoryboardError(storyboard.name, .init(line: link.line, what: "there is no page at \(link.address)"))
        }
    }

    private func checkDownloads() throws {
        var known = Set(routes.all.flatMap(\.patterns).map(\.shape))
        for pattern in downloads.map(\.pattern) {
            if let fault = pattern.fault(parameters: pattern.parameters.count) { throw RouteError(pattern.text, fault) }
            if pattern.text.contains(where: { "*{}".contains($0) }) {
                throw RouteError(pattern.text, "has one of * { }, which mean something else to the router")
            }
            if ServerPaths.contain(pattern) { throw RouteError(pattern.text, "belongs to the server") }
            guard known.insert(pattern.shape).inserted else { throw RouteError(pattern.text, "is there twice") }
        }
    }

    /// Checks the prefix. No address within the app may begin like it, because a request could then be read in two
    /// ways.
    private func checkPrefix() throws {
        if let fault = prefix.fault { throw RouteError(prefix.text, fault) }
        guard let first = AddressPattern(prefix.text).components.first else { return }
        let own = ServerPaths.all.map(AddressPattern.init)
        let all = routes.all.flatMap(\.patterns) + downloads.map(\.pattern) + own
        if let other = all.first(where: { $0.components.first == first }) {
            throw RouteError(other.text, "begins like the prefix \(prefix.text)")
        }
    }

    private func checkSharing() throws {
        guard let sharing = manifest?.sharing else { return }
        if uploads[sharing.upload] == nil {
            throw RouteError(sharing.path, "takes shared files for an upload that the app does not have")
        }
        if routes.route(at: sharing.page) == nil {
            throw RouteError(sharing.page.description, "has no route, but shared files lead to it")
        }
    }

    /// Returns whether a link in a storyboard leads to an address of this app.
    private func leads(to link: String) -> Bool {
        let path = String(link.prefix { $0 != "?" && $0 != "#" })
        return routes.lead(to: AddressPattern(path)) || downloads.contains { $0.pattern.covers(AddressPattern(path)) }
            || [ServerPaths.token, ServerPaths.health].contains(path)
            || assets.contains { path == "\(ServerPaths.assets)/\($0.name)" }
    }
}
