package import AviaryViews

/// What a tab says first on every connection.
package struct Hello: Hashable, Sendable {
    /// Where the page is.
    package var address: Address
    /// Where each collection is scrolled to.
    package var scrollPositions: [String: ScrollPosition]
    /// Names the tab among all, through all its connections; `nil` for one that does not come back.
    package var tab: String?
    /// The keepsake it was last given; empty when it was given none.
    package var keepsake: String
    /// The name of the page that it replaces, at the same entry of the tab's history.
    package var predecessor: String?
    /// What the page is made of, as the server says it that painted it; `nil` when it does not say.
    package var version: String?
    /// The last number by which the page has asked for anything; `nil` when it does not say. What it asks for by a higher
    /// one, it has asked of nobody before.
    package var asked: Int?

    package init(
        address: Address, scrollPositions: [String: ScrollPosition] = [:], tab: String? = nil, keepsake: String = "",
        predecessor: String? = nil, version: String? = nil, asked: Int? = nil
    ) {
        self.address = address
        self.scrollPositions = scrollPositions
        self.tab = tab
        self.keepsake = keepsake
        self.predecessor = predecessor
        self.version = version
        self.asked = asked
    }

    /// Whether it says of a large screen, or of a selection, which may be of a million items.
    var asksForMuch: Bool { scrollPositions.values.contains(where: \.rect.isLarge) || keepsake.contains("[") }
}
