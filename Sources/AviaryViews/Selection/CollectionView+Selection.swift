import AviarySnapshots

extension CollectionView {
    /// Makes these items the selection, instead of those selected before; items that are not in the list are passed
    /// over.
    ///
    /// The delegate hears of it, and is not asked by `shouldSelect`. Where several may not be selected at a time, more
    /// than one item is reported as a mistake, and the first in the list is selected.
    ///
    /// - Complexity: O(*k* log *n*) for *k* items.
    public func select(_ items: Set<ItemID>) {
        var items = items.filter { snapshot.position(of: $0) != nil }
        if !(isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection), items.count > 1 {
            report("This collection view selects one item at a time, not \(items.count).")
            let first = items.min { (snapshot.position(of: $0) ?? 0) < (snapshot.position(of: $1) ?? 0) }
            items = first.map { [$0] } ?? []
        }
        replaceSelection(with: items)
    }

    /// - Parameter items: All of them are in the list.
    func replaceSelection(with items: Set<ItemID>) {
        endRuns()
        // A person hears of their own changes.
        let wasNew = hasNewSelection
        changeSelection {
            defer { selection = items }
            return selection != items
        }
        hasNewSelection = wasNew
    }

    /// What a range or a rubber band selected is what is selected from now on, whatever comes.
    private func endRuns() {
        selectedRange = nil
        selectedBand = nil
    }

    /// Makes the selection empty, also in a mode in which a person may not select.
    ///
    /// - Complexity: O(*k*) for the *k* items that were selected, at most.
    public func deselectAll() { select([]) }

    /// A person's tap: the item joins the selection or leaves it. One at a time, unless several are allowed.
    package func tap(_ identifier: String) -> Bool {
        guard let item = item(named: identifier) else { return false }
        set(item, isSelected: !selection.contains(item))
        return true
    }

    /// What a person may select joins the selection, or leaves it. As long as not all items are known nothing joins: that
    /// is said.
    ///
    /// - Complexity: O(*n*).
    package func selectAll(_ isOn: Bool) {
        let limit = mode.limit
        guard limit == .several || (limit == .one && !isOn) else { return }
        guard !isOn || snapshot.isWhole else { return refuseSelection() }
        endRuns()
        selectionWork += numberOfItems
        changeSelection {
            let (before, isSelectable) = (selection.count, isSelectable)
            if isOn {
                selection.reserveCapacity(numberOfItems)
                for item in snapshot.items(in: 0..<numberOfItems) where isSelectable(item) { selection.insert(item) }
            } else {
                selection = selection.filter { !isSelectable($0) }
            }
            return selection.count != before
        }
    }

    /// Says that what is to be selected is not known yet.
    func refuseSelection() { isSelectionRefused = true }

    func set(_ item: ItemID, isSelected: Bool) {
        let limit = mode.limit
        guard limit != .none, isSelectable(item) else { return }
        endRuns()
        changeSelection {
            if limit == .one, isSelected, selection != [item] { selection.removeAll() }
            return flip(item, isSelected)
        }
    }

    package var currentSelection: any Sendable { selection }
    package var selectionCount: Int { resting?.count ?? selection.count }

    package func primaryAction(for identifier: String) -> String? {
        isEditing ? nil : item(named: identifier).flatMap { delegate?.collectionView(self, primaryActionFor: $0) }
    }

    /// What a person may select, as the delegate says; for a range it is looked for once.
    var isSelectable: (ItemID) -> Bool {
        guard let delegate else { return { _ in true } }
        return { delegate.collectionView(self, shouldSelect: $0) }
    }

    /// - Returns: Whether the item was not so before.
    @discardableResult
    func flip(_ item: ItemID, _ isSelected: Bool) -> Bool {
        isSelected ? selection.insert(item).inserted : selection.remove(item) != nil
    }

    /// Changes the selection where it stands, without a copy, and tells what the screen holds of the change.
    ///
    /// - Parameter change: Returns whether the selection is another one.
    func changeSelection(_ change: () -> Bool) {
        let before = held.map(selection.contains)
        guard change() else { return }
        let changed = zip(held, before).filter { item, wasSelected in selection.contains(item) != wasSelected }
        if !changed.isEmpty {
            let on = changed.filter { !$0.1 }.map(\.0.itemText)
            let off = changed.filter { $0.1 }.map(\.0.itemText)
            tell(.selection(on: on, off: off))
        }
        hasNewSelection = true
        delegate?.collectionViewDidChangeSelection(self)
    }
}
