/// The rules by which a person may select items of a collection view.
package struct SelectionMode: Hashable, Sendable {
    package enum Limit: Int, Hashable, Sendable { case none, one, several }

    package var limit: Limit
    package var isEditing: Bool
    /// True if typing letters finds an item.
    package var canSearch: Bool

    package init(limit: Limit, isEditing: Bool = false, canSearch: Bool = false) {
        self.limit = limit
        self.isEditing = isEditing
        self.canSearch = canSearch
    }
}
