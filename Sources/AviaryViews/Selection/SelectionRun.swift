import AviarySnapshots

/// Selected items that stand next to each other: a selection of a million is a few hundred of these.
package struct SelectionRun: Hashable, Sendable {
    package var first: String
    package var last: String
    package var count: Int

    package init(first: String, last: String, count: Int) {
        self.first = first
        self.last = last
        self.count = count
    }
}

extension CollectionView {
    /// The selection as runs, in the order of the list; `nil` when it is too scattered to be written down.
    ///
    /// - Complexity: O(*s* log *n*) for *s* selected items, unless they are all or one range.
    package func selectionRuns() -> [SelectionRun]? {
        guard isSelectedInOnePiece || selection.count <= maximumScatter else { return nil }
        return selectedPositions().flatMap(pieces).map(run)
    }

    /// A run is lost when an item comes or goes in it: short ones lose little, and up to 200 items stand alone.
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

    /// Selects what was written down as runs. A run between whose ends items came or went since is passed over: nothing
    /// may be selected that never was.
    ///
    /// - Complexity: O(*n* + *r* log *n*) for *r* runs, however much they overlap. More than were ever written down are
    ///   passed over.
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

/// How many single items are looked up at most to write a selection down.
private let maximumScatter = 2_000
/// Scattered items, and the pieces of longer runs.
private let maximumRuns = maximumScatter + 200
