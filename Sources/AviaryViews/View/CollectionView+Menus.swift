import AviarySnapshots

extension CollectionView {
    package func items(of request: MenuRequest) -> (any Sendable)? {
        switch request {
        case .opened(let identifier): itemsOfMenu(at: identifier)
        case .pressed(let identifier): itemsOfKeys(at: identifier)
        }
    }

    package func menu(of items: any Sendable) -> Menu? { (items as? Set<ItemID>).flatMap(menu) }

    /// The items of a menu that is opened at an item: the selection if the item is part of it, or else the item alone.
    /// The set is empty for the background, and `nil` if there is no such item.
    ///
    /// - Complexity: O(log *n*), however many items are selected.
    private func itemsOfMenu(at identifier: String?) -> Set<ItemID>? {
        guard let identifier else { return [] }
        return item(named: identifier).map { selection.contains($0) ? selection : [$0] }
    }

    /// The items of a pressed shortcut: the selection, or else the item with the focus, if there is one.
    private func itemsOfKeys(at identifier: String?) -> Set<ItemID> {
        selection.isEmpty ? itemsOfMenu(at: identifier) ?? [] : selection
    }

    func menu(for items: Set<ItemID>) -> Menu? { delegate?.collectionView(self, menuFor: items) ?? nil }

    /// Sends the shortcuts of two menus to the screen: the menu of the background, and the menu of the first item that
    /// has one.
    func tellMenus() {
        let itemMenu = held.prefix(itemsAskedForMenus).lazy.compactMap { self.menu(for: [$0]) }.first
        hasToldItemMenus = itemMenu != nil
        askedForMenus = held.first
        let menus = [menu(for: []), itemMenu].compactMap(\.self)
        guard !menus.isEmpty else { return }
        let shortcuts = menus.flatMap { $0.groups.joined().compactMap(\.shortcut) }
        tell(.menus(shortcuts: Set(shortcuts).sorted()))
    }
}

/// The largest number of items that are tried until one has a menu.
private let itemsAskedForMenus = 16
