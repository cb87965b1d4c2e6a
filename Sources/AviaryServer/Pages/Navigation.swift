extension LiveApp {
    /// The way to every room, around each of them: plain links, for those without scripts too. An app of one room needs
    /// none.
    func navigation(in room: Route) -> String {
        guard rooms.count > 1 else { return "" }
        let links = rooms.map { other in
            let current = other.paths == room.paths ? " aria-current=\"page\"" : ""
            let symbol = String(decoding: other.symbol, as: UTF8.self)
            return
                "<a href=\"\(other.paths[0].htmlEscaped)\"\(current)>\(symbol)<span>\(other.title.htmlEscaped)</span></a>"
        }
        return "<nav class=\"rooms\" aria-label=\"Rooms\">\(links.joined())</nav>"
    }
}
