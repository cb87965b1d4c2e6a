import AviarySnapshots
import AviaryTesting
import Foundation
import Testing

@testable import AviaryServer
@testable import AviaryViews

/// The numbers of `Tests/Golden/layout/frames.json`: what the scene tells of frames, and what the client must come to.
///
/// `AVIARY_RECORD=1` writes them anew; such a run fails.
struct FramesGoldenTests {
    struct Golden: Codable, Equatable {
        var name: String
        var steps: [Step]
    }

    struct Step: Codable, Equatable {
        /// One frame of the wire.
        var told: String
        /// How many items each section has.
        var counts: [Int]
        var height: Double
        /// The position of the first frame, and x, y, width and height of all that are known.
        var first: Int
        var frames: [[Double]]
        /// The sections whose headers are held. Each has its number, its top, its end and the height of its header. The
        /// height of the footer follows where there are footers. Then the left edge and the width follow, where sections
        /// stand side by side.
        var sections: [[Double]]
        /// Top and height of a rectangle, and the positions in it.
        var rects: [[Double]]
        /// A position, and where the arrows lead from it: up, down, left and right; at the edge of the content nowhere.
        var neighbours: [[Int?]]
        /// A position, and the middle of its line.
        var middles: [[Int]]
    }

    private static let layouts: [(String, any CollectionViewLayout)] = [
        ("justified", JustifiedLayout(rowHeight: 100, spacing: 4, sectionInset: (8, 6), headerHeight: 40)),
        (
            "justified side by side",
            JustifiedLayout(
                rowHeight: 100, spacing: 4, sectionInset: (8, 6), headerHeight: 40, footerHeight: 16,
                minimumSectionWidth: 90, sectionSpacing: 12)
        ),
        ("justified without headers", JustifiedLayout(rowHeight: 60)),
        ("flow", SizedFlowLayout(minimumLineSpacing: 5, minimumInteritemSpacing: 3, headerHeight: 30)),
        ("list", ListLayout(rowHeight: .ofItem, minimumLineSpacing: 1, headerHeight: 20)),
        ("flow with footers", SizedFlowLayout(minimumLineSpacing: 5, headerHeight: 30, footerHeight: 18)),
        (
            "flow to the right",
            SizedFlowLayout(
                minimumLineSpacing: 5, minimumInteritemSpacing: 3, sectionInset: (8, 6), headerHeight: 30,
                scrollDirection: .horizontal)
        ),
        (
            "self-sizing list",
            ListLayout(
                estimatedHeight: 70, minimumLineSpacing: 3, sectionInset: (8, 6), headerHeight: 20, footerHeight: 12)
        ),
    ]

    private func steps(of layout: any CollectionViewLayout, seed: UInt64) async throws -> [Step] {
        var random = SeededGenerator(seed: seed)
        var sections = (0..<8).map { section in
            (section, Array(section * 100..<section * 100 + Int.random(in: 0...40, using: &random)))
        }
        let snapshot = { (sections: [(Int, [Int])]) in
            ListSnapshot(uniqueSections: sections).sized { item in
                ItemSize(width: Float(40 + item * 37 % 160), height: Float(30 + item * 53 % 120))
            }
        }
        let grid = CollectionView<Int>(layout: layout)
        grid.recordChanges()
        grid.register(CellTemplate("Cell", outlets: []))
        let source = DiffableDataSource<Int>(snapshot(sections)) { _, _ in }
        grid.dataSource = source
        func scroll(to rect: ContentRect) async throws {
            try await grid.scroll(to: rect.transposed(layout.scrollDirection))
        }
        var steps: [Step] = []
        for number in 0..<6 {
            _ = grid.takeChanges()
            switch number {
            case 0: try await scroll(to: ContentRect(width: 400, height: 200))
            case 1, 3:
                try await scroll(
                    to: ContentRect(y: .random(in: 300...900, using: &random).rounded(), width: 400, height: 200))
            case 2:
                sections[1].1.removeFirst(min(3, sections[1].1.count))
                sections[2].1.insert(5_000, at: 0)
                source.apply(snapshot(sections))
            case 4:
                try await scroll(to: ContentRect(y: grid.geometry.contentHeight - 200, width: 400, height: 200))
            default: try await scroll(to: ContentRect(y: 400, width: 333, height: 200))
            }
            if grid.geometry is SelfSizingGeometry {
                let heights = grid.held.filter { $0 % 3 != number % 3 }.map { item in
                    ("\(item)", Double(Int.random(in: 1...300, using: &random)))
                }
                try await grid.measure(
                    Dictionary(uniqueKeysWithValues: heights), version: grid.viewport.layoutVersion)
            }
            let changes = grid.takeChanges().filter { if case .mode = $0 { false } else { true } }
            let told = changes.map { SceneMessage.collection(name: "grid", $0) }
            steps.append(step(of: grid, told: SceneMessage.packet(told), sections.map(\.1.count)))
        }
        return steps
    }

    private func step(of grid: CollectionView<Int>, told: String, _ counts: [Int]) -> Step {
        let direction = grid.layout.scrollDirection
        let (geometry, known) = (grid.geometry, grid.told?.positions ?? 0..<0)
        let rect = grid.visibleRect.transposed(direction)
        // The arrows are those of the screen.
        let arrows: [LayoutDirection] =
            direction == .vertical ? [.up, .down, .left, .right] : [.left, .right, .up, .down]
        let frames = known.map { geometry.frame(at: $0).whole }
        return Step(
            told: told, counts: geometry.hasHeaders ? counts : [counts.reduce(0, +)],
            height: geometry.contentHeight.wholePoint, first: known.lowerBound,
            frames: frames.map { [$0.x, $0.y, $0.width, $0.height] },
            sections: grid.supplementary.sections.map { section in
                let (frame, header) = (
                    geometry.sectionFrame(at: section).whole, geometry.headerFrame(at: section).whole
                )
                let footer = geometry.hasFooters ? [geometry.footerFrame(at: section).whole.height] : []
                return [Double(section), frame.y, frame.y + frame.height, header.height] + footer
                    + (geometry.hasSectionsSideBySide ? [frame.x, frame.width] : [])
            },
            rects: stride(from: max(0, rect.y - 150), to: rect.y + 300, by: 37).compactMap { y in
                let touching = frames.indices.filter { frames[$0].y < y + 90 && frames[$0].y + frames[$0].height > y }
                guard let first = touching.first, let last = touching.last else { return nil }
                return [y, 90, Double(known.lowerBound + first), Double(known.lowerBound + last + 1)]
            },
            neighbours: grid.window.map { position in
                [position] + arrows.map { geometry.neighbour($0, of: position) }
            },
            middles: grid.window.map { [$0, geometry.middle(ofLineAt: $0)] })
    }

    @Test func theScreenComesToTheFramesOfTheView() async throws {
        var computed: [Golden] = []
        for (number, (name, layout)) in Self.layouts.enumerated() {
            computed.append(Golden(name: name, steps: try await steps(of: layout, seed: UInt64(number))))
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Golden/layout/frames.json").standardized
        if ProcessInfo.processInfo.environment["AVIARY_RECORD"] != nil {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            let lines = try computed.map { golden in
                let steps = try golden.steps.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
                return "{\"name\":\"\(golden.name)\",\"steps\":[\n\(steps.joined(separator: ",\n"))\n]}"
            }
            try Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8).write(to: file)
            Issue.record("Recorded \(file.path); look at the difference, then run without AVIARY_RECORD.")
            return
        }
        #expect(try JSONDecoder().decode([Golden].self, from: Data(contentsOf: file)) == computed)
    }
}
