import AviaryViews

/// The layouts of the Photorama room.
enum PhotoramaLayout: String, CaseIterable {
    /// Cells of 90 points, and larger ones in wide windows. The remaining width is distributed between them.
    case grid
    /// Four cells in a row, on any screen.
    case four
    /// Rows in which each photo keeps its aspect ratio.
    case rows
    /// Cells of 90 points in columns. The list scrolls to the right.
    case horizontal

    /// - Parameter size: The size of the cells, except of four in a row.
    func collectionLayout(_ size: CellSize) -> any CollectionViewLayout {
        let side = 90 * size.scale
        return switch self {
        case .grid:
            FlowLayout(
                columns: .sized(side, atMost: 2 * side), minimumLineSpacing: 8, minimumInteritemSpacing: 2,
                minimumVisibleLines: 2)
        case .four:
            FlowLayout(
                columns: .fixed(4), minimumLineSpacing: 2, minimumInteritemSpacing: 2, minimumVisibleLines: 2)
        case .horizontal:
            FlowLayout(
                columns: .sized(side), minimumLineSpacing: 8, minimumInteritemSpacing: 2, scrollDirection: .horizontal,
                minimumVisibleLines: 2)
        case .rows: PhotoLayout.rows(size, hasHeaders: false)
        }
    }
}
