import AviarySnapshots

extension CollectionView {
    /// Sets the items whose content a person is editing, by their identifiers; at most 16.
    ///
    /// Each of them keeps its cell, even far from the visible rect. So the screen gets every change of the item, and
    /// its deletion.
    ///
    /// - Throws: The error that keeps the content of these items from being read.
    package func edit(_ identifiers: [String]) async throws {
        let before = edited
        edited = []
        for identifier in identifiers.prefix(maximumEdits) {
            if let item = item(named: identifier) { edited.insert(item) } else { tell(.gone(id: identifier)) }
        }
        let held = Set(held)
        for item in before.subtracting(edited) where !held.contains(item) { recycle(item) }
        // The screen already has the values of the items in the window, so only the others are read and sent.
        let apart = edited.subtracting(held)
        guard !apart.isEmpty else { return }
        try await preparing({ Array(apart) }) {
            for item in apart where edited.contains(item) {
                if cells[item] == nil { makeCell(for: item) } else { reconfigure([item]) }
                if let shown = cells[item] {
                    tell(.cell(id: item.itemText, Dictionary(uniqueKeysWithValues: zip(0..., shown.values))))
                }
            }
            dataSource?.didApply(snapshot)
        }
    }

    /// The edited items that are in a list, but not among `items`. An update has to read their content, too.
    func editedItems(besides items: [ItemID], in snapshot: any Snapshot<ItemID>) -> [ItemID] {
        edited.isEmpty ? [] : edited.subtracting(items).filter { snapshot.position(of: $0) != nil }
    }

    /// Sends to the screen which edited items were deleted.
    func tellGone() {
        for item in edited where snapshot.position(of: item) == nil {
            tell(.gone(id: item.itemText))
            edited.remove(item)
            recycle(item)
        }
    }
}

/// The largest number of items that a screen may edit at a time.
private let maximumEdits = 16
