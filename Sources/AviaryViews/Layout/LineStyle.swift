import AviarySnapshots

/// The rules by which lines are broken and filled, and the spaces around them, in points.
struct LineStyle: Hashable, Sendable {
    enum Filling: Hashable, Sendable {
        /// The largest number of items that fit at a height. Then all these items grow in proportion until they fill
        /// the line, up to a maximum height.
        case justified(height: Double, maximum: Double)
        /// The largest number of items that fit, each in its own size.
        case flow
        /// One item, as wide as the line, of its own height.
        case list
    }

    var filling: Filling
    var lineSpacing: Double
    var itemSpacing: Double
    var sections: SectionStyle
    /// How sections of one line stand beside each other; `nil` if each section begins below the previous one.
    var beside: Beside?

    struct Beside: Hashable, Sendable {
        var minimumWidth: Double
        var spacing: Double
    }

    /// The length by which a line may exceed its width, in points. A browser that breaks the same lines computes in 64ths
    /// of a point, so its sums differ a little.
    static let slack = 0.05

    /// The width of the lines.
    private func room(in width: Double) -> Double { max(1, width - 2 * sections.horizontalInset) }

    /// The length of a line at the height at which lines are filled.
    func length(of sizes: [ItemSize]) -> Double {
        guard case .justified(let height, _) = filling else { return .infinity }
        return sizes.reduce(0) { $0 + $1.ratio } * height + Double(max(0, sizes.count - 1)) * itemSpacing
    }

    /// Breaks items into lines.
    ///
    /// - Parameter line: Receives the index of the item that begins a line, and the height of the line.
    func breakLines(_ sizes: [ItemSize], width: Double, _ line: (Int, Double) -> Void) {
        let room = room(in: width)
        switch filling {
        case .list: for (item, size) in sizes.enumerated() { line(item, size.points.height) }
        case .flow:
            var (start, used, height) = (0, 0.0, 0.0)
            for (item, size) in sizes.enumerated() {
                let (itemWidth, itemHeight) = size.points
                if item > start, used + min(itemWidth, room) > room + Self.slack {
                    line(start, height)
                    (start, used, height) = (item, 0, 0)
                }
                used += min(itemWidth, room) + itemSpacing
                height = max(height, itemHeight)
            }
            if start < sizes.count { line(start, height) }
        case .justified(let least, let maximum):
            var (start, ratios) = (0, 0.0)
            for (item, size) in sizes.enumerated() {
                let ratio = size.ratio
                let gaps = Double(item - start) * itemSpacing
                if item > start, (ratios + ratio) * least + gaps > room + Self.slack {
                    line(start, min(maximum, (room - gaps + itemSpacing) / ratios))
                    (start, ratios) = (item, 0)
                }
                ratios += ratio
            }
            if start < sizes.count {
                line(start, min(least, (room - Double(sizes.count - start - 1) * itemSpacing) / ratios))
            }
        }
    }

    /// The frames of a line's items.
    func frames(_ sizes: [ItemSize], _ left: Double, _ top: Double, _ height: Double, _ width: Double) -> [ContentRect]
    {
        let room = room(in: width)
        var x = left + sections.horizontalInset
        return sizes.map { size in
            var frame = ContentRect(x: x, y: top, width: room, height: height)
            switch filling {
            case .list: break
            case .flow:
                let points = size.points
                frame.width = min(points.width, room)
                // Centered vertically in the line, as in UICollectionViewFlowLayout.
                frame.y += (height - points.height) / 2
                frame.height = points.height
            case .justified: frame.width = min(size.ratio * height, room)
            }
            x += frame.width + itemSpacing
            return frame
        }
    }
}
