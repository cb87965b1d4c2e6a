/// One row before and after a step: what undo restores, and what another database would need to follow.
public struct RowChange: Hashable, Sendable {
    /// The name of the table, as it was created.
    public var table: String
    /// Its rowid in the store's file.
    public var rowid: Int64
    /// The names of the columns that `before` and `after` have values of, generated columns left out.
    public var columns: [String]
    /// `nil` when the row was not there.
    public var before: [RowValue]?
    /// `nil` when the row is not there.
    public var after: [RowValue]?

    /// A change from `before` to `after`.
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
