package import AviaryViews

/// What a tab says first on every connection.
package struct Hello: Hashable, Sendable {
    /// Where the page is.
    package var address: Address
    /// Where each collection is scrolled to.
    package var places: [String: ScrollPlace]
    /// Names the tab among all, through all its connections; `nil` for one that does not come back.
    package var tab: String?
    /// What it was last told to keep; empty when it was told nothing.
    package var kept: String
    /// The name of the page that it takes the place of, at the same entry of the tab's history.
    package var predecessor: String?

    package init(
        address: Address, places: [String: ScrollPlace] = [:], tab: String? = nil, kept: String = "",
        predecessor: String? = nil
    ) {
        self.address = address
        self.places = places
        self.tab = tab
        self.kept = kept
        self.predecessor = predecessor
    }

    /// Whether it says of a large screen, or of a selection, which may be of a million items.
    var asksForMuch: Bool { places.values.contains(where: \.rect.isLarge) || kept.contains("[") }
}
