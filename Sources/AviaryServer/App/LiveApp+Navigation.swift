import AviaryText

extension LiveApp {
    /// The navigation of a page, as plain links, which also work without scripts. Empty when the app has none.
    ///
    /// The current link is the link to this address, or else the first link to another address of the same route,
    /// unless the route has a parameter. Otherwise it is the link with the longest prefix of this address: `/photos`
    /// for `/photos/albums`.
    func navigation(at address: Address, of route: Route, in language: PageLanguage) -> String {
        let current =
            navigation.firstIndex { $0.address == address }
            ?? navigation.firstIndex {
                route.sample == nil && context.routes.route(at: $0.address)?.patterns == route.patterns
            }
            ?? navigation.indices.filter { address.path.starts(with: navigation[$0].address.path) }
            .filter { !navigation[$0].address.path.isEmpty }
            .max { navigation[$0].address.path.count < navigation[$1].address.path.count }
        let isPage = current.map { context.routes.route(at: navigation[$0].address)?.patterns == route.patterns }
        return navigation(current: current, isPage: isPage ?? false, in: language)
    }

    /// The navigation of a page without a room.
    func navigationOfNoRoom(in language: PageLanguage) -> String {
        navigation(current: nil, isPage: false, in: language)
    }

    private func navigation(current: Int?, isPage: Bool, in language: PageLanguage) -> String {
        guard !navigation.isEmpty else { return "" }
        let links = navigation.enumerated().map { index, link in
            let mark = index == current ? " aria-current=\"\(isPage ? "page" : "true")\"" : ""
            let symbol = String(decoding: link.symbol, as: UTF8.self)
            let address = context.prefix.added(to: link.address.description).htmlEscaped
            return
                "<a href=\"\(address)\"\(mark)>\(symbol)<span>\(language.text(link.title).htmlEscaped)</span></a>"
        }
        return
            "<nav class=\"rooms\" aria-label=\"\(language.words.page.navigation.htmlEscaped)\">\(links.joined())</nav>"
    }
}
