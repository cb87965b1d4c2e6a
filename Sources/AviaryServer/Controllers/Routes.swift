/// The routes of an app. They find the route of an address.
struct Routes: Sendable {
    /// The routes in the order of the app.
    let all: [Route]
    /// The patterns with their routes, in order of precedence.
    private let patterns: [(AddressPattern, Route)]

    init(_ routes: [Route]) {
        all = routes
        patterns = routes.flatMap { route in route.patterns.map { ($0, route) } }
            .sorted { $0.0.precedes($1.0) }
    }

    /// The route of an address. If several match, a fixed component takes precedence over a parameter, from left to
    /// right: `/photos/new` over `/photos/:id`.
    func route(at address: Address) -> Route? { patterns.first { $0.0.matches(address) }?.1 }

    /// The pattern of the route of an address.
    func pattern(at address: Address) -> AddressPattern? { patterns.first { $0.0.matches(address) }?.0 }

    /// Returns whether every address of a storyboard's link has a route. The parameter `:item` of a link stands for any
    /// item.
    func covers(_ link: AddressPattern) -> Bool { patterns.contains { $0.0.covers(link) } }

    /// - Throws: `RouteError` for an invalid pattern, for two patterns that match the same addresses, and for a
    ///   pattern that matches an address of the server.
    func check() throws {
        var known: [[String?]: AddressPattern] = [:]
        for route in all {
            for pattern in route.patterns {
                if let fault = pattern.fault(parameters: route.sample == nil ? 0 : 1) {
                    throw RouteError(pattern.text, fault)
                }
                if ServerPaths.contain(pattern) { throw RouteError(pattern.text, "belongs to the server") }
                if let other = known.updateValue(pattern, forKey: pattern.shape) {
                    throw RouteError(pattern.text, "is there twice: \(other.text) matches the same")
                }
            }
        }
    }
}

/// A mistake in the app's routes, or in a link to one. It is thrown when the app starts, before a page is shown.
public struct RouteError: Error, Hashable, CustomStringConvertible {
    /// The address or the pattern in the source code.
    let address: String
    /// The mistake, as the end of a sentence that begins with the address.
    let what: String

    init(_ address: String, _ what: String) {
        self.address = address
        self.what = what
    }

    public var description: String { "The address \(address) \(what)." }
}
