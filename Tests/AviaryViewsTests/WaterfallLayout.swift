import AviarySnapshots
import AviaryViews

/// Columns of equal width. Each item is placed below the shortest column. It is a layout as an app would write it.
///
/// `Tests/Alone/ViewsAlone` builds this file outside the package.
struct WaterfallLayout: CollectionViewLayout {
    var columns: Int
    var spacing: Double

    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        var geometry = WaterfallGeometry()
        let column = max(1, (width - Double(columns - 1) * spacing) / Double(columns))
        var ends = Array(repeating: 0.0, count: columns)
        for size in list.sizes(in: 0..<list.numberOfItems) {
            let shortest = ends.indices.min { ends[$0] < ends[$1] } ?? 0
            let ratio = Double(size.height / size.width)
            let frame = ContentRect(
                x: Double(shortest) * (column + spacing), y: ends[shortest], width: column,
                height: column * (ratio.isFinite && ratio > 0 ? min(ratio, 3) : 1))
            ends[shortest] += frame.height + spacing
            geometry.add(frame, in: shortest)
        }
        return geometry
    }
}

struct WaterfallGeometry: LayoutGeometry {
    private var frames: [ContentRect] = []
    private var columns: [Int] = []
    /// The lowest edge of all items up to each. Their upper edges ascend by themselves.
    private var bottoms: [Double] = []

    mutating func add(_ frame: ContentRect, in column: Int) {
        frames.append(frame)
        columns.append(column)
        bottoms.append(max(bottoms.last ?? 0, frame.y + frame.height))
    }

    var contentHeight: Double { bottoms.last ?? 0 }

    func frame(at position: Int) -> ContentRect {
        frames.indices.contains(position) ? frames[position] : ContentRect(width: 0, height: 0)
    }

    func positions(in rect: ContentRect) -> Range<Int> {
        let from = count { bottoms[$0] <= rect.y }
        let to = count { frames[$0].y < rect.y + rect.height }
        return from..<max(from, to)
    }

    /// How many items satisfy a predicate that none behind them does.
    private func count(while predicate: (Int) -> Bool) -> Int {
        var (low, high) = (0, frames.count)
        while low < high {
            let middle = (low + high) / 2
            if predicate(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func neighbour(_ direction: LayoutDirection, of position: Int) -> Int? {
        let column = columns[position]
        return switch direction {
        case .left: position > 0 ? position - 1 : nil
        case .right: position + 1 < frames.count ? position + 1 : nil
        case .up: columns[..<position].lastIndex(of: column)
        case .down: columns[(position + 1)...].firstIndex(of: column)
        }
    }
}
