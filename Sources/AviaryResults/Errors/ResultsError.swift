/// An error of a live query, of the history log, or of an action on the store.
public enum ResultsError: Error, CustomStringConvertible {
    /// The database has no table or view with this name.
    case noSuchTable(String)
    /// The changes of a table cannot be logged. The log identifies rows by their rowids, and views, virtual tables and
    /// WITHOUT ROWID tables have no lasting rowids.
    case noHistory(table: String)
    /// The rows of a view or a query cannot be identified; see `ListRequest.primaryKey`.
    case noPrimaryKey(table: String)
    /// The history log has no old values of a table. It was trimmed, the table was recreated, or the table has no
    /// history.
    case noOldValues(table: String)
    /// SQLite cannot read the rows of a request. The underlying error says why, for instance because a column is gone.
    case unreadable(table: String, underlying: any Error)
    /// The rows of the section with this title are not next to each other. Usually the keys that order sections differ
    /// among these rows.
    case scatteredSection(String)
    /// `LiveStore.close()` was called.
    case closed
    /// The database's file was moved or removed from this path. The store keeps looking for it.
    case gone(String)
    /// Another file is at the database's path, and the store has not opened it.
    case replaced(String)
    /// The write-ahead log of the database at this path was removed. The store restores its content.
    case logGone(String)
    /// The step with this name cannot be undone, because the history log does not have all changes of the step.
    case tooLongAgo(String)
    /// A transaction with this receipt was committed before.
    case alreadyDone(receipt: String)
    /// The database has no table for receipts; see `Receipts.install(in:)`.
    case noReceipts

    public var description: String {
        switch self {
        case .noSuchTable(let table): "The database has no table or view named \(table)."
        case .noHistory(let table): "History cannot be kept of \(table): it is not a table with rowids."
        case .noPrimaryKey(let table):
            "Nothing tells the rows of \(table) apart: name its key columns in the primaryKey of the request."
        case .noOldValues(let table):
            """
            Nothing says what the rows of \(table) were: the history log has been trimmed, the table has become another \
            one, or there is no history.
            """
        case .unreadable(let table, let underlying): "The rows of \(table) cannot be read: \(underlying)."
        case .scatteredSection(let title):
            """
            The rows of the section “\(title)” do not stand together. What sections are ordered by has to be the same \
            for all rows of a section.
            """
        case .closed: "The store was closed."
        case .gone(let path):
            "The store is gone: \(path) was moved or removed. Nothing is changed until it, or a copy of it, is put back."
        case .replaced(let path):
            "The store was replaced: \(path) is another file now. Nothing is changed until that one is opened, or this program is restarted."
        case .logGone(let path):
            """
            The store's log was removed from beside \(path). Nothing was changed. Try again in a moment; \
            if it stays so, close the other programs that have the store open.
            """
        case .tooLongAgo(let name): "“\(name)” was too long ago to undo. Nothing was changed."
        case .alreadyDone(let receipt): "The action with the receipt \(receipt) was done before; it is not done again."
        case .noReceipts:
            "The store has no table for receipts. Nothing was changed; call Receipts.install(in:) in a migration."
        }
    }
}
