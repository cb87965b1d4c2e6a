/// The matches between the items of two whole lists, by position.
@usableFromInline
struct ListMatching<ItemID: Hashable & Sendable> {
    @usableFromInline let before: [ItemID]
    @usableFromInline let after: [ItemID]
    /// The positions between the common beginning and the common end.
    @usableFromInline let oldMiddle: Range<Int>
    @usableFromInline let newMiddle: Range<Int>
    /// For each item of the new middle, its position in the old list; -1 for a new item.
    @usableFromInline var origins: [Int]
    /// For each item of the old middle, whether the new list has it.
    @usableFromInline var isKept: [Bool]
    /// Moves as pairs of an old and a new position, in ascending order of the old one.
    @usableFromInline var moves: [(from: Int, to: Int)] = []

    /// - Parameter insertedSections: Sections that count as new, even if a section with the same identifier existed
    ///   before. An item of such a section that the old list has counts as moved.
    @inlinable
    init<S: Snapshot<ItemID>>(_ old: S, _ new: S, insertedSections: [Int]) {
        (before, after) = (old.items(in: 0..<old.numberOfItems), new.items(in: 0..<new.numberOfItems))
        let shared = sharedSections(old, new)
        var head = 0
        while head < shared.head, before[head] == after[head] { head += 1 }
        var tail = 0
        let longest = min(shared.tail, min(before.count, after.count) - head)
        while tail < longest, before[before.count - 1 - tail] == after[after.count - 1 - tail] { tail += 1 }
        (oldMiddle, newMiddle) = (head..<(before.count - tail), head..<(after.count - tail))
        origins = [Int](repeating: -1, count: newMiddle.count)
        isKept = [Bool](repeating: false, count: oldMiddle.count)
        findOrigins(in: old)
        findMoves(from: old, to: new, insertedSections)
    }

    /// Finds the old position of each item in the new middle.
    ///
    /// Most items follow the same item as before, or continue the old order after an inserted item. Two comparisons
    /// detect this without hashing. If items were deleted before an item, as by another letter of a search, the item
    /// comes a little later in the old list. So the next old items are compared, too, unless the snapshot finds items in
    /// constant time. All other items are searched for. If there are many of them, a table is made.
    @inlinable
    mutating func findOrigins<S: Snapshot<ItemID>>(in old: S) {
        var (next, interrupted) = (oldMiddle.lowerBound, oldMiddle.lowerBound)
        var searches = S.findsInConstantTime ? Int.max : oldMiddle.count / 8
        var comparisons = S.findsInConstantTime ? 0 : 4 * oldMiddle.count
        // Eight times the average distance of two kept items. If they are spread evenly, few distances are longer.
        let reach = 8 * (1 + oldMiddle.count / max(newMiddle.count, 1))
        var table: [ItemID: Int]?
        for position in newMiddle {
            let item = after[position]
            let origin: Int
            if next < oldMiddle.upperBound, before[next] == item {
                origin = next
            } else if interrupted < oldMiddle.upperBound, before[interrupted] == item {
                (origin, interrupted) = (interrupted, next)
            } else if let found = firstIndex(of: item, from: next, among: min(reach, comparisons)) {
                comparisons -= found - next
                (origin, interrupted) = (found, next)
            } else {
                comparisons = max(comparisons - reach, 0)
                searches -= 1
                if searches < 0, table == nil {
                    var positions = [ItemID: Int](minimumCapacity: oldMiddle.count)
                    for position in oldMiddle { positions[before[position]] = position }
                    table = positions
                }
                guard let found = table == nil ? old.position(of: item) : table?[item] else { continue }
                (origin, interrupted) = (found, next)
            }
            origins[position - newMiddle.lowerBound] = origin
            isKept[origin - oldMiddle.lowerBound] = true
            next = origin + 1
        }
    }

    /// The first position of an item among some items of the old middle.
    @inlinable
    func firstIndex(of item: ItemID, from start: Int, among count: Int) -> Int? {
        let end = min(oldMiddle.upperBound, start + count)
        return start < end ? before[start..<end].firstIndex(of: item) : nil
    }

    /// Finds the fewest possible moves: all items outside of a longest increasing subsequence of the items that kept
    /// their section.
    @inlinable
    mutating func findMoves<S: Snapshot<ItemID>>(from old: S, to new: S, _ insertedSections: [Int]) {
        var comparable = origins
        if old.numberOfSections > 1 || new.numberOfSections > 1 || !insertedSections.isEmpty {
            let inserted = Set(insertedSections)
            let homes = Dictionary(zip(old.sectionIdentifiers, 0...)) { first, _ in first }
            for (section, identifier) in new.sectionIdentifiers.enumerated() {
                let twin = inserted.contains(section) ? nil : homes[identifier]
                let home = twin.map(old.range(ofSection:)) ?? 0..<0
                for position in new.range(ofSection: section).clamped(to: newMiddle) {
                    let index = position - newMiddle.lowerBound
                    if !home.contains(origins[index]) { comparable[index] = -1 }
                }
            }
        }
        moveAllBut(longestIncreasingSubsequence(comparable))
    }

    /// - Parameter stays: Ascending indexes in `origins`.
    @usableFromInline
    mutating func moveAllBut(_ stays: [Int]) {
        var passed = 0
        for (index, origin) in origins.enumerated() where origin >= 0 {
            if passed < stays.count, stays[passed] == index {
                passed += 1
            } else {
                moves.append((origin, index + newMiddle.lowerBound))
            }
        }
        moves.sort { $0.from < $1.from }
    }

    /// The positions of deleted items in the old list, ascending.
    @inlinable
    var deletions: [Int] { oldMiddle.filter { !isKept[$0 - oldMiddle.lowerBound] } }

    /// The positions of inserted items in the new list, ascending.
    @inlinable
    var insertions: [Int] { newMiddle.filter { origins[$0 - newMiddle.lowerBound] < 0 } }
}

/// Returns how many items at the beginning and at the end of both lists are in the same sections. The items may differ.
@usableFromInline
func sharedSections<S: Snapshot>(_ old: S, _ new: S) -> (head: Int, tail: Int) {
    if old.numberOfSections == 1, new.numberOfSections == 1,
        old.sectionIdentifier(at: 0) == new.sectionIdentifier(at: 0)
    {
        let shared = min(old.numberOfItems, new.numberOfItems)
        return (shared, shared)
    }
    func shared(_ sections: some Sequence<((S.SectionID, Int), (S.SectionID, Int))>) -> Int {
        var items = 0
        for ((id, count), (newID, newCount)) in sections {
            guard id == newID else { break }
            items += min(count, newCount)
            if count != newCount { break }
        }
        return items
    }
    let before = Array(zip(old.sectionIdentifiers, old.sectionCounts))
    let after = Array(zip(new.sectionIdentifiers, new.sectionCounts))
    return (shared(zip(before, after)), shared(zip(before.reversed(), after.reversed())))
}
