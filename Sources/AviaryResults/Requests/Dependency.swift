public import GRDB

/// Finds the rows of a request that depend on a changed row of another table.
///
///     // A photo belongs to the list when it has a tag.
///     Dependency(on: "tagging", rows: "SELECT photo FROM changed")
///     // The books are sorted by the names of their authors.
///     Dependency(on: "author", rows: "SELECT book.id FROM book JOIN changed ON book.author = changed.id")
///
/// `changed` is a table with the columns of the other table. It holds each row that a commit touched, once with its
/// earlier values and once with its present values. So it also leads to the rows of the request that depended on the
/// earlier values. This needs the history of the other table; see `History.install(on:in:)`. Without history the
/// request is read anew after each commit that touches the table.
///
/// A subquery over the request's own table is declared in the same way.
public struct Dependency: Sendable {
    let table: String
    let rows: SQL
    /// `true` for a full-text table, whose changes are not in the log.
    let isSearch: Bool

    /// Creates a dependency on another table.
    ///
    /// - Parameters:
    ///   - table: The table that changes.
    ///   - rows: A SELECT from `changed` that returns rowids of the request's own table. Rowids of unaffected rows do
    ///     no harm. If the rowid of an affected row is missing, the list keeps this row as it was.
    public init(on table: String, rows: SQL) {
        self.table = table
        self.rows = rows
        isSearch = false
    }

    /// Creates a dependency on a full-text table (FTS5) that the filter searches.
    ///
    ///     ListRequest<Book>(
    ///         filter: SQL("id IN (SELECT rowid FROM find WHERE find MATCH \(text))"),
    ///         dependencies: [Dependency(onSearch: "find")])
    ///
    /// Each document of the full-text table must decide about one row only: the row of the request's own table with the
    /// rowid of the document. Then the list asks SQLite again for the rows whose documents were written, and for no
    /// others. It does not matter which statement or trigger writes the documents.
    ///
    /// The request is read anew when it reads more than which documents match: `rank`, `bm25`, a column of the
    /// full-text table. It is also read anew after commits of other connections, because SQLite has no triggers on
    /// full-text tables that could log which documents these have written.
    ///
    /// - Parameter table: The full-text table: with texts of its own, with external content or contentless. Its option
    ///   `columnsize` must not be 0.
    public init(onSearch table: String) {
        self.table = table
        rows = "SELECT rowid FROM changed"
        isSearch = true
    }
}
