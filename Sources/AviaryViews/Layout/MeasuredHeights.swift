import AviarySnapshots

/// The heights of cells that a screen has measured at one width, by the positions of their items.
///
/// One height stands in for all other items: the mean of the measured heights. The mean in use changes rarely, because
/// each change moves the whole content (`Viewport.nextWithMean`).
///
/// - Complexity: Each change takes O(*m*) for *m* measured heights. A look-up takes O(log *m*), and a copy O(1).
package struct MeasuredHeights: Hashable, Sendable {
    /// The positions of the measured items, ascending.
    private var positions: [Int] = []
    /// The sum of the heights before each of these items; the last entry is the sum of all.
    private var sums = [0.0]
    /// The height of all other items; `nil` until a mean is used.
    private(set) var standIn: Double?

    /// The number of measured heights.
    var count: Int { positions.count }

    /// The measured height of an item, in whole points; `nil` if it was not measured.
    subscript(position: Int) -> Double? {
        let index = index(of: position)
        return index < count && positions[index] == position ? height(at: index) : nil
    }

    /// The difference that the measured items before a position make to the height of the content.
    ///
    /// - Parameter height: The height of items that were not measured.
    func excess(before position: Int, over height: Double) -> Double {
        let index = index(of: position)
        return sums[index] - Double(index) * height
    }

    /// Stores heights by their positions.
    ///
    /// - Returns: True if one of them is new.
    mutating func set(_ heights: [Int: Double]) -> Bool {
        var new = heights.filter { self[$0.key] != $0.value }.sorted { $0.key < $1.key }[...]
        if new.isEmpty { return false }
        var merged = emptied
        for index in positions.indices {
            while let next = new.first, next.key < positions[index] {
                merged.append(next.value, at: next.key)
                new.removeFirst()
            }
            if new.first?.key != positions[index] { merged.append(height(at: index), at: positions[index]) }
        }
        for next in new { merged.append(next.value, at: next.key) }
        self = merged
        return true
    }

    /// Uses the mean of the measured heights for all other items, if it differs from the one in use by more than a
    /// thirty-second.
    ///
    /// - Returns: True if it is used from now on.
    mutating func useMean() -> Bool {
        guard count > 0 else { return false }
        let mean = max(1, (sums[count] / Double(count)).rounded())
        if let standIn, abs(mean - standIn) <= standIn / 32 { return false }
        standIn = mean
        return true
    }

    /// Forgets the measured heights. The height of other items stays.
    mutating func removeAll() { self = emptied }

    /// Forgets the heights far from a position, if there are very many.
    mutating func trim(around position: Int) {
        guard count > maximumHeights else { return }
        let middle = index(of: position)
        let first = max(0, min(middle - maximumHeights / 4, count - maximumHeights / 2))
        var kept = emptied
        for index in first..<first + maximumHeights / 2 { kept.append(height(at: index), at: positions[index]) }
        self = kept
    }

    /// The heights after an update of the list: each stays with its item.
    ///
    /// - Complexity: O(*m* + *k* log *k*) for *m* heights and *k* changes, and O(log *s*) for each of them with *s* sections.
    func updated<ItemID>(
        by changeset: Changeset<ItemID>, from old: any Snapshot<ItemID>, to new: any Snapshot<ItemID>
    ) -> MeasuredHeights {
        guard count > 0, changeset.changesCounts else { return self }
        let moved = changeset.moved.map { (from: old.position(at: $0.from), to: new.position(at: $0.to)) }
        var heights = emptied
        // If some items are unknown, only moves are listed in full.
        if old.isWhole, new.isWhole {
            let gone = (changeset.deleted.map { old.position(at: $0.path) } + moved.map(\.from)).sorted()
            let come = (changeset.inserted.map { new.position(at: $0.path) } + moved.map(\.to)).sorted()
            var (left, right) = (0, 0)
            for index in positions.indices {
                while left < gone.count, gone[left] < positions[index] { left += 1 }
                if left < gone.count, gone[left] == positions[index] { continue }
                // The items that stay keep their order, and fill the positions that no item comes to.
                let rank = positions[index] - left
                while right < come.count, come[right] <= rank + right { right += 1 }
                heights.append(height(at: index), at: rank + right)
            }
        }
        var elsewhere: [Int: Double] = [:]
        for move in moved { if let height = self[move.from] { elsewhere[move.to] = height } }
        _ = heights.set(elsewhere)
        return heights
    }

    /// No heights, with the same height for all items.
    private var emptied: MeasuredHeights {
        var heights = MeasuredHeights()
        heights.standIn = standIn
        return heights
    }

    private mutating func append(_ height: Double, at position: Int) {
        positions.append(position)
        sums.append(sums[sums.count - 1] + height)
    }

    /// The exact height, because whole points add up exactly.
    private func height(at index: Int) -> Double { sums[index + 1] - sums[index] }

    /// The number of measured items before a position.
    private func index(of position: Int) -> Int { partitionPoint(count) { positions[$0] < position } }
}

/// The largest number of heights that are stored. A person who scrolls on and on is far from the first of them.
private let maximumHeights = 16_384
