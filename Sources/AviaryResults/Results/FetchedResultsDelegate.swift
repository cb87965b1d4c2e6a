public import AviarySnapshots

/// A change of one section, reported between `willChangeContent` and `didChangeContent`.
///
/// A moved section is reported as a delete and an insert.
public enum SectionChange: Hashable, Sendable {
    /// The section's index in the old snapshot.
    case delete(section: Int)
    /// The section's index in the new snapshot.
    case insert(section: Int)
}

/// A change of one item, identified by its rowid. `from` and the index path of a delete refer to the old snapshot. `to`
/// and the index path of an insert refer to the new snapshot.
public enum ItemChange: Hashable, Sendable {
    /// The row left the list, or was deleted.
    case delete(Int64, at: ItemIndexPath)
    /// The row joined the list, or was inserted.
    case insert(Int64, at: ItemIndexPath)
    /// The row moved past another row, or to another section.
    case move(Int64, from: ItemIndexPath, to: ItemIndexPath)
    /// The content of the row changed, or may have changed. `columns` has the changed columns, out of those that the
    /// record or its size is read from. If the changed columns are unknown, it has all of these. If the item also
    /// moved, the move was reported before.
    case update(Int64, from: ItemIndexPath, to: ItemIndexPath, columns: ColumnSet)
}

/// An object that a live query calls for each change, in Core Data's order: will change, sections, items, did change.
///
/// All methods are called on the database's writer queue. For a commit of this process, they are usually called within
/// the commit, before the write returns. The methods must return soon. They must not read or write the database, nor
/// close the store. They may read the snapshots of an update. Each method has a default that does nothing.
public protocol FetchedResultsDelegate: AnyObject, Sendable {
    /// Is called before the changes of sections and items. Both snapshots of the update can be read.
    /// `FetchedResults.snapshot` is the new one already.
    ///
    /// An update without changes is reported, too, when a list of first rows gets to know all of its rows, and when a
    /// list can be read again.
    func willChangeContent(_ update: SnapshotUpdate<RowsSnapshot>)

    /// Is called for each deleted section, then for each inserted one, both in ascending order.
    func didChangeSection(_ change: SectionChange)

    /// Is called for all deletes, then for inserts, moves and updates, each in the order of the changeset.
    func didChangeItem(_ change: ItemChange)

    /// Is called when all changes of the update have been reported. A view can show them now as one batch.
    func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>)

    /// Is called when the rows can no longer be read, for instance because the table is gone.
    ///
    /// The list stays the same. When it can be read again, an update follows.
    func didFail(_ error: ResultsError)
}

extension FetchedResultsDelegate {
    /// Does nothing.
    public func willChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) {}

    /// Does nothing.
    public func didChangeSection(_ change: SectionChange) {}

    /// Does nothing.
    public func didChangeItem(_ change: ItemChange) {}

    /// Does nothing.
    public func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) {}

    /// Does nothing.
    public func didFail(_ error: ResultsError) {}
}

extension FetchedResultsDelegate {
    func hear(_ update: SnapshotUpdate<RowsSnapshot>) {
        let changes = update.changeset
        willChangeContent(update)
        for section in changes.deletedSections { didChangeSection(.delete(section: section)) }
        for section in changes.insertedSections { didChangeSection(.insert(section: section)) }
        for item in changes.deleted { didChangeItem(.delete(item.id, at: item.path)) }
        for item in changes.inserted { didChangeItem(.insert(item.id, at: item.path)) }
        for move in changes.moved { didChangeItem(.move(move.id, from: move.from, to: move.to)) }
        for item in changes.updated {
            didChangeItem(.update(item.id, from: item.from, to: item.to, columns: item.columns))
        }
        didChangeContent(update)
    }
}
