public import AviarySnapshots

/// A change of one section, told between `willChangeContent` and `didChangeContent`.
public enum SectionChange: Hashable, Sendable {
    /// Counted in the old snapshot.
    case delete(section: Int)
    /// Counted in the new snapshot.
    case insert(section: Int)
}

/// A change of one item. Old index paths count in the old snapshot, new ones in the new snapshot.
public enum ItemChange: Hashable, Sendable {
    case delete(Int64, at: ItemIndexPath)
    case insert(Int64, at: ItemIndexPath)
    case move(Int64, from: ItemIndexPath, to: ItemIndexPath)
    /// The item may have moved too; then the move was told before.
    case update(Int64, from: ItemIndexPath, to: ItemIndexPath, columns: ColumnSet)
}

/// Is told of each change in Core Data's order: will change, sections, items, did change.
///
/// All are called on the database's writer queue, in the commit that caused them, before the write returns. They must
/// return soon; they may neither read nor write the database, nor close the store.
public protocol FetchedResultsDelegate: AnyObject, Sendable {
    func willChangeContent(_ update: SnapshotUpdate<RowsSnapshot>)
    func didChangeSection(_ change: SectionChange)
    func didChangeItem(_ change: ItemChange)
    func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>)
    /// The rows cannot be read any more, say because the table is gone. The list stays as it was; should the table come
    /// back, an update follows.
    func didFail(_ error: ResultsError)
}

extension FetchedResultsDelegate {
    public func willChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) {}
    public func didChangeSection(_ change: SectionChange) {}
    public func didChangeItem(_ change: ItemChange) {}
    public func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) {}
    public func didFail(_ error: ResultsError) {}
}

extension FetchedResultsDelegate {
    func tell(_ update: SnapshotUpdate<RowsSnapshot>) {
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
