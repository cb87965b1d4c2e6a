import AviarySnapshots

extension CollectionView {
    /// Replaces the selection by these items. Items that are not in the list are ignored.
    ///
    /// The delegate learns of the change, but `shouldSelect` is not called. If only one item may be selected, more than
    /// one is reported as a mistake, and the first one in the list is selected.
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

    /// - Parameter items: The new selection. All items are in the list.
    func replaceSelection(with items: Set<ItemID>) {
        endRuns()
        // Only a person's own changes are announced, so the flag is restored.
        let wasNew = hasNewSelection
        changeSelection {
            defer { selection = items }
            return selection != items
        }
        hasNewSelection = wasNew
    }

    /// Forgets the present range and rubber band, so that their next step cannot undo their selection.
    private func endRuns() {
        selectedRange = nil
        selectedBand = nil
    }

    /// Clears the selection, also in a mode that lets a person select nothing.
    ///
    /// - Complexity: O(*k*) for *k* selected items, at most.
    public func deselectAll() { select([]) }

    /// Handles a person's tap: the item joins the selection or leaves it. If only one item may be selected, the others
    /// leave it.
    package func tap(_ identifier: String) -> Bool {
        guard let item = item(named: identifier) else { return false }
        set(item, isSelected: !selection.contains(item))
        return true
    }

    /// Selects or deselects all items that a person may select. While some items are not known yet, nothing is
    /// selected, and a sentence tells the person.
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

    /// Tells the person that the items to select are not known yet.
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

    /// The delegate's predicate for items that a person may select. A loop over many items reads it only once.
    var isSelectable: (ItemID) -> Bool {
        guard let delegate else { return { _ in true } }
        return { delegate.collectionView(self, shouldSelect: $0) }
    }

    /// - Returns: True if the item's selection has changed.
    @discardableResult
    func flip(_ item: ItemID, _ isSelected: Bool) -> Bool {
        isSelected ? selection.insert(item).inserted : selection.remove(item) != nil
    }

    /// Changes the selection in place, without a copy, and sends the tiles whose selection has changed to the screen.
    ///
    /// - Parameter change: Returns true if the selection has changed.
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
