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

extension CollectionView {
    /// Selects or deselects all items from one end to the other, in the order of the list.
    ///
    /// A range replaces the previous range from the same anchor: items that are no longer in it regain their earlier
    /// state. After any other change of the selection, the next range replaces nothing. If only one item may be
    /// selected, the far end is selected.
    ///
    /// - Returns: True if both ends exist. Positions always do, even in an empty list. While some items are not known
    ///   yet, an unknown end selects nothing, and a sentence tells the person.
    /// - Complexity: O(*d* log *n*) for *d* items that are in only one of the two ranges.
    package func selectRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Bool {
        guard let start = position(of: start), let end = position(of: end) else {
            if !snapshot.isWhole {
                refuseSelection()
                return true
            }
            return numberOfItems == 0 && start.isPosition && end.isPosition
        }
        guard mode.limit == .several else {
            set(snapshot.item(at: end), isSelected: isOn)
            return true
        }
        selectedBand = nil
        let anchor = snapshot.item(at: start)
        let fresh = SelectedRange(anchor: anchor, isOn: isOn, span: 0..<0)
        // The value is taken out while it changes, so that its sets are not copied.
        var range = selectedRange.take() ?? fresh
        if range.anchor != anchor || range.isOn != isOn { range = fresh }
        changeSelection {
            let hasChanged = move(&range, to: min(start, end)..<max(start, end) + 1)
            selectedRange = range
            return hasChanged
        }
        return true
    }

    /// The most that `selectRange` will add to `selectionWork`.
    ///
    /// - Complexity: O(log *n*).
    package func workOfRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Int {
        guard let start = position(of: start), let end = position(of: end) else { return 0 }
        let new = min(start, end)..<max(start, end) + 1
        guard let range = selectedRange, range.anchor == snapshot.item(at: start), range.isOn == isOn else {
            return new.count
        }
        return range.span.count + new.count - 2 * range.span.clamped(to: new).count + range.strays.count
    }

    /// - Returns: True if the selection has changed.
    private func move(_ range: inout SelectedRange<ItemID>, to span: Range<Int>) -> Bool {
        let isSelectable = isSelectable
        var hasChanged = false
        func enter(_ item: ItemID) {
            if isSelectable(item), flip(item, range.isOn) {
                hasChanged = true
            } else {
                range.unchanged.insert(item)
            }
        }
        func leave(_ item: ItemID) {
            if range.unchanged.remove(item) == nil { hasChanged = flip(item, !range.isOn) || hasChanged }
        }
        let (old, new) = (RangeSet(range.span), RangeSet(span))
        selectionWork += range.strays.count
        for part in old.subtracting(new).ranges {
            selectionWork += part.count
            for item in snapshot.items(in: part) where range.strays[item] == nil { leave(item) }
        }
        for part in new.subtracting(old).ranges {
            selectionWork += part.count
            if range.isOn { selection.reserveCapacity(selection.count + part.count) }
            for item in snapshot.items(in: part) where range.strays[item] == nil { enter(item) }
        }
        for (item, wasInside) in range.strays {
            let isInside = snapshot.position(of: item).map(span.contains) ?? false
            if isInside != wasInside { isInside ? enter(item) : leave(item) }
        }
        range.strays = [:]
        range.span = span
        return hasChanged
    }

    /// - Returns: `nil` for an item that does not exist, and for a position whose item is not known yet.
    func position(of end: RangeEnd) -> Int? {
        switch end {
        case .item(let identifier): return ItemID.identifier(from: identifier).flatMap(snapshot.position(of:))
        case .position(let position):
            let last = max(0, min(position, numberOfItems - 1))
            return last < snapshot.numberOfKnownItems ? last : nil
        }
    }
}

