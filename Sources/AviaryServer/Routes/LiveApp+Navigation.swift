extension LiveApp {
    /// The navigation of a page: plain links, for those without scripts too. Empty when the app has none.
    ///
    /// Current is the link to this address, or else the first to another address of the same route.
    func navigation(at address: Address, of route: Route) -> String {
        guard !navigation.isEmpty else { return "" }
        let current =
            navigation.firstIndex { $0.address == address }
            ?? navigation.firstIndex {
                route.sample == nil && routes.route(at: $0.address)?.patterns == route.patterns
            }
        let links = navigation.enumerated().map { index, link in
            let mark = index == current ? " aria-current=\"page\"" : ""
            let symbol = String(decoding: link.symbol, as: UTF8.self)
            return
                "<a href=\"\(link.address.description.htmlEscaped)\"\(mark)>\(symbol)<span>\(link.title.htmlEscaped)</span></a>"
        }
        return "<nav class=\"rooms\" aria-label=\"Rooms\">\(links.joined())</nav>"
    }
}
