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

    /// Creates a dependency on another table.
    ///
    /// - Parameters:
    ///   - table: The table that changes.
    ///   - rows: A SELECT from `changed` that returns rowids of the request's own table. Rowids of unaffected rows do
    ///     no harm. If the rowid of an affected row is missing, the list keeps this row as it was.
    public init(on table: String, rows: SQL) {
        self.table = table
        self.rows = rows
    }
}
