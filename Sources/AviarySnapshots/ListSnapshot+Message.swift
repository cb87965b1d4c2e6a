import OrderedCollections

extension ListSnapshot {
    /// Returns the update that a message makes of this list.
    ///
    /// Each index path and each identifier of the message is checked against the list. So a message from outside never
    /// traps, and never leads to a wrong list.
    ///
    /// - Parameter message: The message. If it is a whole list, all items of the new list count as updated.
    /// - Throws: `ListMessageError` when the message does not fit this list, for instance because one was missed.
    /// - Complexity: O(*n* + *k* log *k*) on average for *n* items and *k* changes.
    public func applying(
        _ message: ListMessage<SectionID, ItemID>
    ) throws(ListMessageError) -> SnapshotUpdate<ListSnapshot> {
        switch message {
        case .list(let list):
            let updated = Dictionary(uniqueKeysWithValues: list.items.map { ($0, ColumnSet.all) })
            return SnapshotUpdate(
                from: self, to: list, changeset: Changeset(from: self, to: list, updated: updated))
        case .changes(let changes, let sections, let count):
            let list = try applying(changes, insertedSections: sections)
            guard list.numberOfItems == count else {
                throw .numberOfItems(list.numberOfItems, expected: count)
            }
            return SnapshotUpdate(from: self, to: list, changeset: changes)
        }
    }

    private func applying(
        _ changes: Changeset<ItemID>, insertedSections identifiers: [SectionID]
    ) throws(ListMessageError) -> ListSnapshot {
        for update in changes.updated { try expect(update.id, at: update.from) }
        var remaining = try remainingSections(changes)
        guard identifiers.count == changes.insertedSections.count else {
            throw .noPlaceForSection(changes.insertedSections.last ?? numberOfSections)
        }
        let arrivingSections = zip(changes.insertedSections, identifiers).map { ($0, ($1, [ItemID]())) }
        do { remaining = try remaining.merged(with: arrivingSections) } catch { throw .noPlaceForSection(error.index) }

        let arriving = changes.inserted.map { ($0.path, $0.id) } + changes.moved.map { ($0.to, $0.id) }
        for (section, items) in Dictionary(grouping: arriving, by: \.0.section) {
            guard remaining.indices.contains(section) else { throw .noPlaceForItem(items[0].0) }
            let items = items.map { ($0.0.item, $0.1) }.sorted { $0.0 < $1.0 }
            do { remaining[section].1 = try remaining[section].1.merged(with: items) } catch {
                throw .noPlaceForItem(ItemIndexPath(section: section, item: error.index))
            }
        }
        let list = try ListSnapshot(checking: remaining)
        for update in changes.updated { try list.expect(update.id, at: update.to) }
        return list
    }

    /// The sections that are not deleted, with the items that are neither deleted nor moved.
    private func remainingSections(_ changes: Changeset<ItemID>) throws(ListMessageError) -> [(SectionID, [ItemID])] {
        var leaving = Set<Int>()
        for (id, path) in changes.deleted.map({ ($0.id, $0.path) }) + changes.moved.map({ ($0.id, $0.from) }) {
            try expect(id, at: path)
            guard leaving.insert(position(at: path)).inserted else { throw .itemChangedTwice(path) }
        }
        for section in changes.deletedSections {
            guard (0..<numberOfSections).contains(section), range(ofSection: section).allSatisfy(leaving.contains)
            else { throw .sectionStays(section) }
        }
        let deleted = Set(changes.deletedSections)
        return (0..<numberOfSections).filter { !deleted.contains($0) }.map { section in
            let positions = range(ofSection: section).filter { !leaving.contains($0) }
            return (sectionIdentifier(at: section), positions.map(item(at:)))
        }
    }

    private func expect(_ id: ItemID, at path: ItemIndexPath) throws(ListMessageError) {
        guard item(at: path) == id else { throw .otherItem("\(id)", path) }
    }

    private init(checking list: [(SectionID, [ItemID])]) throws(ListMessageError) {
        for (section, identifiers) in list {
            guard sections.append(section).inserted else { throw .duplicateIdentifier("section", "\(section)") }
            for id in identifiers where !items.append(id).inserted { throw .duplicateIdentifier("item", "\(id)") }
            ends.append(items.count)
        }
    }
}

/// An index at which no element can be inserted.
private struct UnreachableIndex: Error { let index: Int }

extension Array {
    /// Returns the array with more elements at the given indices of the result.
    ///
    /// - Parameter arriving: In ascending order of the indices.
    /// - Throws: The first index that is taken, negative or beyond the end.
    fileprivate func merged(with arriving: [(index: Int, element: Element)]) throws(UnreachableIndex) -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(count + arriving.count)
        var rest = self[...]
        for (index, element) in arriving {
            guard index >= result.count, index - result.count <= rest.count else {
                throw UnreachableIndex(index: index)
            }
            let before = rest.prefix(index - result.count)
            result += before
            rest = rest.dropFirst(before.count)
            result.append(element)
        }
        return result + rest
    }
}
