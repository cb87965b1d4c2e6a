/// One row before and after a change. Undo restores the earlier values, and another database can repeat the change.
package struct RowChange: Hashable, Sendable {
    /// The name of the table, as spelled when it was created.
    package var table: String
    /// The rowid in the store's file.
    package var rowid: Int64
    /// The names of the columns with values in `before` and `after`, without generated columns.
    package var columns: [String]
    /// The earlier values; `nil` when the row did not exist.
    package var before: [RowValue]?
    /// The later values; `nil` when the row no longer exists.
    package var after: [RowValue]?

    /// Creates a change from `before` to `after`.
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
