/// The items that a view has announced to its prefetching object.
struct PrefetchedItems<ItemID: ItemIdentifier> {
    /// The items that had cells at the last announcement.
    private var near: [ItemID] = []
    /// The announced items that were neither visible nor cancelled since.
    private var awaited: Set<ItemID> = []

    /// Takes the items that have cells now.
    ///
    /// - Parameters:
    ///   - visible: The range of `items` that is in the visible rect.
    ///   - isUp: True if the person scrolls up.
    /// - Returns: The items to cancel, and those to announce in the order in which they are likely to become visible.
    /// - Complexity: O(visible); O(1) if the items are the same as before and none of them is awaited.
    mutating func update(_ items: [ItemID], visible: Range<Int>, isUp: Bool) -> (gone: [ItemID], come: [ItemID]) {
        awaited.subtract(items[visible])
        let before = near
        guard before != items else { return ([], []) }
        near = items
        let (known, now) = (Set(before), Set(items))
        let gone = before.filter { awaited.contains($0) && !now.contains($0) }
        // Items that are visible at once need no announcement.
        let above: [ItemID] = items[..<visible.lowerBound].reversed()
        let below = Array(items[visible.upperBound...])
        let come = (isUp ? above + below : below + above).filter { !known.contains($0) }
        awaited.subtract(gone)
        awaited.formUnion(come)
        return (gone, come)
    }

    /// Forgets all announced items.
    ///
    /// - Returns: Those that were not visible.
    mutating func cancel() -> [ItemID] {
        defer { (near, awaited) = ([], []) }
        return near.filter(awaited.contains)
    }
}