extension CollectionView {
    /// Selects the items whose frames touch a rectangle, if several may be selected.
    ///
    /// Each step of a band undoes the step before it. An item that the band no longer touches gets back the state that
    /// it had when the band first touched it. If anything else has changed the selection meanwhile, the band begins
    /// anew, and adds to the selection.
    ///
    /// - Parameter rect: The rectangle in content coordinates. It may exceed the content.
    /// - Complexity: O(log *n* + *k*) for *k* items in the lines that the rectangle touches now or touched before.
    package func selectBand(in rect: ContentRect, _ step: BandStep) {
        guard mode.limit == .several else { return }
        let rect = ContentRect(x: rect.x, y: rect.y, width: max(0, rect.width), height: max(0, rect.height))
            .transposed(layout.scrollDirection)
        selectedRange = nil
        // The value is taken out while it changes, so that its sets are not copied.
        let current = selectedBand.take()
        if step == .drop { return drop(current) }
        let touched = items(touching: rect)
        selectionWork += touched.count + (current?.members.count ?? 0)
        changeSelection {
            var band: SelectedBand<ItemID> = step == .on ? current ?? SelectedBand() : SelectedBand()
            defer { selectedBand = band }
            let members = Set(touched.filter { band.members.contains($0) || isSelectable($0) })
            if step == .new {
                band.replaced = selection
                band.members = members
                selection = members
                return band.replaced != members
            }
            var hasChanged = false
            for item in band.members where !members.contains(item) {
                if band.unchanged.remove(item) == nil { hasChanged = flip(item, false) || hasChanged }
            }
            for item in members where !band.members.contains(item) {
                if flip(item, true) { hasChanged = true } else { band.unchanged.insert(item) }
            }
            band.members = members
            return hasChanged
        }
    }

    /// The most that `selectBand` will add to `selectionWork`.
    ///
    /// - Complexity: O(log *n*).
    package func workOfBand(in rect: ContentRect) -> Int {
        positions(near: rect.transposed(layout.scrollDirection)).count + (selectedBand?.members.count ?? 0)
    }

    private func drop(_ band: SelectedBand<ItemID>?) {
        guard let band else { return }
        changeSelection {
            if let replaced = band.replaced {
                defer { selection = replaced }
                return selection != replaced
            }
            var hasChanged = false
            for item in band.members where !band.unchanged.contains(item) {
                hasChanged = flip(item, false) || hasChanged
            }
            return hasChanged
        }
    }

    private func positions(near rect: ContentRect) -> Range<Int> {
        geometry.positions(in: rect).clamped(to: 0..<snapshot.numberOfKnownItems)
    }

    private func items(touching rect: ContentRect) -> [ItemID] {
        let positions = positions(near: rect)
        return zip(positions, snapshot.items(in: positions)).filter { geometry.frame(at: $0.0).touches(rect) }.map(\.1)
    }
}

extension ContentRect {
    fileprivate func touches(_ other: ContentRect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}

extension CollectionView {
    /// Stops following updates of the list until `wake()`.
    package func stopFollowing() {
        followed = nil
        isResting = true
        dataSource?.rest()
    }

    /// Shows the present list, with the selected items that still exist.
    package func wake() {
        guard isResting else { return wakeSelection() }
        isResting = false
        let isOther = dataSource?.wake() ?? false
        wakeSelection()
        guard isOther else {
            // The content of the cells is read again, and may require other templates.
            for item in cells.keys { cells[item]?.isUnchosen = true }
            placeholders.formUnion(cells.keys)
            return
        }
        let before = (count: numberOfItems, selected: selection.count)
        reloadList()
        if before.count != numberOfItems { delegate?.collectionViewDidChangeCount(self) }
        if before.selected != selection.count { delegate?.collectionViewDidChangeSelection(self) }
        delegate?.collectionViewDidUpdate(self)
    }

    /// Called when no screen is connected any more. Stores a large selection by its positions until `wake()`.
    ///
    /// - Complexity: O(1) if all items or one range are selected; otherwise at most O(*n*).
    package func rest() {
        hasScreen = false
        cancelPrefetching()
        guard selection.count > smallSelection else { return }
        resting = RestingSelection(
            positions: selectedPositions(), count: selection.count, snapshot: snapshot, listVersion: listVersion)
        selection = []
        selectedBand = nil
        let size = selectedRange.map { $0.unchanged.count + $0.strays.count } ?? 0
        if size > smallSelection { selectedRange = nil }
    }

