/// Cells of one size, in rows from left to right, that fill the width.
///
///     FlowLayout(columns: .adaptive(minimum: 140, atLeast: 3), itemSize: .square)
public struct FlowLayout: Hashable, Sendable {
    public enum Columns: Hashable, Sendable {
        case fixed(Int)
        /// As many as fit when none is narrower than `minimum` points, though never fewer than `atLeast`.
        case adaptive(minimum: Double, atLeast: Int = 1)
    }

    /// The height of a cell; its width is what the columns leave.
    public enum ItemSize: Hashable, Sendable {
        case square
        /// Width divided by height.
        case aspectRatio(Double)
        /// In points.
        case height(Double)
    }

    public var columns: Columns
    public var itemSize: ItemSize
    /// Between rows, in points.
    public var minimumLineSpacing: Double
    /// Between the cells of a row, in points.
    public var minimumInteritemSpacing: Double
    /// Of the header above each section, in points. Without headers all sections are one run of rows.
    public var headerHeight: Double
    /// What an empty section has below its header, in points; its header is so much higher, for a sentence.
    public var emptySectionHeight: Double
    /// Around the cells of a section, in points: left and right, top and bottom. Without headers, around all cells.
    public var sectionInset: (horizontal: Double, vertical: Double) {
        get { (horizontalInset, verticalInset) }
        set { (horizontalInset, verticalInset) = newValue }
    }
    private var horizontalInset: Double
    private var verticalInset: Double

    public init(
        columns: Columns, itemSize: ItemSize = .square, minimumLineSpacing: Double = 0,
        minimumInteritemSpacing: Double = 0, sectionInset: (horizontal: Double, vertical: Double) = (0, 0),
        headerHeight: Double = 0, emptySectionHeight: Double = 0
    ) {
        self.columns = columns
        self.itemSize = itemSize
        self.minimumLineSpacing = minimumLineSpacing
        self.minimumInteritemSpacing = minimumInteritemSpacing
        (horizontalInset, verticalInset) = sectionInset
        self.headerHeight = headerHeight
        self.emptySectionHeight = emptySectionHeight
    }

    /// The frames at a width, in points; 1 at least.
    ///
    /// - Parameter sections: How many items each has; asked for where there are headers.
    package func lattice(width: Double, sections: @autoclosure () -> [Int] = []) -> Lattice {
        let room = max(1, width - 2 * horizontalInset)
        let count = columnCount(in: room)
        let cell = max(1, (room - Double(count - 1) * minimumInteritemSpacing) / Double(count))
        let height: Double =
            switch itemSize {
            case .square: cell
            case .aspectRatio(let ratio): cell / ratio
            case .height(let height): height
            }
        var lattice = Lattice(
            x: horizontalInset, y: verticalInset, pitchX: cell + minimumInteritemSpacing,
            pitchY: max(1, height + minimumLineSpacing), width: cell, height: height, columns: count)
        if headerHeight > 0 {
            lattice.headerHeight = headerHeight
            lattice.emptyHeight = emptySectionHeight
            lattice.sections = SectionTable(counts: sections(), columns: count)
        }
        return lattice
    }

    private func columnCount(in room: Double) -> Int {
        switch columns {
        case .fixed(let count): max(1, count)
        case .adaptive(let minimum, let atLeast):
            max(1, atLeast, Int((room + minimumInteritemSpacing) / max(1, minimum + minimumInteritemSpacing)))
        }
    }
}
