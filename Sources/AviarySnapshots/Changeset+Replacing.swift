extension Changeset {
    /// Creates a changeset that replaces all sections of a list, when one of the lists has unknown items.
    ///
    /// Every section is deleted and inserted again, so that the counts are right for any unknown items. Only items that
    /// the old list knows are listed: as moves if the new list knows them too, otherwise as deletes. Moved items also
    /// count as updated, because their content may have changed.
    ///
    /// - Complexity: O(*k*) for *k* known items of both lists. O(*k* log *n*) for *k* known items of the old list, if
    ///   they are few.
    @inlinable
    package init<S: Snapshot<ItemID>>(replacing old: S, by new: S) {
        self.init()
        deletedSections = Array(0..<old.numberOfSections)
        insertedSections = Array(0..<new.numberOfSections)
        var (oldPaths, newPaths) = (PathCursor(old), PathCursor(new))
        let items = old.items(in: 0..<old.numberOfKnownItems)
        // A few items are looked up. For many items, a table is made once.
        let isTabled = new.numberOfKnownItems / 32 <= items.count
        let known = isTabled ? new.items(in: 0..<new.numberOfKnownItems) : []
        let targets = Dictionary(zip(known, known.indices), uniquingKeysWith: { first, _ in first })
        deleted.reserveCapacity(items.count)
        for position in items.indices {
            let (item, path) = (items[position], oldPaths.path(at: position))
            if let target = isTabled ? targets[item] : new.position(of: item) {
                let move = Move(id: item, from: path, to: newPaths.path(at: target))
                moved.append(move)
                updated.append(Update(id: item, from: path, to: move.to, columns: .all))
            } else {
                deleted.append(Item(id: item, path: path))
            }
        }
    }
}
