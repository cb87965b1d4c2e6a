import AviarySnapshots
import Foundation

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
    private func replaceSelection(with items: Set<ItemID>) {
        selected.endRuns()
        // Only a person's own changes are announced.
        changeSelection(isAnnounced: false) { selected.replace(with: items) }
    }

    /// Clears the selection, also in a mode that lets a person select nothing.
    ///
    /// - Complexity: O(*k*) for *k* selected items, at most.
    public func deselectAll() { select([]) }

    @discardableResult
    public func tap(_ identifier: String) -> Bool {
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
        guard !isOn || snapshot.isWhole else { return selected.refuse() }
        selected.endRuns()
        selected.addWork(numberOfItems)
        changeSelection {
            let isSelectable = isSelectable
            guard isOn else { return selected.replace(with: selection.filter { !isSelectable($0) }) }
            selected.reserve(numberOfItems - selected.count)
            var hasChanged = false
            for item in snapshot.items(in: 0..<numberOfItems) where isSelectable(item) {
                hasChanged = selected.flip(item, true) || hasChanged
            }
            return hasChanged
        }
    }

    private func set(_ item: ItemID, isSelected: Bool) {
        let limit = mode.limit
        guard limit != .none, isSelectable(item) else { return }
        selected.endRuns()
        changeSelection {
            if limit == .one, isSelected, selection != [item] { selected.removeAll() }
            return selected.flip(item, isSelected)
        }
    }

    package var selectionCount: Int { selected.count }
    package var selectionVersion: Int { selected.version }
    package var selectionWork: Int { selected.work }

    public func primaryAction(for identifier: String) -> String? {
        isEditing ? nil : item(named: identifier).flatMap { delegate?.collectionView(self, primaryActionFor: $0) }
    }

    /// The delegate's predicate for items that a person may select. A loop over many items reads it only once.
    private var isSelectable: (ItemID) -> Bool {
        guard let delegate else { return { _ in true } }
        return { delegate.collectionView(self, shouldSelect: $0) }
    }

    /// Changes the selection in place, without a copy, and sends the tiles whose selection has changed to the screen.
    ///
    /// - Parameter change: Returns true if the selection has changed.
    private func changeSelection(isAnnounced: Bool = true, _ change: () -> Bool) {
        let before = held.map { selected.contains($0) }
        guard change() else { return }
        let changed = zip(held, before).filter { item, wasSelected in selected.contains(item) != wasSelected }
        if !changed.isEmpty {
            let on = changed.filter { !$0.1 }.map(\.0.itemText)
            let off = changed.filter { $0.1 }.map(\.0.itemText)
            tell(.selected(on: on, off: off))
        }
        if isAnnounced { selected.announce() }
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
                selected.refuse()
                return true
            }
            return numberOfItems == 0 && start.isPosition && end.isPosition
        }
        guard mode.limit == .several else {
            set(snapshot.item(at: end), isSelected: isOn)
            return true
        }
        var range = selected.takeRange(from: snapshot.item(at: start), isOn: isOn)
        let span = min(start, end)..<max(start, end) + 1
        changeSelection {
            if isOn { selected.reserve(span.count - span.clamped(to: range.span).count) }
            let done = range.move(to: span, in: snapshot, isSelectable: isSelectable) { selected.flip($0, $1) }
            selected.addWork(done.work)
            selected.setRange(range)
            return done.hasChanged
        }
        return true
    }

    /// The most that `selectRange` will add to `selectionWork`.
    ///
    /// - Complexity: O(log *n*).
    package func workOfRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Int {
        guard let start = position(of: start), let end = position(of: end) else { return 0 }
        let new = min(start, end)..<max(start, end) + 1
        guard let range = selected.range, range.anchor == snapshot.item(at: start), range.isOn == isOn else {
            return new.count
        }
        return range.work(to: new)
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
        var current = selected.takeBand()
        if step == .drop { return drop(current) }
        let touched = items(touching: rect)
        selected.addWork(touched.count + (current?.members.count ?? 0))
        changeSelection {
            let isSelectable = isSelectable
            var band = (step == .on ? current.take() : nil) ?? SelectedBand()
            let members = Set(touched.filter { band.members.contains($0) || isSelectable($0) })
            if step == .new {
                selected.setBand(SelectedBand(members, replacing: selection))
                return selected.replace(with: members)
            }
            let hasChanged = band.move(to: members) { selected.flip($0, $1) }
            selected.setBand(band)
            return hasChanged
        }
    }

    /// The most that `selectBand` will add to `selectionWork`.
    ///
    /// - Complexity: O(log *n*).
    package func workOfBand(in rect: ContentRect) -> Int {
        positions(near: rect.transposed(layout.scrollDirection)).count + (selected.band?.members.count ?? 0)
    }

    private func drop(_ band: SelectedBand<ItemID>?) {
        guard let band else { return }
        changeSelection {
            band.replaced.map { selected.replace(with: $0) } ?? band.undo { selected.flip($0, $1) }
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

extension CollectionView {
    /// The selection as runs, in the order of the list; `nil` if it is too scattered to be stored.
    ///
    /// - Complexity: O(*s* log *n*) for *s* selected items, unless these are all items or one range.
    package func selectionRuns() -> [SelectionRun]? { selected.runs(in: snapshot) }

    /// Restores a selection from runs. If items came or went within a run, the run is ignored, because it might select
    /// items that were never selected.
    ///
    /// - Complexity: O(*n* + *r* log *n*) for *r* runs, however much they overlap. Runs beyond the largest number ever
    ///   stored are ignored.
    package func restoreSelection(_ runs: [SelectionRun]) {
        let ranges = Selection<ItemID>.positions(of: runs, in: snapshot).ranges
        let count = ranges.reduce(0) { $0 + $1.count }
        let limit = mode.limit
        guard count > 0, limit == .several || (limit == .one && count == 1) else { return }
        selected.addWork(count)
        var items = Set<ItemID>(minimumCapacity: count)
        let isSelectable = isSelectable
        for range in ranges {
            for item in snapshot.items(in: range) where isSelectable(item) { items.insert(item) }
        }
        replaceSelection(with: items)
    }
}

extension CollectionView {
    /// Finds the next item whose text begins with the typed text, and sends the position to the screen. The position is
    /// `nil` if there is no such item. Case and accents are ignored.
    ///
    /// It examines up to 4,096 items from `start` on, and wraps around to the beginning. If nothing is found and the
    /// list is longer, binary searches look for the first match in the whole list. They find it only if the items are
    /// sorted by their texts, and never before all items are known.
    ///
    /// - Parameter number: Identifies the search in the answer.
    /// - Throws: The error that keeps the content of items from being read. Then no result is sent.
    /// - Complexity: Configures a cell for each examined item, and reads their content in portions.
    package func search(for typed: String, from start: Int, number: Int) async throws {
        let text = String(typed.prefix(maximumText)).folded
        tell(.found(number: number, position: try await position(of: text, from: start)))
    }

    private func position(of text: String, from start: Int) async throws -> Int? {
        guard searchOutlet != nil, !text.isEmpty else { return nil }
        let limit = min(snapshot.numberOfKnownItems, maximumLooks)
        var looked = 0
        // The list may change while its content is read, so its length is read anew for each portion.
        while looked < limit, case let known = snapshot.numberOfKnownItems, known > 0 {
            let first = (max(0, min(start, known)) + looked) % known
            // The item is often near, so the first portions are small.
            let size = min(max(looked, smallestPortion), largestPortion, limit - looked)
            let portion = first..<min(first + size, known)
            if let found = try await texts(in: portion).firstIndex(where: { $0.hasPrefix(text) }) {
                return first + found
            }
            looked += portion.count
        }
        guard numberOfItems > limit, snapshot.isWhole else { return nil }
        // Numbers may be sorted by their digits or by their values, in either direction. So all four orders are tried.
        var first: Int?
        for (options, isAscending) in [([], true), ([], false), (.numeric, true), (.numeric, false)] as [Order] {
            guard let found = try await firstInOrder(of: text, options, isAscending) else { continue }
            first = min(first ?? found, found)
        }
        return first
    }

    /// The first item whose text begins with `text`, by binary search. In a list that is not sorted by its texts the
    /// result may be `nil`.
    private func firstInOrder(
        of text: String, _ options: String.CompareOptions, _ isAscending: Bool
    ) async throws -> Int? {
        var (low, high) = (0, numberOfItems)
        while low < high {
            let middle = low + (high - low) / 2
            let other = try await texts(in: middle..<middle + 1).first ?? ""
            let order = other.compare(text, options: options)
            let isBefore =
                isAscending ? order == .orderedAscending : order == .orderedDescending && !other.hasPrefix(text)
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return try await texts(in: low..<low + 1).first?.hasPrefix(text) == true ? low : nil
    }

    /// The texts of items in the search outlet.
    private func texts(in positions: Range<Int>) async throws -> [String] {
        func items() -> [ItemID] { snapshot.items(in: positions.clamped(to: 0..<snapshot.numberOfKnownItems)) }
        var texts: [String] = []
        try await preparing(items) {
            texts = items().map(text)
            dataSource?.didApply(snapshot)
        }
        return texts
    }

    private func text(of item: ItemID) -> String {
        let index = template(for: item)
        guard let searchOutlet, templates.indices.contains(index),
            let values = configure(index, for: item, hasSupplementaryViews: false)
        else { return "" }
        guard let outlet = templates[index].index(of: searchOutlet) else {
            report("The template \(templates[index].reuseIdentifier) has no outlet named \(searchOutlet).")
            return ""
        }
        return String(outletValue: values[outlet] ?? .text(""))?.folded ?? ""
    }
}

/// How texts are compared, and whether they ascend.
private typealias Order = (String.CompareOptions, Bool)

extension String {
    /// The text without case, accents and surrounding white space.
    fileprivate var folded: String {
        trimmingCharacters(in: .whitespaces)
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

/// The largest number of items examined one after the other, and the sizes of portions read at once.
private let maximumLooks = 4_096
private let smallestPortion = 32
private let largestPortion = 512
/// The largest number of typed characters that count.
private let maximumText = 64
