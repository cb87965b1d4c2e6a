/// Chooses the thumbnail of a cell: the smallest one that need not be enlarged, or else the largest one.
struct ThumbnailChoice: Hashable, Sendable {
    var layout: PhotoArrangement.Layout
    var size = CellSize()
    /// The width of the collection, in points; 0 while it is unknown.
    var width: Double
    /// The number of screen pixels in a point.
    var ratio: Double

    /// The thumbnail for a photograph. The width and the height are at least 1.
    ///
    /// - Complexity: O(1). The layout is not asked, because a frame there depends on the neighbouring photographs.
    func side(width: Int, height: Int) -> Photo.ThumbnailSide {
        let pixels = points(for: Double(width) / Double(height)) * ratio
        return Photo.ThumbnailSide.allCases.first { Double($0.rawValue) >= pixels } ?? .screen
    }

    /// The longest side that a photograph may have on the page, in points. It is at least the size for the aspect ratio
    /// 3 : 2. So photographs of usual shapes share a thumbnail size, which is made when they are added.
    private func points(for shape: Double) -> Double {
        let isWide = width >= PhotoLayout.border
        if layout == .squares {
            // A square cell cuts the photograph: the shorter side fills the cell, and the longer side is cut.
            let least = (isWide ? PhotoLayout.squareSides.wide : PhotoLayout.squareSides.narrow) * size.scale
            let count = max(
                Double(PhotoLayout.leastSquares(size)),
                ((width + PhotoLayout.gap) / (least + PhotoLayout.gap)).rounded(.down))
            let usual = (isWide ? 200 : 130) * size.scale
            let side = max(usual, (width - PhotoLayout.gap * (count - 1)) / count)
            return side * max(1.5, shape, 1 / shape)
        }
        let rowHeight = isWide ? PhotoLayout.rowHeights.wide : PhotoLayout.rowHeights.narrow
        let (height, gap) = (rowHeight * size.scale, PhotoLayout.gap)
        // Limits the aspect ratio as the layout does. The layout fills a row at the target height. Then it enlarges the
        // row to at most twice that height.
        let length = height * max(1, min(shape, 10))
        let usual = 1.4 * 1.5 * height
        guard width > 0 else { return max(usual, length) }
        let count = max(1, ((width + gap) / (length + gap)).rounded(.down))
        return max(usual, min((width - gap * (count - 1)) / count, 2 * length))
    }
}
