import AviarySnapshots

extension CollectionView {
    /// Notes the items whose content a person is editing.
    ///
    /// Each keeps its cell wherever it is in the list, so that the screen gets its changes and its deletion.
    ///
    /// - Throws: The error that keeps their content from being read.
    package func edit(_ identifiers: [String]) async throws {
        let before = edited
        edited = []
        for identifier in identifiers.prefix(maximumEdits) {
            if let item = item(named: identifier) { edited.insert(item) } else { tell(.gone(id: identifier)) }
        }
        let held = Set(held)
        for item in before.subtracting(edited) where !held.contains(item) { recycle(item) }
        // The screen already knows the values of the items in the window.
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

    /// The edited items whose content an update has to read, besides the items of the window.
    func editedItems(besides items: [ItemID], in snapshot: any Snapshot<ItemID>) -> [ItemID] {
        edited.isEmpty ? [] : edited.subtracting(items).filter { snapshot.position(of: $0) != nil }
    }

    /// Tells the edited items that were deleted.
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
