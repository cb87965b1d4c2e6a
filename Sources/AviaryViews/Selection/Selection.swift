import AviarySnapshots

/// The selection of a collection view: the selected items, and the range or the rubber band that a person is drawing.
///
/// The view asks its delegate item by item, and the delegate may read the selection meanwhile. So a loop over items
/// is in the view, and each step of it is one call here.
struct Selection<ItemID: ItemIdentifier> {
    /// The selected items; empty while `compacted` has the selection.
    private(set) var items: Set<ItemID> = [] { didSet { version += 1 } }
    /// Counts the changes of `items`.
    private(set) var version = 0
    /// Counts the items that were examined to select or deselect them.
    private(set) var work = 0
    /// The last range of items that was selected. The next range from the same anchor replaces it; `nil` after any
    /// other change of the selection.
    private(set) var range: SelectedRange<ItemID>?
    /// The items selected by the present rubber band; `nil` after any other change of the selection.
    private(set) var band: SelectedBand<ItemID>?
    /// A large selection while no screen is connected. Then `items` is empty.
    private(set) var compacted: CompactSelection<ItemID>?
    /// True if a change of the selection was not announced yet.
    private var hasNews = false
    /// True if a selection failed because its items are not known yet, and this was not announced yet.
    private var isRefused = false

    /// The number of selected items, in whichever form they are stored.
    var count: Int { compacted?.count ?? items.count }

    func contains(_ item: ItemID) -> Bool { items.contains(item) }

    // MARK: Changes

    // Inlined, because a call in generic code looks up the metadata of this type, for each of a million items.

    /// Selects or deselects an item.
    ///
    /// - Returns: True if the item's selection has changed.
    @inline(__always)
    mutating func flip(_ item: ItemID, _ isSelected: Bool) -> Bool {
        isSelected ? items.insert(item).inserted : items.remove(item) != nil
    }

    /// - Returns: True if the selection has changed.
    mutating func replace(with new: Set<ItemID>) -> Bool {
        defer { items = new }
        return items != new
    }

    mutating func removeAll() { items.removeAll() }

    /// Reserves memory for more items.
    mutating func reserve(_ count: Int) { items.reserveCapacity(items.count + count) }

    mutating func addWork(_ count: Int) { work += count }

    /// Forgets the present range and rubber band, so that their next step cannot undo their selection.
    mutating func endRuns() {
        range = nil
        band = nil
    }

    /// Notes that the selection has changed in a way that a screen reader announces.
    mutating func announce() { hasNews = true }

    /// Notes that the items to select are not known yet.
    mutating func refuse() { isRefused = true }

    /// Returns true if a selection was refused since the last call.
    mutating func takeRefusal() -> Bool {
        defer { isRefused = false }
        return isRefused
    }

    /// Returns true if the selection has changed since the last call.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    // MARK: Ranges and rubber bands

    /// Takes out the present range, if it has this anchor; otherwise makes one. It ends the rubber band.
    ///
    /// A range that is taken out can change without a copy of its sets. `setRange(_:)` puts it back.
    mutating func takeRange(from anchor: ItemID, isOn: Bool) -> SelectedRange<ItemID> {
        band = nil
        guard let old = range.take(), old.anchor == anchor, old.isOn == isOn else {
            return SelectedRange(anchor: anchor, isOn: isOn)
        }
        return old
    }

    mutating func setRange(_ range: SelectedRange<ItemID>) { self.range = range }

    /// Takes out the present rubber band, as `takeRange` does. It ends the range.
    mutating func takeBand() -> SelectedBand<ItemID>? {
        range = nil
        return band.take()
    }

    mutating func setBand(_ band: SelectedBand<ItemID>) { self.band = band }

    // MARK: Updates of the list

    /// Deselects the items that an update deletes.
    ///
    /// - Parameter old: The list before the update.
    /// - Complexity: O((*k* + *m*) log *n*) for *k* deleted and *m* moved items, however many are selected.
    mutating func update(
        after update: CollectionUpdate<ItemID>, _ deleted: DeletedItems<ItemID>, from old: any Snapshot<ItemID>
    ) {
        range?.update(after: update, deleted, from: old)
        let before = items.count
        if !items.isEmpty, deleted.count > 0 { items.subtract(deleted) }
        band?.forget(deleted)
        if items.count != before { hasNews = true }
    }

