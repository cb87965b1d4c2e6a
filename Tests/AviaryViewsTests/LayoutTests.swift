import AviaryTesting
import AviaryViews
import Foundation
import Testing

struct LayoutTests {
    @Test(
        arguments: [
            (390, 3), (320, 3), (430, 3), (559, 3), (560, 4), (820, 5), (1440, 10), (1, 3), (0, 3),
        ] as [(Double, Int)])
    func adaptiveColumnsFillTheWidth(width: Double, columns: Int) {
        let lattice = FlowLayout(columns: .adaptive(minimum: 140, atLeast: 3)).lattice(width: width, sections: [])
        #expect(lattice.columns == columns)
        #expect(abs(lattice.width * Double(columns) - max(width, 3)) < 0.001)
        #expect(lattice.height == lattice.width)
    }

    @Test(
        arguments: [
            (390, 4, 10), (366, 4, 2), (365, 3, 47.5), (1440, 15, 90.0 / 14), (182, 2, 2), (90, 1, 0), (60, 1, 0),
        ] as [(Double, Int, Double)])
    func cellsOfAWidthOfTheirOwnShareWhatIsLeftOver(width: Double, columns: Int, gap: Double) {
        let layout = FlowLayout(columns: .sized(90), minimumLineSpacing: 2, minimumInteritemSpacing: 2)
        let lattice = layout.lattice(width: width, sections: [])
        #expect(lattice.columns == columns)
        #expect(lattice.width == min(90, width) && lattice.height == lattice.width)
        if columns > 1 { #expect(abs(lattice.pitchX - 90 - gap) < 0.001) }
        // The last one of a full row ends where the room does.
        #expect(abs(lattice.frame(at: columns - 1).x + lattice.width - width) < 0.001)
    }

    @Test(
        arguments: [
            (390, 90, 4), (1_080, 90, 11), (1_440, 120, 11), (2_160, 180, 11), (2_560, 180, 14), (60, 60, 1),
        ] as [(Double, Double, Int)])
    func cellsGrowWithTheWidthUpToTheirLargest(width: Double, side: Double, columns: Int) {
        let layout = FlowLayout(columns: .sized(90, atMost: 180), minimumInteritemSpacing: 2)
        let lattice = layout.lattice(width: width, sections: [])
        #expect(lattice.width == side && lattice.height == side && lattice.columns == columns)
        #expect(columns == 1 || abs(lattice.frame(at: columns - 1).x + side - width) < 0.001)
        #expect(FlowLayout(columns: .sized(90, atMost: .nan)).lattice(width: width, sections: []).width.isFinite)
    }

    @Test(
        arguments: [
            (0.5, 2), (2, 0.5), (0, 1), (-3, 1), (.nan, 1), (.infinity, 1), (-.infinity, 1),
            (.leastNonzeroMagnitude, 10), (1e300, 0.1),
        ] as [(Double, Double)])
    func aRatioThatNoCellCanHaveIsBounded(ratio: Double, heights: Double) {
        for direction in [ScrollDirection.vertical, .horizontal] {
            let lattice = FlowLayout(columns: .fixed(1), itemSize: .aspectRatio(ratio), scrollDirection: direction)
                .lattice(width: 100, sections: [9])
            #expect(abs(lattice.height - (direction == .vertical ? 100 * heights : 100 / heights)) < 0.001)
            #expect(lattice.contentHeight.isFinite)
        }
    }

    @Test func spacingAndInsetsStandBetweenAndAroundTheCells() {
        let layout = FlowLayout(
            columns: .fixed(2), itemSize: .height(50), minimumLineSpacing: 10, minimumInteritemSpacing: 20,
            sectionInset: (horizontal: 5, vertical: 7))
        let lattice = layout.lattice(width: 130, sections: [3])
        #expect(lattice.frame(at: 0) == ContentRect(x: 5, y: 7, width: 50, height: 50))
        #expect(lattice.frame(at: 3) == ContentRect(x: 75, y: 67, width: 50, height: 50))
        #expect(lattice.contentHeight == 7 + 50 + 10 + 50 + 7)
        #expect(layout.lattice(width: 130, sections: []).contentHeight == 14)
    }

    @Test(arguments: 0..<50) func positionsInARectAreThoseOfTheRowsThatTouchIt(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let layout = FlowLayout(
                columns: .fixed(.random(in: 1...7, using: &random)),
                itemSize: .height(.random(in: 1...60, using: &random)),
                minimumLineSpacing: .random(in: 0...9, using: &random),
                sectionInset: (horizontal: 0, vertical: .random(in: 0...20, using: &random)))
            let count = Int.random(in: 0...90, using: &random)
            let lattice = layout.lattice(width: 300, sections: [count])
            let rect = ContentRect(
                y: .random(in: -100...900, using: &random), width: 300, height: .random(in: 0.5...400, using: &random))
            let touching = (0..<count).filter {
                let frame = lattice.frame(at: $0)
                return frame.y < rect.y + rect.height && frame.y + frame.height > rect.y
            }
            #expect(Array(lattice.positions(in: rect)) == touching, "seed \(seed)")
        }
    }

