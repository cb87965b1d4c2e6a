import AviarySnapshots
import OrderedCollections

extension CollectionView {
    /// Gives every item in `newWindow` a cell, and removes the cells of other items, unless a person is editing them.
    ///
    /// - Returns: The steps from the tiles held before to the new ones.
    @discardableResult
    func rearrange(to newWindow: Range<Int>) -> [CollectionChange.Step] {
        let old = held
        guard let arriving = cells.move(to: newWindow, snapshot.items(in: newWindow)) else {
            return old.isEmpty ? [] : [.keep(old.count)]
        }
        for item in arriving { makeCell(for: item) }
        return CollectionChange.steps(from: old, to: held, arriving: Set(arriving), tile: tile)
    }

    /// The index of the template for an item's cell. There may be no template at that index yet.
    ///
    /// A data source may choose the template by the item's content, so call this only while the content is at hand.
    func template(for item: ItemID) -> Int {
        guard let name = dataSource?.reuseIdentifier(for: item) else { return 0 }
        if let known = templates.firstIndex(where: { $0.reuseIdentifier == name }) { return known }
        report("No template has the reuse identifier \(name); the first one is used.")
        return 0
    }

    func makeCell(for item: ItemID) {
        let index = template(for: item)
        // Without templates the cell has no values. Registering a template reloads the list.
        guard templates.indices.contains(index) else {
            return cells.insert(ShownCell(template: index, values: []), for: item)
        }
        guard let values = configure(index, for: item) else {
            // A cell that is recreated keeps its known template.
            let known = cells[item].flatMap { $0.isUnchosen ? nil : $0.template } ?? index
            let empty = ShownCell(
                template: known, values: cells.stored(disclosing(item, in: templates[known].ownState, known)),
                isUnchosen: cells[item]?.isUnchosen ?? true)
            return cells.insert(empty, for: item, isPlaceholder: true)
        }
        cells.insert(ShownCell(template: index, values: cells.stored(values)), for: item)
    }

    /// The values that the data source sets on an empty cell; `nil` if the content is not at hand.
    ///
    /// - Parameter hasSupplementaryViews: True if the supplementary views of the cell are configured, too.
    func configure(_ template: Int, for item: ItemID, hasSupplementaryViews: Bool = true) -> [CellValue?]? {
        let cell = cells.makeBlank(template, from: templates[template])
        let isConfigured = dataSource?.configure(cell, for: item) == true
        if let mistake = cell.mistake { report(mistake) }
        guard isConfigured else { return nil }
        let values = disclosing(item, in: cell.values, template)
        guard hasSupplementaryViews, !supplementary.ofCells.isEmpty else { return values }
        return templates[template].adding(supplementary.ofCells, to: values, report: report) { $0(item, $1) }
    }

    /// Configures cells again, and sends the outlets that have changed to the screen.
    ///
    /// If the content of a cell requires another template than the guessed one, the cell is recreated.
    ///
    /// - Parameter choosingAnew: Items whose content may require another template than before.
    func reconfigure(_ items: some Sequence<ItemID>, choosingAnew: Set<ItemID> = []) {
        var remade: Set<ItemID> = []
        for item in items {
            guard let shown = cells[item], templates.indices.contains(shown.template) else { continue }
            // An edited item outside of the window keeps its node in the browser, and therefore its template.
            let isApart = cells.isApart(item)
            let choosesAnew = !isApart && (shown.isUnchosen || choosingAnew.contains(item))
            let index = choosesAnew ? template(for: item) : shown.template
            guard templates.indices.contains(index), let values = configure(index, for: item) else {
                cells.miss(item)
                continue
            }
            cells.find(item, isChosen: !isApart)
            if index == shown.template {
                show(values, of: item)
            } else {
                cells.insert(ShownCell(template: index, values: cells.stored(values)), for: item)
                remade.insert(item)
            }
        }
        tellRemade(remade)
    }

