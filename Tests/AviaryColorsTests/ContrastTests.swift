import AviaryColors
import AviaryTesting
import AviaryViews
import Foundation
import Testing

struct ContrastTests {
    /// Published pairs: WebAIM's contrast checker.
    @Test(
        arguments: [
            (0x000000, 0xffffff, "21.00 : 1"), (0xffffff, 0xffffff, "1.00 : 1"), (0x777777, 0xffffff, "4.47 : 1"),
            (0x767676, 0xffffff, "4.54 : 1"), (0x0000ff, 0xffffff, "8.59 : 1"), (0xff0000, 0xffffff, "3.99 : 1"),
        ] as [(UInt32, UInt32, String)])
    func ratiosAreAsOthersHaveThemAndNeverRoundedUp(one: UInt32, other: UInt32, text: String) {
        #expect(ContrastPair(SRGB(hex: one), on: SRGB(hex: other)).ratioText == text)
        #expect(ContrastPair(SRGB(hex: other), on: SRGB(hex: one)).ratioText == text)
    }

    @Test func blackOnWhiteHasTheLargestRatio() {
        #expect(abs(ContrastPair(.black, on: .white).ratio - 21) < 0.000_001)
    }

    @Test func theGradesAreThreeFourAndAHalfAndSeven() {
        let grey = ContrastPair(SRGB(hex: 0x777777), on: .white)
        #expect(grey.passes(.graphics) && !grey.passes(.text) && !grey.passes(.enhanced))
        #expect(ContrastGrade.allCases.map(\.rawValue) == [3, 4.5, 7])
    }

    /// A slow look at each of 4,000 lightnesses in both directions.
    private func model(_ pair: ContrastPair, _ grade: ContrastGrade) -> SRGB? {
        let color = OKLCH(pair.foreground)
        for step in 0...4_000 {
            for lightness in [color.lightness - Double(step) / 4_000, color.lightness + Double(step) / 4_000] {
                let shown = SRGB(
                    OKLCH(lightness: lightness, chroma: color.chroma, hue: color.hue).reduced.displayColor)
                if shown.contrast(with: pair.background) >= grade.rawValue { return shown }
            }
        }
        return nil
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func theNearestThatPassesIsAsNearAsASlowSearchFinds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<120 {
            let pair = ContrastPair(
                SRGB(hex: .random(in: 0...0xffffff, using: &random)),
                on: SRGB(hex: .random(in: 0...0xffffff, using: &random)))
            for grade in ContrastGrade.allCases {
                let (found, expected) = (pair.nearestForeground(for: grade), model(pair, grade))
                #expect((found == nil) == (expected == nil), "\(pair) \(grade)")
                guard let found, let expected else { continue }
                #expect(ContrastPair(found, on: pair.background).passes(grade), "\(pair) \(grade)")
                let own = OKLab(pair.foreground)
                let (distance, least) = (OKLab(found).difference(from: own), OKLab(expected).difference(from: own))
                // Bytes are coarse, and the slow search goes by lightness where this one goes by the look.
                #expect(distance <= least + 0.008, "\(pair) \(grade): \(found) and \(expected)")
                if pair.passes(grade) { #expect(found == pair.foreground) }
            }
        }
    }

    @Test func aHueStaysAndGreyInTheMiddleReachesNoSeven() throws {
        let pair = ContrastPair(SRGB(hex: 0xff6347), on: .white)
        let found = OKLCH(try #require(pair.nearestForeground(for: .text)))
        #expect(abs(found.hue - OKLCH(pair.foreground).hue) < 1.5)
        #expect(found.lightness < OKLCH(pair.foreground).lightness)
        #expect(ContrastPair(.black, on: SRGB(hex: 0x777777)).nearestForeground(for: .enhanced) == nil)
    }

    @Test(arguments: [0, 1, 7]) func aMatrixHasThePairsOfAll(count: Int) {
        var random = SeededGenerator(seed: 4)
        let colors = (0..<count).map { _ in SRGB(hex: .random(in: 0...0xffffff, using: &random)) }
        let matrix = ContrastMatrix(colors)
        for (row, one) in colors.enumerated() {
            for (column, other) in colors.enumerated() {
                #expect(abs(matrix[row, column] - one.contrast(with: other)) < 1e-9)
            }
        }
        for grade in ContrastGrade.allCases {
            var passing = 0
            for row in colors.indices {
                for column in colors.indices.dropFirst(row + 1)
                where ContrastPair(colors[row], on: colors[column]).passes(grade) { passing += 1 }
            }
            #expect(matrix.count(passing: grade) == passing)
        }
    }

    /// A pair of `Tests/Golden/contrast/pairs.json`, to which the matrix on the page comes, too.
    struct Golden: Decodable, Sendable, CustomTestStringConvertible {
        var text: String
        var background: String
        var short: String
        var ratio: String
        var reaches: String?
        var testDescription: String { "\(text) on \(background)" }
    }

    static let golden: [Golden] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Golden/contrast/pairs.json").standardized
        return (try? JSONDecoder().decode([Golden].self, from: Data(contentsOf: file))) ?? []
    }()

    @Test func theGoldenFileIsThere() { #expect(Self.golden.count == 12) }

    @Test(arguments: golden) func aPairComesToWhatTheGoldenFileHas(golden: Golden) throws {
        let colors = [try TypedColor(golden.text).color, try TypedColor(golden.background).color]
        let matrix = ContrastMatrix(colors)
        let ratio = matrix[0, 1]
        #expect(ContrastPair.text(ratio, digits: 1) == golden.short)
        #expect(ContrastPair.text(ratio) == golden.ratio)
        let reaches = ContrastGrade.allCases.last { ratio >= $0.rawValue }
        #expect(reaches.map { ContrastPair.text($0.rawValue, digits: 1) } == golden.reaches)
        let (lighter, darker) = (matrix.luminances.max() ?? 0, matrix.luminances.min() ?? 0)
        #expect((lighter + 0.05) / (darker + 0.05) == ratio)
    }
}
