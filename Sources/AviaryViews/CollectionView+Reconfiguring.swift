import OrderedCollections

extension CollectionView {
    /// Has the cells of items configured anew, as far as there are cells: they show something else now than what is in the
    /// list. The cells are kept.
    ///
    /// Their content is read again with the next update of the view, in one go.
    public func reconfigureItems(_ items: [ItemID]) {
        itemsDue = (itemsDue ?? [:]).merging(items.map { ($0, false) }) { first, _ in first }
    }

    /// Has the cells of items made anew, as far as there are cells: the cell provider may choose another template.
    ///
    /// Otherwise it is like `reconfigureItems`.
    public func reloadItems(_ items: [ItemID]) {
        itemsDue = (itemsDue ?? [:]).merging(items.map { ($0, true) }) { $1 }
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
            var steps: [CollectionChange.Step] = []
            var isReloaded = false
            for item in held {
                if due[item] == true {
                    placeholders.remove(item)
                    makeCell(for: item)
                    guard let tile = tile(for: item) else { continue }
                    steps += [.drop(1), .insert(tile)]
                    isReloaded = true
                } else if case .keep(let count)? = steps.last {
                    steps[steps.count - 1] = .keep(count + 1)
                } else {
                    steps.append(.keep(1))
                }
            }
            if isReloaded { tell(.splice(count: numberOfItems, base: window.lowerBound, steps: steps)) }
            for item in due.keys where due[item] == false || edited.contains(item) { reconfigure(item) }
            dataSource?.didApply(snapshot)
        }
    }
}
