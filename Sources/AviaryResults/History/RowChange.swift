/// One row before and after a step: what undo restores, and what another database would need to follow.
package struct RowChange: Hashable, Sendable {
    package var table: String
    package var rowid: Int64
    /// The names of the columns that `before` and `after` have values of, generated columns left out.
    package var columns: [String]
    /// `nil` when the row was not there.
    package var before: [RowValue]?
    /// `nil` when the row is not there.
    package var after: [RowValue]?

    package init(table: String, rowid: Int64, columns: [String], before: [RowValue]?, after: [RowValue]?) {
        self.table = table
        self.rowid = rowid
        self.columns = columns
        self.before = before
        self.after = after
    }

    /// The change that takes this one back.
    package var inverse: RowChange {
        RowChange(table: table, rowid: rowid, columns: columns, before: after, after: before)
    }
}
