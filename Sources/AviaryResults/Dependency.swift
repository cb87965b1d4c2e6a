public import GRDB

/// Finds the rows of a request that a changed row of another table affects.
///
///     // A photo belongs to the list when it has a tag.
///     Dependency(on: "tagging", rows: "SELECT photo FROM changed")
///     // A book stands where its author's name belongs.
///     Dependency(on: "author", rows: "SELECT book.id FROM book JOIN changed ON book.author = changed.id")
///
/// `changed` is a table with the columns of the other one. It holds each row that a commit touched, as it was before
/// and as it is now; so rows that it referred to before are found, too. That needs the history of the other table: see
/// `History.install(on:in:)`. Without it the request is read anew after each commit that touches the table.
///
/// A subquery over the request's own table is declared in the same way.
public struct Dependency: Sendable {
    let table: String
    let rows: SQL

    /// A dependency on another table.
    ///
    /// - Parameters:
    ///   - table: The table that changes.
    ///   - rows: A SELECT of rowids of the request's own table, which reads `changed`. Rows too many do no harm; rows
    ///     too few stay at wrong positions.
    public init(on table: String, rows: SQL) {
        self.table = table
        self.rows = rows
    }
}
