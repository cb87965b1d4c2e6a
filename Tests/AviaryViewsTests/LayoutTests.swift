import AviaryTesting
import AviaryViews
import Testing

struct LayoutTests {
    @Test(
        arguments: [
            (390, 3), (320, 3), (430, 3), (559, 3), (560, 4), (820, 5), (1440, 10), (1, 3), (0, 3),
        ] as [(Double, Int)])
    func adaptiveColumnsFillTheWidth(width: Double, columns: Int) {
        let lattice = FlowLayout(columns: .adaptive(minimum: 140, atLeast: 3)).lattice(width: width)
        #expect(lattice.columns == columns)
        #expect(abs(lattice.width * Double(columns) - max(width, 3)) < 0.001)
        #expect(lattice.height == lattice.width)
    }

    @Test func spacingAndInsetsStandBetweenAndAroundTheCells() {
        let layout = FlowLayout(
            columns: .fixed(2), itemSize: .height(50), minimumLineSpacing: 10, minimumInteritemSpacing: 20,
            sectionInset: (horizontal: 5, vertical: 7))
        let lattice = layout.lattice(width: 130)
        #expect(lattice.frame(at: 0) == ContentRect(x: 5, y: 7, width: 50, height: 50))
        #expect(lattice.frame(at: 3) == ContentRect(x: 75, y: 67, width: 50, height: 50))
        #expect(lattice.contentHeight(count: 3) == 7 + 50 + 10 + 50 + 7)
        #expect(lattice.contentHeight(count: 0) == 14)
    }

    @Test(arguments: 0..<50) func positionsInARectAreThoseOfTheRowsThatTouchIt(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let layout = FlowLayout(
                columns: .fixed(.random(in: 1...7, using: &random)),
                itemSize: .height(.random(in: 1...60, using: &random)),
                minimumLineSpacing: .random(in: 0...9, using: &random),
                sectionInset: (horizontal: 0, vertical: .random(in: 0...20, using: &random)))
            let lattice = layout.lattice(width: 300)
            let count = Int.random(in: 0...90, using: &random)
            let rect = ContentRect(
                y: .random(in: -100...900, using: &random), width: 300, height: .random(in: 0.5...400, using: &random))
            let touching = (0..<count).filter {
                let frame = lattice.frame(at: $0)
                return frame.y < rect.y + rect.height && frame.y + frame.height > rect.y
            }
            #expect(Array(lattice.positions(in: rect, count: count)) == touching, "seed \(seed)")
        }
    }

    @Test func hugeListsAreComputedNotWalked() {
        let lattice = FlowLayout(columns: .fixed(3)).lattice(width: 390)
        let count = 1_000_000_000
        let end = lattice.contentHeight(count: count)
        let last = lattice.positions(in: ContentRect(y: end - 700, width: 390, height: 700), count: count)
        #expect(last.upperBound == count && last.count == 16)
    }
}
