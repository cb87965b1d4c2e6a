extension Changeset {
    /// Finds the changes among the items that a commit touched. All other items keep their order.
    ///
    /// A touched item that is in both snapshots is updated when its columns are not empty. It is moved when it changed
    /// its section or passed an untouched item. Among the touched items that passed no untouched item, the fewest
    /// possible are moved: all outside of a longest increasing subsequence.
    ///
    ///     old   a b c d e        touched: b, c, e
    ///     new   a c b d          e deleted; b and c are between a and d in both: one of them moves
    ///
    /// - Parameters:
    ///   - old: The snapshot before the changes.
    ///   - new: The snapshot after the changes.
    ///   - touched: The items that may have been inserted, deleted, moved or updated, with the columns that changed.
    ///     Items in neither snapshot are ignored. All other items must have the same order and the same sections in
    ///     both snapshots. Items of a deleted or inserted section are added automatically.
    /// - Complexity: O(*k* log *n*) for *k* items among *n*: the touched ones, and those of deleted and inserted
    ///   sections. The comparison of *s* sections adds O(*s*) at most.
    @inlinable
    public init<S: Snapshot<ItemID>>(from old: S, to new: S, touched: [ItemID: ColumnSet]) {
        self.init(from: old, to: new, touched: touched, sections: nil)
    }

    /// Finds the changes among touched items, if the changed sections may be known.
    ///
    /// - Parameter sections: Sections that may have been inserted, deleted or moved. All others are in both snapshots,
    ///   in the same order, and cost nothing. `nil` when this is unknown.
    @inlinable
    package init<S: Snapshot<ItemID>>(
        from old: S, to new: S, touched: [ItemID: ColumnSet], sections: Set<S.SectionID>?
    ) {
        self.init()
        findSectionChanges(from: old, to: new, among: sections)
        if touched.count == 1, deletedSections.isEmpty, insertedSections.isEmpty {
            for (id, columns) in touched { addOnly(id, columns, from: old, to: new) }
            return
        }
        // If two sections were exchanged, either of them may be reported as deleted. The caller may have listed the
        // items of the other one. So the items are added here.
        var touched = touched
        for section in deletedSections {
            for item in old.items(in: old.range(ofSection: section)) where touched[item] == nil { touched[item] = [] }
        }
        for section in insertedSections {
            for item in new.items(in: new.range(ofSection: section)) where touched[item] == nil { touched[item] = [] }
        }

        var deletions: [(id: ItemID, position: Int)] = []
        var insertions: [(id: ItemID, position: Int)] = []
        var kept: [Kept] = []
        for (id, columns) in touched {
            switch (old.position(of: id), new.position(of: id)) {
            case (nil, nil): break
            case (let position?, nil): deletions.append((id, position))
            case (nil, let position?): insertions.append((id, position))
            case (let from?, let to?): kept.append(Kept(id: id, from: from, to: to, columns: columns))
            }
        }
        deletions.sort { $0.position < $1.position }
        insertions.sort { $0.position < $1.position }
        kept.sort { $0.from < $1.from }

        var (oldPaths, newPaths) = (PathCursor(old), PathCursor(new))
        deleted = deletions.map { Item(id: $0.id, path: oldPaths.path(at: $0.position)) }
        inserted = insertions.map { Item(id: $0.id, path: newPaths.path(at: $0.position)) }
        findMoves(
            among: &kept, from: old, to: new,
            deletions: deletions.map(\.position), insertions: insertions.map(\.position))
        for item in kept where item.isMoved || !item.columns.isEmpty {
            let (from, to) = (oldPaths.path(at: item.from), newPaths.path(at: item.to))
            if item.isMoved { moved.append(Move(id: item.id, from: from, to: to)) }
            if !item.columns.isEmpty {
                updated.append(Update(id: item.id, from: from, to: to, columns: item.columns))
            }
        }
    }

    /// Adds the changes of one item, which is the most common case. The sections are the same, so the item has moved if
    /// its index path is another one.
    @inlinable
    mutating func addOnly<S: Snapshot<ItemID>>(_ id: ItemID, _ columns: ColumnSet, from old: S, to new: S) {
        switch (old.position(of: id).map(old.indexPath(at:)), new.position(of: id).map(new.indexPath(at:))) {
        case (nil, nil): break
        case (let path?, nil): deleted = [Item(id: id, path: path)]
        case (nil, let path?): inserted = [Item(id: id, path: path)]
        case (let from?, let to?):
            if from != to { moved = [Move(id: id, from: from, to: to)] }
            if !columns.isEmpty { updated = [Update(id: id, from: from, to: to, columns: columns)] }
        }
    }

    /// A touched item that is in both snapshots.
    @usableFromInline
    struct Kept {
        @usableFromInline var id: ItemID
        @usableFromInline var from: Int
        @usableFromInline var to: Int
        @usableFromInline var columns: ColumnSet
        @usableFromInline var isMoved = false

        @inlinable
        init(id: ItemID, from: Int, to: Int, columns: ColumnSet) {
            (self.id, self.from, self.to, self.columns) = (id, from, to, columns)
        }
    }

    /// Finds out which items have moved.
    ///
    /// - Parameter kept: Items in ascending order of `from`.
    @inlinable
    func findMoves<S: Snapshot<ItemID>>(
        among kept: inout [Kept], from old: S, to new: S, deletions: [Int], insertions: [Int]
    ) {
        guard !kept.isEmpty else { return }
        // An item that passed no untouched item has the same number of untouched items before it in both snapshots.
        let gapBefore = untouchedBefore(kept.map(\.from), others: deletions)
        let order = kept.indices.sorted { kept[$0].to < kept[$1].to }
        let gapAfter = untouchedBefore(order.map { kept[$0].to }, others: insertions)
        for (rank, index) in order.enumerated() {
            kept[index].isMoved =
                gapAfter[rank] != gapBefore[index] || changesSection(kept[index], from: old, to: new)
        }
        let candidates = kept.indices.filter { !kept[$0].isMoved }
        for index in candidates { kept[index].isMoved = true }
        for index in longestIncreasingSubsequence(candidates.map { kept[$0].to }) {
            kept[candidates[index]].isMoved = false
        }
    }

    @inlinable
    func changesSection<S: Snapshot<ItemID>>(_ item: Kept, from old: S, to new: S) -> Bool {
        if old.numberOfSections == 1, new.numberOfSections == 1, insertedSections.isEmpty { return false }
        let (before, after) = (old.section(at: item.from), new.section(at: item.to))
        return old.sectionIdentifier(at: before) != new.sectionIdentifier(at: after)
            || deletedSections.contains(before)
    }
}

/// Returns for each of `positions` how many smaller positions are in neither list. Both lists ascend.
@usableFromInline
func untouchedBefore(_ positions: [Int], others: [Int]) -> [Int] {
    var passed = 0
    return positions.enumerated().map { rank, position in
        while passed < others.count, others[passed] < position { passed += 1 }
        return position - rank - passed
    }
}
