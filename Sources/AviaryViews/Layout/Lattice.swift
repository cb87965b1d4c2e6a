/// The frames of a uniform layout, as a rule: cells of one size in rows of so many columns.
///
/// Everything is computed from a position, at any count, in O(1); so the lattice crosses the wire once, and the screen
/// knows where every item stands without being told.
public struct Lattice: Hashable, Sendable {
    /// The top left corner of the first cell; the content has the same inset at its end.
    public var x: Double
    public var y: Double
    /// From the left edge of one cell to that of the next, and from one row to the next.
    public var pitchX: Double
    public var pitchY: Double
    public var width: Double
    public var height: Double
    /// At least 1.
    public var columns: Int

    public init(x: Double, y: Double, pitchX: Double, pitchY: Double, width: Double, height: Double, columns: Int) {
        self.x = x
        self.y = y
        self.pitchX = pitchX
        self.pitchY = pitchY
        self.width = width
        self.height = height
        self.columns = columns
    }

    public func frame(at position: Int) -> ContentRect {
        ContentRect(
            x: x + Double(position % columns) * pitchX, y: y + Double(position / columns) * pitchY, width: width,
            height: height)
    }

    public func contentHeight(count: Int) -> Double {
        let rows = (count + columns - 1) / columns
        return rows == 0 ? 2 * y : 2 * y + Double(rows) * pitchY - (pitchY - height)
    }

    /// The positions of the rows that touch a rectangle: whole rows, cut off at the count.
    public func positions(in rect: ContentRect, count: Int) -> Range<Int> {
        guard count > 0, rect.height > 0 else { return 0..<0 }
        let rows = (count + columns - 1) / columns
        // The last row that begins above the bottom edge, the first that ends below the top edge.
        let first = row(((rect.y - y - height) / pitchY).rounded(.down) + 1, in: rows)
        let last = row(((rect.y + rect.height - y) / pitchY).rounded(.up), in: rows)
        guard first < last else { return min(first * columns, count)..<min(first * columns, count) }
        return first * columns..<min(last * columns, count)
    }

    private func row(_ row: Double, in rows: Int) -> Int { row > 0 ? Int(min(row, Double(rows))) : 0 }
}
