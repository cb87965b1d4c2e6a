/// Which thumbnail a cell shows: as a rule the smallest one that is not enlarged there.
struct ThumbnailChoice: Hashable, Sendable {
    var layout: PhotoArrangement.Layout
    /// The width of the collection, in points; 0 when it is not known yet.
    var width: Double
    /// How many pixels of the screen are a point.
    var ratio: Double

    /// The thumbnail for a photograph of a width and a height, both at least 1.
    ///
    /// - Complexity: O(1). It does not ask the layout, since a frame changes with the photographs beside it.
    func side(width: Int, height: Int) -> Photo.ThumbnailSide {
        let pixels = points(for: Double(width) / Double(height)) * ratio
        return Photo.ThumbnailSide.allCases.first { Double($0.rawValue) >= pixels } ?? .screen
    }

    /// How long the longer side of a photograph may be on the page, in points. It is at least what one of 3 : 2 needs, so that
    /// photographs of usual shapes share a size, which an import has made.
    private func points(for shape: Double) -> Double {
        let isWide = width >= PhotoLayout.border
        if layout == .squares {
            // A square is as high as the shorter side, and shows the middle.
            return (isWide ? 200 : 130) * max(1.5, shape, 1 / shape)
        }
        let (height, gap) = (isWide ? PhotoLayout.rowHeights.wide : PhotoLayout.rowHeights.narrow, PhotoLayout.gap)
        // The layout bounds shapes, too. A row is filled at its height, and then grows, twice as high at most.
        let length = height * max(1, min(shape, 10))
        let usual = 1.4 * 1.5 * height
        guard width > 0 else { return max(usual, length) }
        let count = max(1, ((width + gap) / (length + gap)).rounded(.down))
        return max(usual, min((width - gap * (count - 1)) / count, 2 * length))
    }
}
