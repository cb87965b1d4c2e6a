import AviarySnapshots

/// One end of a range, as a screen sends it.
package enum RangeEnd: Hashable, Sendable {
    case item(String)
    /// The position of an item that has no cell on the screen. A position outside of the list means its nearest end.
    case position(Int)

    fileprivate var isPosition: Bool { if case .position = self { true } else { false } }
}

/// The items that one drag, or a series of arrow keys with Shift, has selected or deselected: from its anchor to its
/// last end.
///
/// The range records the items that it did not change, so it can be undone item by item. Its positions follow every
/// update, so the next step only costs the items between the old end and the new one.
struct SelectedRange<ItemID: ItemIdentifier> {
    let anchor: ItemID
    let isOn: Bool
    /// The positions from one end to the other, both included.
    var span: Range<Int>
    /// Items of the range that already were as the range makes them, or that a person may not select.
    var unchanged: Set<ItemID> = []
    /// Items that were inserted in the span or moved since the last step, wherever they are now. The value is true if
    /// the item was in the span at that step.
    var strays: [ItemID: Bool] = [:]

    /// Returns true if exactly the items of the span are selected.
    ///
    /// - Parameter count: The number of selected items.
    func isAll(of count: Int) -> Bool { isOn && span.count == count && unchanged.isEmpty && strays.isEmpty }

    /// Moves the span together with its items.
    ///
    /// - Complexity: O((*m* + *s*) log *n*) for *m* moved items, and *s* items of the range that come or go. Other
    ///   items cost nothing.
    mutating func follow(
        _ update: CollectionUpdate<ItemID>, _ deleted: DeletedItems<ItemID>, from old: any Snapshot<ItemID>
    ) {
        var moved = Set<ItemID>()
        for move in update.changeset.moved {
            moved.insert(move.id)
            if strays[move.id] == nil { strays[move.id] = old.position(of: move.id).map(span.contains) }
        }
        unchanged.subtract(deleted)
        if strays.count < deleted.count {
            for item in strays.keys.filter(deleted.contains) { strays[item] = nil }
        } else {
            for item in deleted.identifiers { strays[item] = nil }
        }
        span = span(after: update, deleted, moved, from: old)
        // Items inserted outside of the span need no record. They join the range when one of its ends moves past them.
        let inserted = update.changeset.inserted
        for item in inserted[inserted.places(in: span, of: update.new)] { strays[item.id] = false }
    }

    private func span(
        after update: CollectionUpdate<ItemID>, _ deleted: DeletedItems<ItemID>, _ moved: Set<ItemID>,
        from old: any Snapshot<ItemID>
    ) -> Range<Int> {
        guard deleted.count(in: span) < span.count else { return 0..<0 }
        // All other items keep their order, so the outermost items that stay are the ends.
        let isStaying = { !moved.contains(old.item(at: $0)) && !deleted.contains(at: $0) }
        if let first = span.first(where: isStaying), let last = span.last(where: isStaying),
            let start = update.new.position(of: old.item(at: first)),
            let end = update.new.position(of: old.item(at: last))
        {
            return start..<end + 1
        }
        return 0..<0
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