    /// Deselects the items that are not in another list, and ends the range and the rubber band.
    ///
    /// - Complexity: O(*s* log *n*) for *s* selected items.
    mutating func keep(in list: any Snapshot<ItemID>) {
        items = items.filter { list.position(of: $0) != nil }
        endRuns()
    }

    // MARK: Without a screen

    /// Stores a large selection by its positions until `expand`.
    ///
    /// - Complexity: O(1) if all items or one range are selected; otherwise at most O(*n*).
    mutating func compact(in list: any Snapshot<ItemID>, version: Int) {
        guard items.count > smallSelection else { return }
        compacted = CompactSelection(
            positions: positions(in: list), count: items.count, snapshot: list, listVersion: version)
        items = []
        band = nil
        if let range, range.size > smallSelection { self.range = nil }
    }

    /// Restores the selection as a set, unless another selection was made meanwhile.
    ///
    /// - Complexity: O(*s*) for *s* selected items, O(*s* log *n*) if the list has changed.
    mutating func expand(in list: any Snapshot<ItemID>, version: Int) {
        guard let compacted = compacted.take(), items.isEmpty else { return }
        work += compacted.count
        items = compacted.items(in: list, version: version)
    }

    // MARK: Positions

    /// The positions of all items or of one range, if the selection is known to be that, without examining each item.
    private func onePiece(in list: any Snapshot<ItemID>) -> Range<Int>? {
        if items.count == list.numberOfItems { return 0..<list.numberOfItems }
        guard let range, range.isAll(of: items.count) else { return nil }
        return range.span
    }

    /// The positions of the selected items, in ascending order.
    ///
    /// - Complexity: O(1) for one piece; otherwise the smaller of O(*s* log *n*) for *s* selected items and O(*n*).
    private func positions(in list: any Snapshot<ItemID>) -> [Range<Int>] {
        if let onePiece = onePiece(in: list) { return onePiece.isEmpty ? [] : [onePiece] }
        var ranges: [Range<Int>] = []
        func add(_ position: Int) {
            if let last = ranges.last, last.upperBound == position {
                ranges[ranges.count - 1] = last.lowerBound..<position + 1
            } else {
                ranges.append(position..<position + 1)
            }
        }
        if items.count < list.numberOfItems / 16 {
            for position in items.compactMap(list.position(of:)).sorted() { add(position) }
        } else {
            for (position, item) in list.items(in: 0..<list.numberOfKnownItems).enumerated() where items.contains(item)
            {
                add(position)
            }
        }
        return ranges
    }

    /// The selection as runs, in the order of the list; `nil` if it is too scattered to be stored.
    ///
    /// - Complexity: O(*s* log *n*) for *s* selected items, unless these are all items or one range.
    func runs(in list: any Snapshot<ItemID>) -> [SelectionRun]? {
        guard onePiece(in: list) != nil || items.count <= maximumScatter else { return nil }
        func name(_ position: Int) -> String { list.item(at: position).itemText }
        return positions(in: list).flatMap(pieces).map { run in
            SelectionRun(first: name(run.lowerBound), last: name(run.upperBound - 1), count: run.count)
        }
    }

    /// Splits a run into pieces of at most a 200th of the selection. If an item comes or goes in a piece, that piece is
    /// not restored. So short pieces lose little.
    private func pieces(of run: Range<Int>) -> [Range<Int>] {
        let size = max(1, items.count / 200)
        return stride(from: run.lowerBound, to: run.upperBound, by: size).map {
            $0..<min($0 + size, run.upperBound)
        }
    }

    /// The positions of runs, without those in which items came or went. Runs beyond the largest number ever stored are
    /// ignored.
    ///
    /// - Complexity: O(*r* log *n*) for *r* runs.
    static func positions(of runs: [SelectionRun], in list: any Snapshot<ItemID>) -> RangeSet<Int> {
        var positions = RangeSet<Int>()
        func position(_ name: String) -> Int? { ItemID.identifier(from: name).flatMap(list.position(of:)) }
        for run in runs.prefix(maximumRuns) {
            guard let first = position(run.first), let last = position(run.last), first <= last,
                last - first + 1 == run.count
            else { continue }
            positions.insert(contentsOf: first..<last + 1)
        }
        return positions
    }
}

/// The size up to which a selection stays a set, because it costs little.
private let smallSelection = 1_000
/// The largest number of single items that are looked up to store a selection.
private let maximumScatter = 2_000
/// The largest number of runs: scattered items, and the pieces of longer runs.
private let maximumRuns = maximumScatter + 200
