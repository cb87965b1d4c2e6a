/// Cells of one size, in rows from left to right that fill the width.
///
/// If the layout scrolls to the right, its rows are columns that fill the height. Then `columns` is the number of cells
/// in such a column, and `itemSize` gives the width of a cell.
///
///     FlowLayout(columns: .adaptive(minimum: 140, atLeast: 3), itemSize: .square)
///     FlowLayout(columns: .sized(90), minimumLineSpacing: 2, minimumInteritemSpacing: 2)
///
/// A frame is computed from a position in O(1), with headers in O(log *s*) for *s* sections.
public struct FlowLayout: Hashable, Sendable {
    /// The number of cells in a row.
    public enum Columns: Hashable, Sendable {
        /// A fixed number at every width; at least one.
        case fixed(Int)
        /// The largest number of cells that fit and are at least `minimum` points wide, but never fewer than `atLeast`.
        case adaptive(minimum: Double, atLeast: Int = 1)
        /// The largest number of cells that fit, each of this width in points; at least one.
        ///
        /// The remaining width is distributed between the cells, as in `UICollectionViewFlowLayout`. So
        /// `minimumInteritemSpacing` is a minimum, as there.
        ///
        /// With `atMost`, cells are a twelfth of the width where that is more, up to this width. So 90 points may become
        /// 180 in a window that is wide enough for 24 cells.
        case sized(Double, atMost: Double? = nil)

        /// The width of a cell with `sized`; `nil` for other columns.
        func ownWidth(in room: Double) -> Double? {
            guard case .sized(let width, let most) = self else { return nil }
            return max(1, min(most.map { max(width, min(room / 12, $0)) } ?? width, room))
        }
    }

    /// The height of a cell; its width follows from the columns. If the layout scrolls to the right, this is the width.
    public enum ItemSize: Hashable, Sendable {
        /// As high as the cell is wide.
        case square
        /// Width divided by height, clamped to 0.1...10. A value that is not a positive number counts as 1.
        case aspectRatio(Double)
        /// A height in points.
        case height(Double)
    }

    /// The number of cells in a row, and with it their width.
    public var columns: Columns
    /// The height of a cell.
    public var itemSize: ItemSize
    /// The space between rows, in points.
    public var minimumLineSpacing: Double
    /// The space between the cells of a row, in points; with `.sized` it may be more.
    public var minimumInteritemSpacing: Double
    /// The number of lines that fit into the visible rect, below a header; 0, the default, if any number will do.
    ///
    /// In a low box cells get lower for it, whatever `itemSize` says, but not lower than 44 points. Their width stays.
    ///
    /// Before the page is live, CSS measures the height of the nearest size container. So give the box of the collection
    /// `container-type: size`.
    public var minimumVisibleLines: Int
    /// The insets, headers and footers of sections, and the scroll direction.
    public var sections: SectionStyle

    /// A layout of rows. All lengths are in points.
    ///
    /// The inset, the heights of headers and footers, and the scroll direction are those of `SectionStyle`.
    public init(
        columns: Columns, itemSize: ItemSize = .square, minimumLineSpacing: Double = 0,
        minimumInteritemSpacing: Double = 0, sectionInset: (horizontal: Double, vertical: Double) = (0, 0),
        headerHeight: Double = 0, footerHeight: Double = 0, emptySectionHeight: Double = 0,
        scrollDirection: ScrollDirection = .vertical, minimumVisibleLines: Int = 0
    ) {
        self.columns = columns
        self.itemSize = itemSize
        self.minimumLineSpacing = minimumLineSpacing
        self.minimumInteritemSpacing = minimumInteritemSpacing
        self.minimumVisibleLines = minimumVisibleLines
        sections = SectionStyle(
            inset: sectionInset, headerHeight: headerHeight, footerHeight: footerHeight,
            emptyHeight: emptySectionHeight, scrollDirection: scrollDirection)
    }

    /// The frames at a width, in points. Lines are at least 1 point wide.
    ///
    /// - Parameters:
    ///   - count: The number of items.
    ///   - counts: The item count of each section; evaluated only if there are headers or footers.
    package func lattice(width: Double, count: Int, sections counts: @autoclosure () -> [Int]) -> Lattice {
        let (x, y) = sections.transposed.inset
        let room = max(1, width - 2 * x)
        let columns = columnCount(in: room)
        var cell = max(1, (room - Double(columns - 1) * minimumInteritemSpacing) / Double(columns))
        var pitch = cell + minimumInteritemSpacing
        if let width = self.columns.ownWidth(in: room) {
            cell = width
            if columns > 1 { pitch = (room - cell) / Double(columns - 1) }
        }
        let height: Double =
            switch itemSize {
            case .square: cell
            case .aspectRatio(let ratio):
                scrollDirection == .vertical ? cell / ratio.boundedRatio : cell * ratio.boundedRatio
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

    /// The frames at a width of sections with the given item counts.
    package func lattice(width: Double, sections: [Int]) -> Lattice {
        lattice(width: width, count: sections.reduce(0, +), sections: sections)
    }

    private func columnCount(in room: Double) -> Int {
        switch columns {
        case .fixed(let count): max(1, count)
        case .adaptive(let minimum, let atLeast): max(1, atLeast, cells(of: minimum, in: room))
        case .sized: max(1, cells(of: columns.ownWidth(in: room) ?? room, in: room))
        }
    }

    /// How many cells of a width fit, with the space between them.
    private func cells(of width: Double, in room: Double) -> Int {
        Int((room + minimumInteritemSpacing) / max(1, width + minimumInteritemSpacing))
    }
}

extension FlowLayout: HeightFittedLayout {
    /// The layout with lower cells, if lines would be too high.
    public func fitted(width: Double, visibleHeight: Double) -> any CollectionViewLayout & Hashable {
        let most = sections.lineHeight(
            fitting: minimumVisibleLines, spacing: minimumLineSpacing, visibleHeight: visibleHeight)
        guard let most, lattice(width: width, count: 0, sections: []).height > most else { return self }
        var fitted = self
        fitted.itemSize = .height(most)
        return fitted
    }
}

extension FlowLayout: SectionedLayout {
    /// `false`, because all cells have the same size.
    public var asksForSizes: Bool { false }

    /// The frames of all items as one formula, which the browser evaluates itself.
    ///
    /// - Complexity: O(1), or with headers or footers O(*s*) for *s* sections.
    public func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        lattice(width: width, count: list.numberOfItems, sections: list.sectionCounts)
    }
}
