import AviarySnapshots

extension CollectionView {
    /// Gives every item in `newWindow` a cell, and removes the cells of other items, unless a person is editing them.
    ///
    /// - Returns: The steps from the tiles held before to the new ones.
    @discardableResult
    func rearrange(to newWindow: Range<Int>) -> [CollectionChange.Step] {
        let old = held
        window = newWindow
        held = snapshot.items(in: newWindow)
        // If the items are the same, all tiles stay. This is so in most browser windows, where a commit changes only
        // items without cells.
        if held == old { return old.isEmpty ? [] : [.keep(old.count)] }
        let kept = Set(held)
        for item in old where !kept.contains(item) { recycle(item) }
        let arriving = held.filter { cells[$0] == nil }
        for item in arriving { makeCell(for: item) }
        return steps(from: old, to: held, arriving: Set(arriving))
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
            cells[item] = ShownCell(template: index, values: [])
            return
        }
        guard let values = configure(index, for: item) else {
            placeholders.insert(item)
            // A cell that is recreated keeps its known template.
            let known = cells[item].flatMap { $0.isUnchosen ? nil : $0.template } ?? index
            cells[item] = ShownCell(
                template: known, values: stored(templates[known].ownState), isUnchosen: cells[item]?.isUnchosen ?? true)
            return
        }
        cells[item] = ShownCell(template: index, values: stored(values))
    }

    /// The values to hold for a cell: one copy for all views that share them.
    private func stored(_ values: [CellValue?]) -> [CellValue?] { sharedValues?.shared(values) ?? values }

    /// The values that the data source sets on an empty cell; `nil` if the content is not at hand.
    ///
    /// - Parameter hasSupplementaryViews: True if the supplementary views of the cell are configured, too.
    func configure(_ template: Int, for item: ItemID, hasSupplementaryViews: Bool = true) -> [CellValue?]? {
        cellWork += 1
        let cell = workbench[template] ?? Cell(template: templates[template])
        workbench[template] = cell
        cell.prepareForReuse()
        let isConfigured = dataSource?.configure(cell, for: item) == true
        if let mistake = cell.mistake { report(mistake) }
        guard isConfigured else { return nil }
        guard hasSupplementaryViews, !supplementaryViewsOfCells.isEmpty else { return cell.values }
        return adding(supplementaryViewsOfCells, of: templates[template], to: cell.values) { $0(item, $1) }
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
            let isApart = edited.contains(item) && !held.contains(item)
            let choosesAnew = !isApart && (shown.isUnchosen || choosingAnew.contains(item))
            let index = choosesAnew ? template(for: item) : shown.template
            guard templates.indices.contains(index), let values = configure(index, for: item) else {
                placeholders.insert(item)
                continue
            }
            placeholders.remove(item)
            if !isApart { cells[item]?.isUnchosen = false }
            if index == shown.template {
                show(values, of: item)
            } else {
                cells[item] = ShownCell(template: index, values: stored(values))
                remade.insert(item)
            }
        }
        tellRemade(remade)
    }

    /// Sends the tiles of recreated cells to the screen, in one splice.
    func tellRemade(_ items: Set<ItemID>) {
        if items.isEmpty { return }
        var steps: [CollectionChange.Step] = []
        for item in held {
            if items.contains(item), let tile = tile(for: item) {
                steps += [.drop(1), .insert(tile)]
            } else if case .keep(let count)? = steps.last {
                steps[steps.count - 1] = .keep(count + 1)
            } else {
                steps.append(.keep(1))
            }
        }
        tellSplice(.splice(count: numberOfItems, base: window.lowerBound, steps: steps))
    }

    /// Sets the values of a cell, and sends the values that have changed to the screen.
    func show(_ values: [CellValue?], of item: ItemID) {
        guard let shown = cells[item], shown.values != values else { return }
        cells[item]?.values = stored(values)
        var changed: [Int: CellValue?] = [:]
        for index in values.indices where values[index] != shown.values[index] {
            changed[index] = .some(values[index])
        }
        tell(.cell(id: item.itemText, changed))
    }

    func recycle(_ item: ItemID) {
        guard !edited.contains(item) else { return }
        placeholders.remove(item)
        cells[item] = nil
    }

    func tile(for item: ItemID) -> CollectionChange.Tile? {
        cells[item].map {
            let template = templates.indices.contains($0.template) ? templates[$0.template] : nil
            return CollectionChange.Tile(
                id: item.itemText, isSelected: selection.contains(item), template: $0.template,
                values: template?.told($0.values) ?? $0.values)
        }
    }

    private func steps(from old: [ItemID], to new: [ItemID], arriving: Set<ItemID>) -> [CollectionChange.Step] {
        var indexes: [ItemID: Int] = [:]
        for (index, item) in old.enumerated() { indexes[item] = index }
        let common = new.compactMap { indexes[$0] }
        var stays = longestIncreasingSubsequence(common).map { common[$0] }[...]
        var steps: [CollectionChange.Step] = []
        var read = 0
        for item in new {
            if let index = indexes[item], index == stays.first {
                stays.removeFirst()
                if index > read { steps.append(.drop(index - read)) }
                if case .keep(let count)? = steps.last {
                    steps[steps.count - 1] = .keep(count + 1)
                } else {
                    steps.append(.keep(1))
                }
                read = index + 1
            } else if indexes[item] != nil, !arriving.contains(item) {
                steps.append(.move(item.itemText))
            } else if let tile = tile(for: item) {
                steps.append(.insert(tile))
            }
        }
        if read < old.count { steps.append(.drop(old.count - read)) }
        return steps
    }
}
