/// Finds index paths of positions that mostly ascend. Positions in the same section cost no search.
@usableFromInline
struct PathCursor<S: Snapshot> {
    @usableFromInline let snapshot: S
    @usableFromInline var section = 0
    @usableFromInline var range = 0..<0

    @inlinable
    init(_ snapshot: S) { self.snapshot = snapshot }

    @inlinable
    mutating func path(at position: Int) -> ItemIndexPath {
        if !range.contains(position) {
            section = snapshot.section(at: position)
            range = snapshot.range(ofSection: section)
        }
        return ItemIndexPath(section: section, item: position - range.lowerBound)
    }
}
