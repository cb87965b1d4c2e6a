extension LiveApp {
    /// Checks everything that does not depend on data: routes, storyboards, controllers, and all links in storyboards
    /// and the navigation.
    ///
    /// - Throws: `RouteError`, `LanguageError`, `StoryboardError`, or an error from making a controller.
    func check() async throws {
        try context.routes.check()
        try checkDownloads()
        try checkPrefix()
        try checkSharing()
        if let fault = context.languages.fault { throw fault }
        if let fault = context.visitors?.fault { throw fault }
        for route in context.routes.all {
            for storyboard in try await route.check() { try context.check(storyboard) }
        }
        for language in context.languages.all.dropFirst() {
            let titles = context.routes.all.map { ($0.patterns[0].text, $0.title) }
            let links = navigation.map { ($0.address.description, $0.title) }
            for (address, title) in titles + links where language.texts[title] == nil {
                throw RouteError(address, "has the title “\(title)”, which has no words in \(language.tag)")
            }
            guard language.texts[context.name] != nil else {
                throw LanguageError("The name of the app, “\(context.name)”, has no words in \(language.tag).")
            }
        }
        for link in navigation where context.routes.route(at: link.address) == nil {
            throw RouteError(link.address.description, "has no route, but stands in the navigation")
        }
    }

    private func checkDownloads() throws {
        var known = Set(context.routes.all.flatMap(\.patterns).map(\.shape))
        for pattern in context.downloads.map(\.pattern) {
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
        if let fault = context.prefix.fault { throw RouteError(context.prefix.text, fault) }
        guard let first = AddressPattern(context.prefix.text).components.first else { return }
        let own = ServerPaths.all.map(AddressPattern.init)
        let all = context.routes.all.flatMap(\.patterns) + context.downloads.map(\.pattern) + own
        if let other = all.first(where: { $0.components.first == first }) {
            throw RouteError(other.text, "begins like the prefix \(context.prefix.text)")
        }
    }

    private func checkSharing() throws {
        guard let sharing = manifest?.sharing else { return }
        if context.uploads[sharing.upload] == nil {
            throw RouteError(sharing.path, "takes shared files for an upload that the app does not have")
        }
        if context.routes.route(at: sharing.page) == nil {
            throw RouteError(sharing.page.description, "has no route, but shared files lead to it")
        }
    }
}
