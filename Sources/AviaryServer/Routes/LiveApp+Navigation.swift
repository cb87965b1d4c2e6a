extension LiveApp {
    /// The navigation of a page, as plain links, which also work without scripts. Empty when the app has none.
    ///
    /// The current link is the link to this address, or else the first link to another address of the same route.
    /// Otherwise it is the link with the longest prefix of this address: `/photos` for `/photos/albums`.
    func navigation(at address: Address, of route: Route) -> String {
        guard !navigation.isEmpty else { return "" }
        let current =
            navigation.firstIndex { $0.address == address }
            ?? navigation.firstIndex {
                route.sample == nil && routes.route(at: $0.address)?.patterns == route.patterns
            }
            ?? navigation.indices.filter { address.path.starts(with: navigation[$0].address.path) }
            .filter { !navigation[$0].address.path.isEmpty }
            .max { navigation[$0].address.path.count < navigation[$1].address.path.count }
        let links = navigation.enumerated().map { index, link in
            let isPage = routes.route(at: link.address)?.patterns == route.patterns
            let mark = index == current ? " aria-current=\"\(isPage ? "page" : "true")\"" : ""
            let symbol = String(decoding: link.symbol, as: UTF8.self)
            return
                "<a href=\"\(link.address.description.htmlEscaped)\"\(mark)>\(symbol)<span>\(link.title.htmlEscaped)</span></a>"
        }
        return "<nav class=\"rooms\" aria-label=\"\(words.navigation.htmlEscaped)\">\(links.joined())</nav>"
    }
}
