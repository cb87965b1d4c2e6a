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
    public var sections: SectionStyle

    public init(
        columns: Columns, itemSize: ItemSize = .square, minimumLineSpacing: Double = 0,
        minimumInteritemSpacing: Double = 0, sectionInset: (horizontal: Double, vertical: Double) = (0, 0),
        headerHeight: Double = 0, emptySectionHeight: Double = 0
    ) {
        self.columns = columns
        self.itemSize = itemSize
        self.minimumLineSpacing = minimumLineSpacing
        self.minimumInteritemSpacing = minimumInteritemSpacing
        sections = SectionStyle(
            inset: sectionInset, headerHeight: headerHeight, emptyHeight: emptySectionHeight)
    }

    /// The frames at a width, in points; 1 at least.
    ///
    /// - Parameters:
    ///   - count: How many items there are.
    ///   - counts: How many items each section has; asked for where there are headers.
    package func lattice(width: Double, count: Int, sections counts: @autoclosure () -> [Int]) -> Lattice {
        let (x, y) = sectionInset
        let room = max(1, width - 2 * x)
        let columns = columnCount(in: room)
        let cell = max(1, (room - Double(columns - 1) * minimumInteritemSpacing) / Double(columns))
        let height: Double =
            switch itemSize {
            case .square: cell
            case .aspectRatio(let ratio): cell / ratio
            case .height(let height): height
            }
        var lattice = Lattice(
            x: x, y: y, pitchX: cell + minimumInteritemSpacing,
            pitchY: max(1, height + minimumLineSpacing), width: cell, height: height, columns: columns, count: count)
        if headerHeight > 0 {
            lattice.headerHeight = headerHeight
            lattice.emptyHeight = emptySectionHeight
            lattice.pinsHeaders = pinsHeaders
            lattice.sections = SectionTable(counts: counts(), columns: columns)
        }
        return lattice
    }

    /// The frames of sections of so many items each at a width.
    package func lattice(width: Double, sections: [Int]) -> Lattice {
        lattice(width: width, count: sections.reduce(0, +), sections: sections)
    }

    private func columnCount(in room: Double) -> Int {
        switch columns {
        case .fixed(let count): max(1, count)
        case .adaptive(let minimum, let atLeast):
            max(1, atLeast, Int((room + minimumInteritemSpacing) / max(1, minimum + minimumInteritemSpacing)))
        }
    }
}

extension FlowLayout: SectionedLayout {
    public var asksForSizes: Bool { false }

    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        lattice(width: width, count: list.numberOfItems, sections: list.sectionCounts)
    }
}
