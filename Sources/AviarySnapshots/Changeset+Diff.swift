extension Changeset {
    /// Compares two whole snapshots.
    ///
    /// The common beginning and end of both lists are skipped. Each item between them is hashed at most once, and as
    /// few items as possible are moved. Content is not compared, because a snapshot has identifiers only.
    ///
    /// - Parameters:
    ///   - old: The snapshot before the changes.
    ///   - new: The snapshot after the changes.
    ///   - updated: Items whose content is known to have changed, with their columns. An item without columns, or that
    ///     is not in both snapshots, is ignored.
    /// - Complexity: O(*n*) comparisons, *c* searches in the old snapshot, and O(*m* log *m*), plus O(*k* log *n*) for
    ///   *k* updated items. Here *c* is the number of points where the lists diverge or meet again, and *m* the number
    ///   of items between the common beginning and end. Scratch memory is about 34 bytes for each of these items. If
    ///   very many items are searched for in a snapshot that does not find items in constant time, a dictionary of the
    ///   *m* items is made as well.
    @inlinable
    public init<S: Snapshot<ItemID>>(from old: S, to new: S, updated: [ItemID: ColumnSet] = [:]) {
        self.init()
        findSectionChanges(from: old, to: new, among: nil)
        let matching = ListMatching(old, new, insertedSections: insertedSections)
        var (oldPaths, newPaths) = (PathCursor(old), PathCursor(new))
        deleted = matching.deletions.map { Item(id: matching.before[$0], path: oldPaths.path(at: $0)) }
        inserted = matching.insertions.map { Item(id: matching.after[$0], path: newPaths.path(at: $0)) }
        oldPaths = PathCursor(old)
        moved = matching.moves.map {
            Move(id: matching.before[$0.from], from: oldPaths.path(at: $0.from), to: newPaths.path(at: $0.to))
        }
        for (id, columns) in updated where !columns.isEmpty {
            guard let from = old.indexPath(of: id), let to = new.indexPath(of: id) else { continue }
            self.updated.append(Update(id: id, from: from, to: to, columns: columns))
        }
        self.updated.sort { $0.from < $1.from }
    }
}
