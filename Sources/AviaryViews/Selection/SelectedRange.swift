import AviarySnapshots

/// The items that one drag, or a series of arrow keys with Shift, has selected or deselected: from its anchor to its
/// last end.
///
/// The range records the items that it did not change, so it can be undone item by item. Its positions follow every
/// update, so the next step only costs the items between the old end and the new one.
struct SelectedRange<ItemID: ItemIdentifier> {
    let anchor: ItemID
    let isOn: Bool
    /// The positions from one end to the other, both included.
    private(set) var span = 0..<0
    /// Items of the range that already were as the range makes them, or that a person may not select.
    private var unchanged: Set<ItemID> = []
    /// Items that were inserted in the span or moved since the last step, wherever they are now. The value is true if
    /// the item was in the span at that step.
    private(set) var strays: [ItemID: Bool] = [:]

    /// A range without items.
    init(anchor: ItemID, isOn: Bool) { (self.anchor, self.isOn) = (anchor, isOn) }

    /// The number of items that the range records.
    var size: Int { unchanged.count + strays.count }

    /// Returns true if exactly the items of the span are selected.
    ///
    /// - Parameter count: The number of selected items.
    func isAll(of count: Int) -> Bool { isOn && span.count == count && unchanged.isEmpty && strays.isEmpty }

    /// The most items that `move` will examine.
    func work(to span: Range<Int>) -> Int {
        self.span.count + span.count - 2 * self.span.clamped(to: span).count + strays.count
    }

    /// Selects or deselects the items that come into the range. Items that leave it regain their earlier state.
    ///
    /// - Parameters:
    ///   - span: The positions of the new range.
    ///   - isSelectable: Returns true if a person may select an item.
    ///   - flip: Selects or deselects an item, and returns true if that changed its selection.
    /// - Returns: True if the selection has changed, and the number of items that were examined.
    /// - Complexity: O(*d* log *n*) for *d* items that are in only one of the two ranges.
    mutating func move(
        to span: Range<Int>, in list: any Snapshot<ItemID>, isSelectable: (ItemID) -> Bool,
        flip: (ItemID, Bool) -> Bool
    ) -> (hasChanged: Bool, work: Int) {
        var hasChanged = false
        func enter(_ item: ItemID) {
            if isSelectable(item), flip(item, isOn) { hasChanged = true } else { unchanged.insert(item) }
        }
        func leave(_ item: ItemID) {
            if unchanged.remove(item) == nil { hasChanged = flip(item, !isOn) || hasChanged }
        }
        let (old, new) = (RangeSet(self.span), RangeSet(span))
        var work = strays.count
        for part in old.subtracting(new).ranges {
            work += part.count
            for item in list.items(in: part) where strays[item] == nil { leave(item) }
        }
        for part in new.subtracting(old).ranges {
            work += part.count
            for item in list.items(in: part) where strays[item] == nil { enter(item) }
        }
        for (item, wasInside) in strays {
            let isInside = list.position(of: item).map(span.contains) ?? false
            if isInside != wasInside { isInside ? enter(item) : leave(item) }
        }
        strays = [:]
        self.span = span
        return (hasChanged, work)
    }

    /// Moves the span together with its items.
    ///
    /// - Complexity: O((*m* + *s*) log *n*) for *m* moved items, and *s* items of the range that come or go. Other
    ///   items cost nothing.
    mutating func update(
        after update: CollectionUpdate<ItemID>, _ deleted: DeletedItems<ItemID>, from old: any Snapshot<ItemID>
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
