import OrderedCollections

extension CollectionView {
    /// Configures the cells of items again. Call this if their content has changed without an update of the list. The
    /// cells are kept.
    ///
    /// The content of all requested items is read at once, before the next packet of the scene.
    ///
    /// - Complexity: O(*k*) for *k* items. An item that is requested several times is configured once.
    public func reconfigureItems(_ items: [ItemID]) {
        if itemsDue == nil { itemsDue = [:] }
        itemsDue?.merge(items.lazy.map { ($0, false) }) { first, _ in first }
    }

    /// Recreates the cells of items, so that the data source may choose another template.
    ///
    /// This is like `reconfigureItems(_:)`, except that the cells are not kept.
    ///
    /// - Complexity: O(*k*) for *k* items. An item that is requested several times is configured once.
    public func reloadItems(_ items: [ItemID]) {
        if itemsDue == nil { itemsDue = [:] }
        itemsDue?.merge(items.lazy.map { ($0, true) }) { $1 }
    }

    package var isWorkDue: Bool { itemsDue != nil || hasScrollTarget }

    package func doWorkDue() async throws {
        let failure: (any Error)?
        do {
            try await configureItemsDue()
            failure = nil
        } catch { failure = error }
        try await scrollToTarget()
        if let failure { throw failure }
    }

    private func configureItemsDue() async throws {
        guard let due = itemsDue else { return }
        itemsDue = nil
        try await preparing({ due.keys.filter { cells[$0] != nil } }) {
            let remade = held.filter { due[$0] == true }
            for item in remade { makeCell(for: item) }
            tellRemade(Set(remade))
            reconfigure(due.keys.filter { due[$0] == false || cells.edited.contains($0) })
            dataSource?.didApply(snapshot)
        }
    }
}
