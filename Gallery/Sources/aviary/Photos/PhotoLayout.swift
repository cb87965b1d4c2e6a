import AviaryServer
import AviaryViews

/// Combines a layout for phones and one for wider windows. The width of the collection decides between them.
///
/// At the first paint, the server does not know that width. The style sheet makes the collection a CSS container, and a
/// container query decides by the same width as the layout does later. So nothing moves.
struct PhotoLayout: FirstPaintLayout, HeightFittedLayout {
    let narrow: any FirstPaintLayout & HeightFittedLayout
    let wide: any FirstPaintLayout & HeightFittedLayout

    /// The width, in points, from which a collection uses the wide layout.
    static let border = 600.0

    var asksForSizes: Bool { narrow.asksForSizes }
    var paintsParts: Bool { narrow.paintsParts }

    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry {
        layout(width).geometry(of: list, width: width, after: previous)
    }

    func fitted(width: Double, visibleHeight: Double) -> any CollectionViewLayout & Hashable {
        layout(width).fitted(width: width, visibleHeight: visibleHeight)
    }

    private func layout(_ width: Double) -> any FirstPaintLayout & HeightFittedLayout {
        width < Self.border ? narrow : wide
    }

    func firstPaintRules(for content: String) -> String {
        narrow.firstPaintRules(for: content)
            + "@container (width >= \(Int(Self.border))px){\(wide.firstPaintRules(for: content))}"
    }
}

extension PhotoLayout {
    /// The space between photographs, in points.
    static let gap = 2.0
    private static let header = 44.0
    /// The least width of a month beside another one, and the space between them, in points. Two months stand side by
    /// side on a phone of 360 points, and the name of a month has room.
    static let months = (narrow: (width: 172.0, spacing: 8.0), wide: (width: 200.0, spacing: 16.0))
    /// The target height of a row, in points.
    static let rowHeights = (narrow: 112.0, wide: 190.0)
    /// The smallest side of a square, in points.
    static let squareSides = (narrow: 104.0, wide: 168.0)

    /// How many squares a line has at least.
    static func leastSquares(_ size: CellSize) -> Int { size.steps > 0 ? 1 : 3 }

    /// Rows in which each photograph keeps its aspect ratio.
    static func rows(_ size: CellSize, hasHeaders: Bool) -> PhotoLayout {
        let headerHeight = hasHeaders ? header : 0
        func rows(_ height: Double, _ months: (width: Double, spacing: Double)) -> JustifiedLayout {
            JustifiedLayout(
                rowHeight: height * size.scale, spacing: gap, headerHeight: headerHeight, minimumVisibleLines: 2,
                minimumSectionWidth: months.width, sectionSpacing: months.spacing)
        }
        return PhotoLayout(narrow: rows(rowHeights.narrow, months.narrow), wide: rows(rowHeights.wide, months.wide))
    }

    static func squares(_ size: CellSize, hasHeaders: Bool) -> PhotoLayout {
        let headerHeight = hasHeaders ? header : 0
        func flow(_ minimum: Double) -> FlowLayout {
            FlowLayout(
                columns: .adaptive(minimum: minimum * size.scale, atLeast: leastSquares(size)),
                minimumLineSpacing: gap, minimumInteritemSpacing: gap, headerHeight: headerHeight,
                minimumVisibleLines: 2)
        }
        return PhotoLayout(narrow: flow(squareSides.narrow), wide: flow(squareSides.wide))
    }
}
