extension Array {
    /// Runs of so many elements, and the rest: SQLite bounds what one statement takes.
    func parts(of length: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: length).map { self[$0..<Swift.min($0 + length, count)] }
    }
}
