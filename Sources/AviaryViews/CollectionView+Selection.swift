import AviarySnapshots

extension CollectionView {
    /// Makes these items the selection; those that are not in the list are passed over.
    ///
    /// The delegate hears of it. With `allowsMultipleSelection` off only one may be given.
    public func select(_ items: Set<ItemID>) {
        let items = items.filter { snapshot.position(of: $0) != nil }
        precondition(allowsMultipleSelection || items.count <= 1, "This collection view selects one item at a time")
        changeSelection(to: items)
    }

    public func deselectAll() { changeSelection(to: []) }

    /// A person's tap: the item joins the selection or leaves it. One at a time, unless several are allowed.
    func toggle(_ identifier: String) -> Bool {
        guard let item = item(named: identifier) else { return false }
        guard allowsSelection, delegate?.collectionView(self, shouldSelect: item) ?? true else { return true }
        if selection.contains(item) {
            changeSelection(to: selection.subtracting([item]))
        } else {
            changeSelection(to: allowsMultipleSelection ? selection.union([item]) : [item])
        }
        return true
    }

    private func changeSelection(to items: Set<ItemID>) {
        guard items != selection else { return }
        let on = held.filter { items.contains($0) && !selection.contains($0) }
        let off = held.filter { !items.contains($0) && selection.contains($0) }
        selection = items
        if !on.isEmpty || !off.isEmpty { tell(.selection(on: on.map { "\($0)" }, off: off.map { "\($0)" })) }
        delegate?.collectionViewDidChangeSelection(self)
    }
}
