/// Why a live query cannot be followed, or a table not watched.
public enum ResultsError: Error, CustomStringConvertible {
    case noSuchTable(String)
    /// History names rows by their rowid: views, virtual tables and WITHOUT ROWID tables have none that lasts.
    case noHistory(table: String)
    case unreadable(table: String, underlying: any Error)
    /// The rows of a section do not stand together: what the sections are ordered by differs among them.
    case scatteredSection(String)
    case closed
    /// The database's file was moved or removed. It is looked for again and again.
    case gone(String)
    /// Another file stands at the path of the database, and has not been opened.
    case replaced(String)
    /// The write-ahead log was removed from beside the file; what it held is being put back.
    case logGone(String)
    /// What is to be taken back is not in the history's log any more.
    case tooLongAgo(String)
    /// What bears this receipt was done before.
    case alreadyDone(receipt: String)
    /// The table of receipts was never made in this database.
    case noReceipts

    public var description: String {
        switch self {
        case .noSuchTable(let table): "The database has no table or view named \(table)."
        case .noHistory(let table): "History cannot be kept of \(table): it is not a table with rowids."
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
