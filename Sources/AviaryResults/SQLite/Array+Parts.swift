extension Array {
    /// Splits the array into parts of at most `length` elements, because SQLite limits the size of a statement.
    func parts(of length: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: length).map { self[$0..<Swift.min($0 + length, count)] }
    }
}
