/// A link in the navigation, which every page of an app shows.
public struct NavigationLink: Sendable {
    let title: String
    let address: Address
    let symbol: [UInt8]

    /// A link with a title.
    ///
    /// - Parameters:
    ///   - title: The title, shown as text.
    ///   - address: An address of one of the app's routes. It is checked when the app starts.
    ///   - symbol: An SVG file of the program, shown beside the title.
    public init(_ title: String, to address: Address, symbol: [UInt8] = []) {
        self.title = title
        self.address = address
        self.symbol = symbol
    }
}

extension [NavigationLink] {
    /// A link to each route without a parameter, in their order. An app with only one such route gets no links, because
    /// it needs no navigation.
    init(toEachOf routes: [Route]) {
        let rooms = routes.filter { $0.sample == nil }
        self =
            rooms.count < 2
            ? []
            : rooms.compactMap { route in
                route.patterns.first.map { NavigationLink(route.title, to: $0.address(""), symbol: route.symbol) }
            }
    }
}
