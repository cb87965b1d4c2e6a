/// The routes of an app, and which of them an address belongs to.
struct Routes: Sendable {
    /// As the app has them.
    let all: [Route]
    /// Each pattern with its route, in the order in which they are asked.
    private let patterns: [(AddressPattern, Route)]

    init(_ routes: [Route]) {
        all = routes
        patterns = routes.flatMap { route in route.patterns.map { ($0, route) } }
            .sorted { $0.0.precedes($1.0) }
    }

    /// The route of an address. Where several match, the one with a name goes before the one with a parameter, from the
    /// left: `/photos/new` before `/photos/:id`.
    func route(at address: Address) -> Route? { patterns.first { $0.0.matches(address) }?.1 }

    /// The pattern by which that route has it.
    func pattern(at address: Address) -> AddressPattern? { patterns.first { $0.0.matches(address) }?.0 }

    /// Whether every address that a link of a storyboard stands for has a route. Its parameter is `:item`.
    func lead(to link: AddressPattern) -> Bool { patterns.contains { $0.0.covers(link) } }

    /// - Throws: `RouteError` for a pattern that cannot be, for two that match the same addresses, and for one whose address
    ///   is the server's own.
    func check() throws {
        var known: [[String?]: AddressPattern] = [:]
        for route in all {
            for pattern in route.patterns {
                if let fault = pattern.fault(parameters: route.sample == nil ? 0 : 1) {
                    throw RouteError(pattern.text, fault)
                }
                if Self.isReserved(pattern) { throw RouteError(pattern.text, "belongs to the server") }
                if let other = known.updateValue(pattern, forKey: pattern.shape) {
                    throw RouteError(pattern.text, "is there twice: \(other.text) matches the same")
                }
            }
        }
    }

    /// Whether the server answers itself: the socket, the form for the token, files, what people send.
    static func isReserved(_ pattern: AddressPattern) -> Bool {
        let path = "/" + pattern.shape.map { $0 ?? ":" }.joined(separator: "/")
        return [LiveServer.socketPath, AccessPolicy.formPath, AccessPolicy.healthPath].contains(path)
            || path.hasPrefix("\(Uploads.root)/")
            || [PageFiles.client, PageFiles.rooms, PageFiles.assets].contains {
                path.hasPrefix("\($0)/") && pattern.components.count == $0.split(separator: "/").count + 1
            }
    }
}
