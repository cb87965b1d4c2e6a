import AviaryColors
import AviaryTesting
import AviaryViews
import Testing

struct DominantColorsTests {
    /// Pictures of some colors that look different, each with a little noise, against what was drawn.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func theColorsOfAPictureAreFoundByTheirShares(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var colors: [SRGB] = []
            while colors.count < Int.random(in: 1...6, using: &random) {
                let color = SRGB(
                    red: .random(in: 0.03...0.97, using: &random), green: .random(in: 0.03...0.97, using: &random),
                    blue: .random(in: 0.03...0.97, using: &random))
                if colors.allSatisfy({ OKLab($0).difference(from: OKLab(color)) > 0.3 }) { colors.append(color) }
            }
            var pixels: [UInt8] = []
            for (place, color) in colors.enumerated() {
                for _ in 0..<(2_000 - place * 300) {
                    for channel in [color.red, color.green, color.blue] {
                        pixels.append(UInt8(channel * 255 + .random(in: -3...3, using: &random)))
                    }
                }
            }
            let found = DominantColors.find(in: pixels, count: 6)
            #expect(found.count == colors.count, "seed \(seed): \(colors) and \(found)")
            for (one, other) in zip(found, colors) {
                #expect(OKLab(one).difference(from: OKLab(other)) < 0.02, "seed \(seed)")
            }
        }
    }

    @Test func aSmallSpotOfAColorOfItsOwnIsFound() {
        let pixels = (0..<10_000).flatMap { $0 < 9_950 ? [0x20, 0x60, 0xA0] as [UInt8] : [0xF0, 0x30, 0x20] }
        #expect(DominantColors.find(in: pixels, count: 5).map { $0.displayColor.hex } == ["#2060a0", "#f03020"])
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 3_001]) func anyBytesAreRead(count: Int) {
        var random = SeededGenerator(seed: 9)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let found = DominantColors.find(in: bytes, count: 8)
        #expect(found.count <= min(8, count / 3))
        #expect(found.isEmpty == (count < 3))
        #expect(DominantColors.find(in: bytes, count: 8) == found)
        #expect(DominantColors.find(in: bytes, count: 0).isEmpty)
    }
}
