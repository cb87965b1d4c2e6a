package import AviaryViews

/// The first message of a tab on every connection.
package struct Hello: Hashable, Sendable {
    /// The address of the page.
    package var address: Address
    /// The scroll position of each collection.
    package var scrollPositions: [String: ScrollPosition]
    /// A name that identifies the tab across all its connections; `nil` for a tab that does not return.
    package var tab: String?
    /// The last keepsake that the tab has received; empty without one.
    package var keepsake: String
    /// The name of the page that this page replaces in the same entry of the tab's history; `nil` if there is none.
    package var predecessor: String?
    /// The version with which the page was rendered; `nil` when the tab does not report it.
    package var version: String?
    /// The highest number that a request of the page has used; `nil` when the tab does not report it. A request with a
    /// higher number was sent to no other server before.
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

    /// Whether the message mentions a large screen or a selection. A selection may have a million items.
    var asksForMuch: Bool { scrollPositions.values.contains(where: \.rect.isLarge) || keepsake.contains("[") }
}

extension ContentRect {
    /// Whether its area is larger than a screen of 3,840 by 2,160 points.
    var isLarge: Bool { width * height > 8_294_400 }
}
