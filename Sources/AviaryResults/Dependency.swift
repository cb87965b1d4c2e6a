public import GRDB

/// How a changed row of another table leads to rows of a request's own.
///
///     // A photo belongs to the list when it has a tag.
///     Dependency(on: "tagging", rows: "SELECT photo FROM changed")
///     // A book stands where its author's name belongs.
///     Dependency(on: "author", rows: "SELECT book.id FROM book JOIN changed ON book.author = changed.id")
///
/// `changed` is a table with the columns of the other one. It holds each row that a commit touched, as it was before and
/// as it is now; so a row that pointed somewhere else before leads there, too. That takes the other table's history: see
/// `History.install(on:in:)`. Without it the request is read anew.
///
/// A subquery over the request's own table is declared the same way.
public struct Dependency: Sendable {
    let table: String
    let rows: SQL

    /// - Parameters:
    ///   - table: The table that changes.
    ///   - rows: A SELECT of rowids of the request's own table; too many do no harm, too few leave rows at wrong positions.
    public init(on table: String, rows: SQL) {
        self.table = table
        self.rows = rows
    }
}