    /// The numbers of `Tests/Golden/layout/sections.json` and `footers.json`, which the client has to come to as well, by
    /// itself.
    ///
    /// `AVIARY_RECORD=1` writes them anew; such a run fails.
    @Test(arguments: ["sections", "footers"]) func sectionsAreWhereTheGoldenFileHasThem(name: String) throws {
        struct Golden: Codable, Equatable {
            var lattice: [Double]
            /// The height of footers, and whether they are pinned.
            var footer: Double?
            var isPinned: Bool?
            var counts: [Int]
            var height: Int
            /// Left, top, right and bottom, in whole points.
            var frames: [[Int]]
            var offsets: [Int]
            /// Top and height of a rectangle, and the positions in it.
            var rects: [[Double]]
            /// Where the arrows lead from each item: up, down, left and right; at the edge of the content nowhere.
            var neighbours: [[Int?]]
        }
        func whole(_ value: Double) -> Int { Int((value + 1e-6 + 0.5).rounded(.down)) }
        var random = SeededGenerator(seed: 1)
        // The last ones have footers alone.
        let computed = (0..<(name == "footers" ? 32 : 24)).map { number in
            let layout = FlowLayout(
                columns: .fixed(.random(in: 1...5, using: &random)),
                itemSize: Bool.random(using: &random) ? .square : .height(.random(in: 10...60, using: &random)),
                minimumLineSpacing: Double(Int.random(in: 0...9, using: &random)),
                minimumInteritemSpacing: Double(Int.random(in: 0...9, using: &random)),
                sectionInset: (horizontal: 7, vertical: Double(Int.random(in: 0...20, using: &random))),
                headerHeight: number < 24 ? .random(in: 1...50, using: &random) : 0,
                footerHeight: name == "footers" ? .random(in: 1...70, using: &random) : 0,
                emptySectionHeight: Double(Int.random(in: 0...1, using: &random) * 40))
            let counts = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                max(0, Int.random(in: -3...13, using: &random))
            }
            let lattice = layout.lattice(width: .random(in: 100...400, using: &random), sections: counts)
            let count = counts.reduce(0, +)
            return Golden(
                lattice: [
                    lattice.x, lattice.y, lattice.pitchX, lattice.pitchY, lattice.width, lattice.height,
                    Double(lattice.columns), lattice.headerHeight, lattice.emptyHeight,
                ], footer: lattice.hasFooters ? lattice.footerHeight : nil,
                isPinned: lattice.hasFooters ? counts.count % 2 == 0 : nil, counts: counts,
                height: whole(lattice.contentHeight),
                frames: (0..<count).map { position in
                    let frame = lattice.frame(at: position)
                    return [frame.x, frame.y, frame.x + frame.width, frame.y + frame.height].map(whole)
                }, offsets: (0...counts.count).map { whole(lattice.offset(ofSection: $0)) },
                rects: (0..<20).map { _ in
                    let y = Double(Int.random(in: 0...900, using: &random))
                    let height = Double(Int.random(in: 1...400, using: &random))
                    let inside = lattice.positions(in: ContentRect(y: y, width: 300, height: height))
                    return [y, height, Double(inside.lowerBound), Double(inside.upperBound)]
                },
                neighbours: (0..<count).map { position in
                    LayoutDirection.allCases.map { lattice.neighbour($0, of: position) }
                })
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Golden/layout/\(name).json").standardized
        if ProcessInfo.processInfo.environment["AVIARY_RECORD"] != nil {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            let lines = try computed.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
            try Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8).write(to: file)
            Issue.record("Recorded \(file.path); look at the difference, then run without AVIARY_RECORD.")
            return
        }
        #expect(try JSONDecoder().decode([Golden].self, from: Data(contentsOf: file)) == computed)
    }

    @Test(arguments: 0..<50) func positionsInARectOfSectionsAreThoseOfTheRowsThatTouchIt(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let layout = FlowLayout(
                columns: .fixed(.random(in: 1...5, using: &random)),
                itemSize: .height(.random(in: 1...60, using: &random)),
                minimumLineSpacing: .random(in: 0...9, using: &random),
                sectionInset: (horizontal: 0, vertical: .random(in: 0...20, using: &random)),
                headerHeight: .random(in: 1...50, using: &random),
                footerHeight: .random(in: 0...1, using: &random) * 30,
                emptySectionHeight: .random(in: 0...30, using: &random))
            let counts = (0..<Int.random(in: 0...7, using: &random)).map { _ in
                max(0, Int.random(in: -3...13, using: &random))
            }
            let lattice = layout.lattice(width: 300, sections: counts)
            let count = counts.reduce(0, +)
            let rect = ContentRect(
                y: .random(in: -100...1_500, using: &random), width: 300,
                height: .random(in: 0.5...400, using: &random))
            let touching = (0..<count).filter {
                let frame = lattice.frame(at: $0)
                return frame.y < rect.y + rect.height && frame.y + frame.height > rect.y
            }
            #expect(Array(lattice.positions(in: rect)) == touching, "seed \(seed)")
            // An arrow leads where the nearest frame of the next line is, column by column.
            for position in 0..<count {
                let frame = lattice.frame(at: position)
                let below = (0..<count).filter { lattice.frame(at: $0).y > frame.y }
                let line = below.first.map { first in
                    below.filter { lattice.frame(at: $0).y == lattice.frame(at: first).y }
                }
                let next = line?.last { lattice.frame(at: $0).x <= frame.x }
                #expect(lattice.neighbour(.down, of: position) == next, "seed \(seed)")
                if let next {
                    let back = lattice.neighbour(.up, of: next)
                    #expect(back.map { lattice.frame(at: $0).y } == frame.y, "seed \(seed)")
                }
                #expect(lattice.neighbour(.left, of: position) == (position > 0 ? position - 1 : nil))
                #expect(lattice.neighbour(.right, of: position) == (position + 1 < count ? position + 1 : nil))
            }
            // Each section begins where the one before it ends, and its items stand between its header and its end.
            var y = 0.0
            var position = 0
            for (section, size) in counts.enumerated() {
                #expect(abs(lattice.offset(ofSection: section) - y) < 1e-6, "seed \(seed)")
                if size > 0 {
                    #expect(abs(lattice.frame(at: position).y - (y + lattice.headerHeight + lattice.y)) < 1e-6)
                    let last = lattice.frame(at: position + size - 1)
                    y = last.y + last.height + lattice.y
                } else {
                    y += lattice.headerHeight + lattice.emptyHeight
                }
                // The footer is what remains of it.
                let footer = lattice.footerFrame(at: section)
                #expect(abs(footer.y - y) < 1e-6 && footer.height == lattice.footerHeight, "seed \(seed)")
                y += lattice.footerHeight
                position += size
            }
            #expect(abs(lattice.contentHeight - y) < 1e-6, "seed \(seed)")
        }
    }

    @Test func hugeListsAreComputedNotWalked() {
        let count = 1_000_000_000
        let lattice = FlowLayout(columns: .fixed(3)).lattice(width: 390, sections: [count])
        let end = lattice.contentHeight
        let last = lattice.positions(in: ContentRect(y: end - 700, width: 390, height: 700))
        #expect(last.upperBound == count && last.count == 16)
    }
}
