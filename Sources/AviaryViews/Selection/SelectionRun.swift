import AviarySnapshots

/// A run of adjacent selected items. A million adjacent items are about 200 runs.
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