    /// Sends the tiles of recreated cells to the screen, in one splice.
    func tellRemade(_ items: Set<ItemID>) {
        if items.isEmpty { return }
        let steps = CollectionChange.steps(replacing: items, of: held, tile: tile)
        tellSplice(.splice(count: numberOfItems, base: window.lowerBound, steps: steps))
    }

    /// Sets the values of a cell, and sends the values that have changed to the screen.
    func show(_ values: [CellValue?], of item: ItemID) {
        guard let shown = cells[item], shown.values != values else { return }
        cells.setValues(cells.stored(values), of: item)
        var changed: [Int: CellValue?] = [:]
        for index in values.indices where values[index] != shown.values[index] {
            changed[index] = .some(values[index])
        }
        tell(.cell(item: item.itemText, values: changed))
    }

    func tile(for item: ItemID) -> CollectionChange.Tile? {
        cells[item].map {
            let template = templates.indices.contains($0.template) ? templates[$0.template] : nil
            return CollectionChange.Tile(
                id: item.itemText, isSelected: selection.contains(item), template: $0.template,
                values: template?.told($0.values) ?? $0.values)
        }
    }

    /// Sets the items whose content a person is editing, by their identifiers; at most 16.
    ///
    /// Each of them keeps its cell, even far from the visible rect. So the screen gets every change of the item, and
    /// its deletion.
    ///
    /// - Throws: The error that keeps the content of these items from being read.
    package func edit(_ identifiers: [String]) async throws {
        var items: Set<ItemID> = []
        for identifier in identifiers.prefix(maximumEdits) {
            if let item = item(named: identifier) { items.insert(item) } else { tell(.gone(item: identifier)) }
        }
        // The screen already has the values of the items in the window, so only the others are read and sent.
        let apart = cells.edit(items)
        guard !apart.isEmpty else { return }
        try await preparing({ Array(apart) }) {
            for item in apart where cells.edited.contains(item) {
                if cells[item] == nil { makeCell(for: item) } else { reconfigure([item]) }
                if let shown = cells[item] {
                    tell(.cell(item: item.itemText, values: Dictionary(uniqueKeysWithValues: zip(0..., shown.values))))
                }
            }
            dataSource?.didApply(snapshot)
        }
    }

    /// Sends to the screen which edited items were deleted.
    func tellGone() {
        for item in cells.removeEdited(notIn: snapshot) { tell(.gone(item: item.itemText)) }
    }
}

extension CollectionView {
    // MARK: Content that has changed

    /// Configures the cells of items again. Call this if their content has changed without an update of the list. The
    /// cells are kept.
    ///
    /// The content of all requested items is read at once, before the next packet of the scene.
    ///
    /// - Complexity: O(*k*) for *k* items. An item that is requested several times is configured once.
    public func reconfigureItems(_ items: [ItemID]) {
        cells.request(items, remade: false)
    }

    /// Recreates the cells of items, so that the data source may choose another template.
    ///
    /// This is like `reconfigureItems(_:)`, except that the cells are not kept.
    ///
    /// - Complexity: O(*k*) for *k* items. An item that is requested several times is configured once.
    public func reloadItems(_ items: [ItemID]) {
        cells.request(items, remade: true)
    }

    public var isWorkDue: Bool { cells.hasRequests || hasScrollTarget }

    public func doWorkDue() async throws {
        let failure: (any Error)?
        do {
            try await configureItemsDue()
            failure = nil
        } catch { failure = error }
        try await scrollToTarget()
        if let failure { throw failure }
    }

    private func configureItemsDue() async throws {
        guard let due = cells.takeRequests() else { return }
        try await preparing({ due.keys.filter { cells[$0] != nil } }) {
            let remade = held.filter { due[$0] == true }
            for item in remade { makeCell(for: item) }
            tellRemade(Set(remade))
            reconfigure(due.keys.filter { due[$0] == false || cells.edited.contains($0) })
            dataSource?.didApply(snapshot)
        }
    }
}

/// The largest number of items that a screen may edit at a time.
private let maximumEdits = 16
