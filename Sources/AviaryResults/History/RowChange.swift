/// One row before and after a change. Undo restores the earlier values, and another database can repeat the change.
public struct RowChange: Hashable, Sendable {
    /// The name of the table, as spelled when it was created.
    public var table: String
    /// The rowid in the store's file.
    public var rowid: Int64
    /// The names of the columns with values in `before` and `after`, without generated columns.
    public var columns: [String]
    /// The earlier values; `nil` when the row did not exist.
    public var before: [RowValue]?
    /// The later values; `nil` when the row no longer exists.
    public var after: [RowValue]?

    /// Creates a change from `before` to `after`.
    public init(table: String, rowid: Int64, columns: [String], before: [RowValue]?, after: [RowValue]?) {
        self.table = table
        self.rowid = rowid
        self.columns = columns
        self.before = before
        self.after = after
    }

    /// The change that takes this one back.
    public var inverse: RowChange {
        RowChange(table: table, rowid: rowid, columns: columns, before: after, after: before)
    }
}
