import AviarySnapshots
import AviaryViews
import Testing

@testable import aviary

/// Which thumbnail a cell shows, by the screen and the shape of the photograph.
struct ThumbnailChoiceTests {
    private func side(
        _ layout: PhotoArrangement.Layout, _ width: Double, _ ratio: Double, _ shape: (width: Int, height: Int)
    ) -> Int {
        ThumbnailChoice(layout: layout, width: width, ratio: ratio).side(width: shape.width, height: shape.height)
            .rawValue
    }

    @Test(arguments: [
        (390.0, 1.0, 320), (390, 2, 640), (390, 3, 960), (1_200, 1, 640), (1_200, 2, 960), (1_200, 3, 1_280),
        // Before the page has said what it is.
        (0, 1.5, 640), (1_200, 1.5, 640),
    ])
    func aPhotographInARowHasThePixelsOfTheScreen(width: Double, ratio: Double, expected: Int) {
        for shape in [(6_000, 4_000), (4_000, 6_000), (3_000, 3_000)] {
            #expect(side(.rows, width, ratio, shape) == expected, "\(shape)")
        }
    }

    @Test(arguments: [
        (390.0, 1.0, 320), (390, 2, 640), (390, 3, 640), (1_200, 1, 320), (1_200, 2, 640), (1_200, 3, 960),
    ])
    func aPhotographInASquareHasThePixelsOfTheScreen(width: Double, ratio: Double, expected: Int) {
        for shape in [(6_000, 4_000), (4_000, 6_000), (3_000, 3_000)] {
            #expect(side(.squares, width, ratio, shape) == expected, "\(shape)")
        }
    }

    @Test(arguments: [
        // On a phone it fills the row: 390 points.
        (PhotoArrangement.Layout.rows, 390.0, 1.0, 640), (.rows, 390, 2, 960), (.rows, 390, 3, 1_280),
        // 190 points high, as a row begins: 760 points, and the row grows to 1,200.
        (.rows, 1_200, 1, 1_280), (.rows, 1_200, 2, 2_560), (.rows, 0, 1, 640), (.rows, 0, 1.5, 960),
        // Four squares, of which one is seen.
        (.squares, 390, 1, 640), (.squares, 390, 2, 1_280), (.squares, 1_200, 3, 2_560),
    ])
    func aPanoramaHasThemTooThoughItIsLonger(
        layout: PhotoArrangement.Layout, width: Double, ratio: Double, expected: Int
    ) {
        #expect(side(layout, width, ratio, (8_000, 2_000)) == expected)
    }

    /// Against the layout: rows of photographs of one shape, at many widths.
    @Test(arguments: [1.5, 16.0 / 9, 2.5, 4, 9]) func noPhotographInARowIsEnlarged(shape: Double) throws {
        let list = ListSnapshot(uniqueSections: [(0, Array(0..<30))]).sized { _ in ItemSize(ratio: Float(shape)) }
        for width in stride(from: 320.0, through: 2_560, by: 20) {
            let height = width >= PhotoLayout.border ? PhotoLayout.rowHeights.wide : PhotoLayout.rowHeights.narrow
            let geometry = JustifiedLayout(rowHeight: height, spacing: PhotoLayout.gap)
                .geometry(of: LayoutList(list), width: width, after: nil)
            for ratio in [1.0, 2, 3] {
                let pixels = geometry.frame(at: 0).width * ratio
                let chosen = Double(side(.rows, width, ratio, (Int(shape * 9_000), 9_000)))
                #expect(chosen >= pixels - 1 || chosen == 2_560, "\(width) points, \(ratio)")
                #expect(chosen <= max(640, 2.2 * pixels), "\(width) points, \(ratio)")
            }
        }
    }

    /// A person may have chosen any size of the cells.
    @Test(arguments: -3...3) func noSquareIsEnlarged(steps: Int) throws {
        let size = try #require(CellSize("\(steps)"))
        let list = ListSnapshot(uniqueSections: [(0, Array(0..<30))])
        for width in stride(from: 320.0, through: 2_560, by: 20) {
            let layout = PhotoLayout.squares(size, hasHeaders: false)
            let cell = layout.geometry(of: LayoutList(list), width: width, after: nil).frame(at: 0).width
            for ratio in [1.0, 2, 3] {
                let choice = ThumbnailChoice(layout: .squares, size: size, width: width, ratio: ratio)
                let chosen = Double(choice.side(width: 9_000, height: 6_000).rawValue)
                #expect(chosen >= 1.5 * cell * ratio - 1 || chosen == 2_560, "\(width) points, \(ratio)")
            }
        }
    }
}
