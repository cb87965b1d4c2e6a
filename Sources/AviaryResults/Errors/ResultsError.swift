public import AviaryText
import GRDB

/// An error of a live query, of the history log, or of an action on the store.
public enum ResultsError: SpokenError, CustomStringConvertible {
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

    /// A sentence for the programmer, in English.
    public var description: String {
        switch self {
        case .noSuchTable(let table): Words.english.store.noTable(table)
        case .unreadable(let table, let underlying): Words.english.store.rowsUnreadable(table, "\(underlying)")
        default: sentence(in: .english)
        }
    }

    public func sentence(in words: Words) -> String {
        let (whole, words) = (words, words.store)
        switch self {
        case .noSuchTable(let table): return words.tableIsGone(table)
        case .unreadable(let table, let error as DatabaseError) where error.resultCode == .SQLITE_ERROR:
            guard let column = error.missingColumn else {
                return words.tableUnreadable(table, error.message ?? "\(error.resultCode)")
            }
            return words.columnIsGone(column.table ?? table, column.name)
        case .unreadable(_, let underlying): return whole.sentence(about: underlying)
        case .noHistory(let table): return words.noHistory(table)
        case .noPrimaryKey(let table): return words.noPrimaryKey(table)
        case .noOldValues(let table): return words.noOldValues(table)
        case .scatteredSection(let title): return words.scatteredSection(title)
        case .closed: return words.closed
        case .gone(let path): return words.gone(path)
        case .replaced(let path): return words.replaced(path)
        case .logGone(let path): return words.logGone(path)
        case .tooLongAgo(let name): return words.tooLongAgo(name)
        case .alreadyDone(let receipt): return words.alreadyDone(receipt)
        case .noReceipts: return words.noReceipts
        }
    }
}

extension DatabaseError {
    /// The column that a statement names but no table has.
    fileprivate var missingColumn: (table: String?, name: String)? {
        // Newer versions of SQLite continue: no such column: "red" - should this be a string literal in single-quotes?
        guard let message, message.hasPrefix("no such column: ") else { return nil }
        let name = message.dropFirst("no such column: ".count).split(separator: " - ").first ?? ""
        let parts = name.replacing("\"", with: "").split(separator: ".").map(String.init)
        return parts.last.map { (parts.count > 1 ? parts[parts.count - 2] : nil, $0) }
    }
}
