import AviarySnapshots

extension CollectionView {
    /// Takes note of the items whose content a person is editing.
    ///
    /// Each keeps its cell wherever it is, so that the screen hears of its changes, and hears when it is gone.
    ///
    /// - Throws: What keeps their content from being read.
    package func edit(_ identifiers: [String]) async throws {
        let before = edited
        edited = []
        for identifier in identifiers.prefix(maximumEdits) {
            if let item = item(named: identifier) { edited.insert(item) } else { tell(.gone(id: identifier)) }
        }
        let held = Set(held)
        for item in before.subtracting(edited) where !held.contains(item) { recycle(item) }
        // Of the others the screen knows what they show.
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

    /// Items that are being edited and have to be read for an update, besides those of the window.
    func editedItems(besides items: [ItemID], in snapshot: any Snapshot<ItemID>) -> [ItemID] {
        edited.isEmpty ? [] : edited.subtracting(items).filter { snapshot.position(of: $0) != nil }
    }

    /// Tells which items were being edited and are no more.
    func tellGone() {
        for item in edited where snapshot.position(of: item) == nil {
            tell(.gone(id: item.itemText))
            edited.remove(item)
            recycle(item)
        }
    }
}

/// How many items a screen may say are being edited.
private let maximumEdits = 16
