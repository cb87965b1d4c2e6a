import AviarySnapshots
import AviaryTesting
import AviaryViews

/// Measures layouts: rows of photographs with 1,000,000 ratios in 1,000 sections.
struct ViewsBench {
    private static let (sections, items) = (1_000, 1_000)
    private let layout = JustifiedLayout(rowHeight: 200, spacing: 4, headerHeight: 40)
    private let ratios: [Float] = {
        var generator = SeededGenerator(seed: 1)
        return (0..<sections * items + 1_000).map { _ in .random(in: 0.5...2, using: &generator) }
    }()

    func run() throws {
        var list = ListSnapshot<Int, Int>().sized { [ratios] in ItemSize(ratio: ratios[$0]) }
        try list.appendSections(Array(0..<Self.sections))
        for section in 0..<Self.sections {
            let first = section * Self.items
            try list.appendItems(Array(first..<first + Self.items), toSection: section)
        }
        var first: [Double] = []
        var geometry: (any LayoutGeometry)?
        for _ in 0..<5 {
            var shown = 0.0
            first.append(
                seconds {
                    let next = layout.geometry(of: LayoutList(list), width: 1_280, after: nil)
                    shown = height(ofFramesIn: next)
                    geometry = next
                })
            precondition(shown > 0, "The first frames have a height")
        }
        Figure(name: "views.justified.first_ms", value: first.median * 1e3, unit: "ms").show()

        var edits: [Double] = []
        guard var geometry else { return }
        for number in 0..<100 {
            var next = list
            // Alternately, one section gets an item, and another one loses an item.
            if number % 2 == 0 {
                try next.insertItems([Self.sections * Self.items + number], beforeItem: number * 9_000 + 500)
            } else {
                next.deleteItems([number * 9_000 + 700])
            }
            let changeset = Changeset(from: list, to: next)
            var shown = 0.0
            edits.append(
                seconds {
                    let edit = LayoutEdit(changeset, sectionsBefore: list.numberOfSections)
                    geometry = layout.geometry(
                        of: LayoutList(next), width: 1_280, after: (geometry: geometry, edit: edit))
                    shown = height(ofFramesIn: geometry)
                })
            precondition(shown > 0, "The frames behind an edit have a height")
            list = next
        }
        Figure(name: "views.justified.edit_us", value: edits.median * 1e6, unit: "us").show()
    }

    /// Finds the frames of a screen in the middle of the content.
    private func height(ofFramesIn geometry: any LayoutGeometry) -> Double {
        let rect = ContentRect(y: geometry.contentHeight / 2, width: 1_280, height: 800)
        return geometry.positions(in: rect).reduce(0) { $0 + geometry.frame(at: $1).height }
    }
}
