import GRDB

// Any program may write the log and SQLite's table of sequences. So all values from there are checked, and none traps.

extension Row {
    /// A number of the log, or of a query about it; `nil` when there is none.
    func loggedInteger(_ index: Int) -> Int64? { Int64.fromDatabaseValue(self[index] as DatabaseValue) }

    /// A text of the log; `nil` when there is none.
    func loggedText(_ index: Int) -> String? { String.fromDatabaseValue(self[index] as DatabaseValue) }
}

extension Int64 {
    /// Clamps a sequence of the log, so that counting on from it does not overflow.
    ///
    /// No log reaches these bounds unless a program writes such a sequence. Entries beyond the bounds are read again at
    /// each commit, which is correct but slower.
    var asSequence: Int64 { Swift.min(Swift.max(self, -1 << 62), 1 << 62) }
}