    /// Restores the selection as a set, unless another selection was made meanwhile.
    ///
    /// - Complexity: O(*s*) for *s* selected items, O(*s* log *n*) if the list has changed.
    private func wakeSelection() {
        guard let resting = resting.take(), selection.isEmpty else { return }
        selectionWork += resting.count
        var items = Set<ItemID>(minimumCapacity: resting.count)
        let isSame = resting.listVersion == listVersion
        for range in resting.positions {
            for item in resting.snapshot.items(in: range) where isSame || snapshot.position(of: item) != nil {
                items.insert(item)
            }
        }
        selection = items
    }

    /// True if the selection is known to be all items or one range, without examining each item.
    var isSelectedInOnePiece: Bool { onePiece != nil }

    private var onePiece: Range<Int>? {
        if selection.count == numberOfItems { return 0..<numberOfItems }
        guard let range = selectedRange, range.isAll(of: selection.count) else { return nil }
        return range.span
    }

    /// The positions of the selected items, in ascending order.
    ///
    /// - Complexity: O(1) for one piece; otherwise the smaller of O(*s* log *n*) for *s* selected items and O(*n*).
    func selectedPositions() -> [Range<Int>] {
        if let onePiece { return onePiece.isEmpty ? [] : [onePiece] }
        var ranges: [Range<Int>] = []
        func add(_ position: Int) {
            if let last = ranges.last, last.upperBound == position {
                ranges[ranges.count - 1] = last.lowerBound..<position + 1
            } else {
                ranges.append(position..<position + 1)
            }
        }
        if selection.count < numberOfItems / 16 {
            for position in selection.compactMap(snapshot.position(of:)).sorted() { add(position) }
        } else {
            for (position, item) in snapshot.items(in: 0..<snapshot.numberOfKnownItems).enumerated()
            where selection.contains(item) {
                add(position)
            }
        }
        return ranges
    }
}

/// The size up to which a selection stays a set, because it costs little.
private let smallSelection = 1_000

extension CollectionView {
    /// The selection as runs, in the order of the list; `nil` if it is too scattered to be stored.
    ///
    /// - Complexity: O(*s* log *n*) for *s* selected items, unless these are all items or one range.
    package func selectionRuns() -> [SelectionRun]? {
        guard isSelectedInOnePiece || selection.count <= maximumScatter else { return nil }
        return selectedPositions().flatMap(pieces).map(run)
    }

    /// Splits a run into pieces of at most a 200th of the selection. If an item comes or goes in a piece, that piece is
    /// not restored. So short pieces lose little.
    private func pieces(of run: Range<Int>) -> [Range<Int>] {
        let size = max(1, selection.count / 200)
        return stride(from: run.lowerBound, to: run.upperBound, by: size).map {
            $0..<min($0 + size, run.upperBound)
        }
    }

    private func run(_ positions: Range<Int>) -> SelectionRun {
        func name(_ position: Int) -> String { snapshot.item(at: position).itemText }
        return SelectionRun(
            first: name(positions.lowerBound), last: name(positions.upperBound - 1), count: positions.count)
    }

    /// Restores a selection from runs. If items came or went within a run, the run is ignored, because it might select
    /// items that were never selected.
    ///
    /// - Complexity: O(*n* + *r* log *n*) for *r* runs, however much they overlap. Runs beyond the largest number ever
    ///   stored are ignored.
    package func restoreSelection(_ runs: [SelectionRun]) {
        var positions = RangeSet<Int>()
        for run in runs.prefix(maximumRuns) {
            guard let first = item(named: run.first).flatMap(snapshot.position(of:)),
                let last = item(named: run.last).flatMap(snapshot.position(of:)), first <= last,
                last - first + 1 == run.count
            else { continue }
            positions.insert(contentsOf: first..<last + 1)
        }
        let count = positions.ranges.reduce(0) { $0 + $1.count }
        let limit = mode.limit
        guard count > 0, limit == .several || (limit == .one && count == 1) else { return }
        selectionWork += count
        var items = Set<ItemID>(minimumCapacity: count)
        let isSelectable = isSelectable
        for range in positions.ranges {
            for item in snapshot.items(in: range) where isSelectable(item) { items.insert(item) }
        }
        replaceSelection(with: items)
    }
}

/// The largest number of single items that are looked up to store a selection.
private let maximumScatter = 2_000
/// The largest number of runs: scattered items, and the pieces of longer runs.
private let maximumRuns = maximumScatter + 200
