import AviarySnapshots

extension CollectionView {
    /// What a menu is for that is opened at an item: the selection if the item is part of it, or else the item alone; no
    /// items for the background. `nil` when there is no such item.
    ///
    /// - Complexity: O(log *n*), however many are selected.
    func itemsOfMenu(at identifier: String?) -> Set<ItemID>? {
        guard let identifier else { return [] }
        return item(named: identifier).map { selection.contains($0) ? selection : [$0] }
    }

    /// What keys are for that are pressed while the keyboard is at an item: the selection, or else the item alone.
    func itemsOfKeys(at identifier: String?) -> Set<ItemID> {
        selection.isEmpty ? itemsOfMenu(at: identifier) ?? [] : selection
    }

    func menu(for items: Set<ItemID>) -> Menu? { delegate?.collectionView(self, menuFor: items) ?? nil }

    /// Tells which keys the menus have: those of the background's and of the first item's.
    func tellMenus() {
        let menus = [menu(for: []), held.first.flatMap { menu(for: [$0]) }].compactMap(\.self)
        guard !menus.isEmpty else { return }
        let shortcuts = menus.flatMap { $0.groups.joined().compactMap(\.shortcut) }
        tell(.menus(shortcuts: Set(shortcuts).sorted()))
    }
}
