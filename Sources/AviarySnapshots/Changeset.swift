/// The differences between one snapshot and the next, which are shown as one batch.
///
/// Deletes and the origins of moves are index paths in the *old* snapshot. Inserts and the targets of moves are index
/// paths in the *new* one. To replay a changeset, first remove the deleted and the moved items from the old list. Then
/// insert the moved and the inserted items at their new index paths, in ascending order.
///
/// Each list is ascending: by old path for deletes, moves and updates, by new path for inserts. The items of a deleted
/// or an inserted section are listed too. A section that moved among the others is a delete and an insert of that
/// section, and its items are moves.
///
/// If one of the snapshots has unknown items, all sections are deleted and inserted again. Then only items that the old
/// snapshot knows are listed, as moves or as deletes.
public struct Changeset<ItemID: Hashable & Sendable>: Hashable, Sendable {
    /// An item that was deleted or inserted.
    public struct Item: Hashable, Sendable {
        /// The identifier of the item.
        public var id: ItemID
        /// The index path in the old snapshot for a deleted item, in the new one for an inserted item.
        public var path: ItemIndexPath

        @inlinable
        init(id: ItemID, path: ItemIndexPath) { (self.id, self.path) = (id, path) }
    }

    /// An item in both snapshots that moved past another item, or to another section.
    public struct Move: Hashable, Sendable {
        /// The identifier of the item.
        public var id: ItemID
        /// The index path in the old snapshot.
        public var from: ItemIndexPath
        /// The index path in the new snapshot.
        public var to: ItemIndexPath

        @inlinable
        init(id: ItemID, from: ItemIndexPath, to: ItemIndexPath) { (self.id, self.from, self.to) = (id, from, to) }
    }

    /// An item whose content changed. An item that also moved is among the moves, too.
    public struct Update: Hashable, Sendable {
        /// The identifier of the item.
        public var id: ItemID
        /// The index path in the old snapshot.
        public var from: ItemIndexPath
        /// The index path in the new snapshot. It equals `from` when no other change shifts the item.
        public var to: ItemIndexPath
        /// The columns that changed; `.all` when they are unknown.
        public var columns: ColumnSet

        @inlinable
        init(id: ItemID, from: ItemIndexPath, to: ItemIndexPath, columns: ColumnSet) {
            (self.id, self.from, self.to, self.columns) = (id, from, to, columns)
        }
    }

    /// The indexes of deleted sections, in the old snapshot.
    public var deletedSections: [Int] = []
    /// The indexes of inserted sections, in the new snapshot.
    public var insertedSections: [Int] = []
    /// The items that the new snapshot does not have, or does not know yet.
    public var deleted: [Item] = []
    /// The items that the old snapshot does not have. The list is empty when all sections are replaced because not all
    /// items are known.
    public var inserted: [Item] = []
    /// The items that have to be moved. An item whose index path only changes because other items were inserted or
    /// deleted is not listed.
    public var moved: [Move] = []
    /// The items in both snapshots whose content changed.
    public var updated: [Update] = []

    /// A changeset without changes.
    @inlinable
    public init() {}

    /// `true` when there are no changes of sections, items or content.
    @inlinable
    public var isEmpty: Bool {
        deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty && deletedSections.isEmpty
            && insertedSections.isEmpty
    }

    /// The items of the changeset, with the columns that changed. The set is empty for an item that only moved, and
    /// `.all` for a deleted or inserted one.
    ///
    /// - Complexity: O(*k*) for *k* changes.
    @inlinable
    public var touched: [ItemID: ColumnSet] {
        var touched: [ItemID: ColumnSet] = [:]
        for item in deleted { touched[item.id] = .all }
        for item in inserted { touched[item.id] = .all }
        for move in moved { touched[move.id] = [] }
        for update in updated { touched[update.id, default: []].formUnion(update.columns) }
        return touched
    }
}

// MARK: - Coding

extension Changeset.Item: Encodable where ItemID: Encodable {}
extension Changeset.Item: Decodable where ItemID: Decodable {}
extension Changeset.Move: Encodable where ItemID: Encodable {}
extension Changeset.Move: Decodable where ItemID: Decodable {}
extension Changeset.Update: Encodable where ItemID: Encodable {}
extension Changeset.Update: Decodable where ItemID: Decodable {}

private enum ChangesetKey: String, CodingKey {
    case deletedSections, insertedSections, deleted, inserted, moved, updated
}

extension Changeset: Encodable where ItemID: Encodable {
    /// Writes an object with a list for each kind of change. Empty lists are left out.
    public func encode(to encoder: any Encoder) throws {
        var lists = encoder.container(keyedBy: ChangesetKey.self)
        if !deletedSections.isEmpty { try lists.encode(deletedSections, forKey: .deletedSections) }
        if !insertedSections.isEmpty { try lists.encode(insertedSections, forKey: .insertedSections) }
        if !deleted.isEmpty { try lists.encode(deleted, forKey: .deleted) }
        if !inserted.isEmpty { try lists.encode(inserted, forKey: .inserted) }
        if !moved.isEmpty { try lists.encode(moved, forKey: .moved) }
        if !updated.isEmpty { try lists.encode(updated, forKey: .updated) }
    }
}

extension Changeset: Decodable where ItemID: Decodable {
    /// Reads an object with a list for each kind of change. A missing list is empty.
    ///
    /// The lists are in order then, and no path is listed twice. Only the list that changes tells whether its items
    /// are at these paths; see `ListSnapshot.applying(_:)`.
    ///
    /// - Throws: `DecodingError`, also when an index is negative, or when a list is not ascending.
    public init(from decoder: any Decoder) throws {
        let lists = try decoder.container(keyedBy: ChangesetKey.self)
        func list<Change: Decodable>(_ key: ChangesetKey, by place: (Change) -> some Comparable) throws -> [Change] {
            let changes = try lists.decodeIfPresent([Change].self, forKey: key) ?? []
            guard zip(changes, changes.dropFirst()).allSatisfy({ place($0) < place($1) }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: lists, debugDescription: "The list is not in ascending order.")
            }
            return changes
        }
        deletedSections = try list(.deletedSections) { $0 }
        insertedSections = try list(.insertedSections) { $0 }
        deleted = try list(.deleted, by: \.path)
        inserted = try list(.inserted, by: \.path)
        moved = try list(.moved, by: \.from)
        updated = try list(.updated, by: \.from)
        for (key, sections) in [(.deletedSections, deletedSections), (.insertedSections, insertedSections)]
            as [(ChangesetKey, [Int])]
        where sections.contains(where: { $0 < 0 }) {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: lists, debugDescription: "The index of a section is negative.")
        }
    }
}
