/// The items in view, as the delegate and the prefetching object of a collection view know them.
///
/// The view itself calls them, because they may read or change the view meanwhile.
struct DisplayedItems<ItemID: ItemIdentifier> {
    /// The items in view, in order, as the delegate knows them.
    private var items: [ItemID] = []
    /// True while the delegate receives the items in view.
    private var isAnnouncing = false
    /// True if the items in view may be others than the delegate knows.
    private(set) var isStale = false
    /// The prefetching object, and the items announced to it.
    private(set) var prefetching: Prefetching<ItemID>?
    /// True if the screen has the shortcuts of items' menus. It cannot have them before there are cells.
    private var hasToldItemMenus = false
    /// The first item with a cell when the delegate was last asked for menus. For the same item the delegate is not
    /// asked again.
    private var askedForMenus: ItemID?

    // MARK: The delegate

    /// Begins to announce to the delegate what is in view.
    ///
    /// - Returns: False if this is being done already, by a call further up. That call then begins anew.
    mutating func begin() -> Bool {
        isStale = true
        guard !isAnnouncing else { return false }
        isAnnouncing = true
        return true
    }

    mutating func end() { isAnnouncing = false }

    /// The items that leave the view, and those that come into it.
    mutating func changes(to visible: [ItemID]) -> (left: [ItemID], come: [ItemID]) {
        isStale = false
        if visible == items { return ([], []) }
        let (before, now) = (Set(items), Set(visible))
        return (items.filter { !now.contains($0) }, visible.filter { !before.contains($0) })
    }

    /// Notes the items in view, all of which the delegate knows now.
    mutating func note(_ visible: [ItemID]) { items = visible }

    /// Notes what the delegate has heard before it changed the list.
    mutating func note(left: [ItemID], come: [ItemID]) {
        let left = Set(left)
        items = items.filter { !left.contains($0) } + come
    }

    // MARK: Prefetching

    /// Sets another prefetching object, which knows no items yet.
    mutating func prefetch(for source: (any CollectionViewPrefetching<ItemID>)?) {
        prefetching = source.map(Prefetching.init)
    }

    // MARK: Menus

    /// Returns true if the screen lacks the shortcuts of items' menus, and the items may have menus.
    ///
    /// - Parameter first: The first item with a cell.
    func lacksMenus(of first: ItemID?) -> Bool { !hasToldItemMenus && first != nil && first != askedForMenus }

    /// Notes that the delegate was asked for menus.
    mutating func noteMenus(of first: ItemID?, hasFound: Bool) { (hasToldItemMenus, askedForMenus) = (hasFound, first) }
}
