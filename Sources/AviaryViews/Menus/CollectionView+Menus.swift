import AviarySnapshots

extension CollectionView {
    package func items(of request: MenuRequest) -> (any Sendable)? {
        switch request {
        case .opened(let identifier): itemsOfMenu(at: identifier)
        case .pressed(let identifier): itemsOfKeys(at: identifier)
        }
    }

    package func menu(of items: any Sendable) -> Menu? { (items as? Set<ItemID>).flatMap(menu) }

    /// What a menu is for that is opened at an item: the selection if the item is part of it, or else the item alone; no
    /// items for the background. `nil` when there is no such item.
    ///
    /// - Complexity: O(log *n*), however many are selected.
    private func itemsOfMenu(at identifier: String?) -> Set<ItemID>? {
        guard let identifier else { return [] }
        return item(named: identifier).map { selection.contains($0) ? selection : [$0] }
    }

    /// What keys are for that are pressed while the keyboard is at an item: the selection, or else the item alone.
    private func itemsOfKeys(at identifier: String?) -> Set<ItemID> {
        selection.isEmpty ? itemsOfMenu(at: identifier) ?? [] : selection
    }

    func menu(for items: Set<ItemID>) -> Menu? { delegate?.collectionView(self, menuFor: items) ?? nil }

    /// Tells which keys the menus have: those of the background's and of the first item's that has one.
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

/// How many items are asked for a menu until one has some.
private let itemsAskedForMenus = 16
