public import GRDB

/// Finds the rows of a request that a changed row of another table affects.
///
///     // A photo belongs to the list when it has a tag.
///     Dependency(on: "tagging", rows: "SELECT photo FROM changed")
///     // A book stands where its author's name belongs.
///     Dependency(on: "author", rows: "SELECT book.id FROM book JOIN changed ON book.author = changed.id")
///
/// `changed` is a table with the columns of the other table. It holds each row that a commit touched, with its earlier
/// and its present values. So rows of the request that it referred to before are found, too. This needs the history of
/// the other table; see `History.install(on:in:)`. Without history the request is read anew after each commit that
/// touches the table.
///
/// A subquery over the request's own table is declared in the same way.
public struct Dependency: Sendable {
    let table: String
    let rows: SQL

    /// A dependency on another table.
    ///
    /// - Parameters:
    ///   - table: The table that changes.
    ///   - rows: A SELECT of rowids of the request's own table, which reads `changed`. Additional rows do no harm. If
    ///     rows are missing, they stay at wrong positions.
    public init(on table: String, rows: SQL) {
        self.table = table
        self.rows = rows
    }
}
