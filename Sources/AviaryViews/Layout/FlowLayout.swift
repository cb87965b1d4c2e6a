/// Cells of one size, in rows from left to right, that fill the width.
///
/// Where it scrolls to the right, its rows are columns that fill the height: `columns` says how many cells stand one below
/// the other, and `itemSize` how wide they are.
///
///     FlowLayout(columns: .adaptive(minimum: 140, atLeast: 3), itemSize: .square)
///     FlowLayout(columns: .sized(90), minimumLineSpacing: 2, minimumInteritemSpacing: 2)
public struct FlowLayout: Hashable, Sendable {
    public enum Columns: Hashable, Sendable {
        case fixed(Int)
        /// As many as fit when none is narrower than `minimum` points, though never fewer than `atLeast`.
        case adaptive(minimum: Double, atLeast: Int = 1)
        /// As many as fit, each so many points wide. What is left over goes between them, as in
        /// `UICollectionViewFlowLayout`, whose spacings are minimums too.
        case sized(Double)
    }

    /// The height of a cell; its width is what the columns leave. Where the layout scrolls to the right, `height` is a width.
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
        headerHeight: Double = 0, footerHeight: Double = 0, emptySectionHeight: Double = 0,
        scrollDirection: ScrollDirection = .vertical
    ) {
        self.columns = columns
        self.itemSize = itemSize
        self.minimumLineSpacing = minimumLineSpacing
        self.minimumInteritemSpacing = minimumInteritemSpacing
        sections = SectionStyle(
            inset: sectionInset, headerHeight: headerHeight, footerHeight: footerHeight,
            emptyHeight: emptySectionHeight, scrollDirection: scrollDirection)
    }

    /// The frames at a width, in points; 1 at least.
    ///
    /// - Parameters:
    ///   - count: How many items there are.
    ///   - counts: How many items each section has; asked for where there are headers or footers.
    package func lattice(width: Double, count: Int, sections counts: @autoclosure () -> [Int]) -> Lattice {
        let (x, y) = sections.transposed.inset
        let room = max(1, width - 2 * x)
        let columns = columnCount(in: room)
        var cell = max(1, (room - Double(columns - 1) * minimumInteritemSpacing) / Double(columns))
        var pitch = cell + minimumInteritemSpacing
        if case .sized(let width) = self.columns {
            cell = max(1, min(width, room))
            if columns > 1 { pitch = (room - cell) / Double(columns - 1) }
        }
        let height: Double =
            switch itemSize {
            case .square: cell
            case .aspectRatio(let ratio): scrollDirection == .vertical ? cell / ratio : cell * ratio
            case .height(let height): height
            }
        var lattice = Lattice(
            x: x, y: y, pitchX: pitch, pitchY: max(1, height + minimumLineSpacing), width: cell, height: height,
            columns: columns, count: count)
        lattice.scrollDirection = scrollDirection
        if sections.isSectioned {
            lattice.headerHeight = headerHeight
            lattice.footerHeight = footerHeight
            lattice.emptyHeight = emptySectionHeight
            lattice.pinsHeaders = pinsHeaders
            lattice.pinsFooters = pinsFooters
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
        case .sized(let width):
            max(1, Int((room + minimumInteritemSpacing) / max(1, width + minimumInteritemSpacing)))
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
