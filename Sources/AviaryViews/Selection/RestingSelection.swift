import AviarySnapshots

/// A large selection while no screen is connected: its positions in the list at that time, in ascending order.
///
/// A million adjacent items are one range here, but tens of megabytes as a set.
struct RestingSelection<ItemID: ItemIdentifier> {
    let positions: [Range<Int>]
    let count: Int
    let snapshot: any Snapshot<ItemID>
    /// The collection view's `listVersion` at that time.
    let listVersion: Int
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
