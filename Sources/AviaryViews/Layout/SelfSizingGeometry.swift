import AviarySnapshots

/// The frames of a list whose cells have the heights of their content.
///
/// It is a lattice of one column, plus the differences of the heights that were measured. So it takes O(*m*) memory for
/// *m* measured heights among any number of items.
package struct SelfSizingGeometry: Sendable {
    /// The frames that the items would have if all were as high as those that were not measured.
    private let lattice: Lattice
    private let heights: MeasuredHeights

    /// - Parameter lattice: One column, whose vertical lengths are whole points.
    init(_ lattice: Lattice, _ heights: MeasuredHeights) { (self.lattice, self.heights) = (lattice, heights) }

    /// The height of the items that were not measured.
    package var standIn: Double { lattice.height }

    /// The difference that the measured items before a position make.
    private func excess(before position: Int) -> Double { heights.excess(before: position, over: lattice.height) }

    /// The top of a section. The section after the last begins at the end of the content.
    private func offset(ofSection section: Int) -> Double {
        lattice.offset(ofSection: section) + excess(before: lattice.sections?.starts[section] ?? 0)
    }

    private func section(at y: Double) -> Int { lattice.sections?.last { offset(ofSection: $0) <= y } ?? 0 }
}

extension SelfSizingGeometry: LayoutGeometry {
    package var contentHeight: Double { lattice.contentHeight + excess(before: lattice.count) }

    package func frame(at position: Int) -> ContentRect {
        var frame = lattice.frame(at: position)
        frame.y += excess(before: position)
        frame.height = heights[position] ?? frame.height
        return frame
    }

    package func positions(in rect: ContentRect) -> Range<Int> {
        guard rect.height > 0 else { return 0..<0 }
        let from = partitionPoint(lattice.count) {
            let frame = frame(at: $0)
            return frame.y + frame.height <= rect.y
        }
        let to = partitionPoint(lattice.count) { frame(at: $0).y < rect.y + rect.height }
        return from..<max(from, to)
    }

    package func neighbour(_ direction: LayoutDirection, of position: Int) -> Int? {
        lattice.neighbour(direction, of: position)
    }

    package var hasHeaders: Bool { lattice.hasHeaders }
    package var hasFooters: Bool { lattice.hasFooters }
    package var pinsHeaders: Bool { lattice.pinsHeaders }
    package var pinsFooters: Bool { lattice.pinsFooters }

    package func sections(in rect: ContentRect) -> Range<Int> {
        guard let sections = lattice.sections, sections.count > 0 else { return 0..<0 }
        return section(at: rect.y)..<section(at: rect.y + rect.height) + 1
    }

    package func sectionFrame(at section: Int) -> ContentRect {
        var frame = lattice.sectionFrame(at: section)
        frame.y = offset(ofSection: section)
        frame.height = offset(ofSection: section + 1) - frame.y
        return frame
    }

    package func headerFrame(at section: Int) -> ContentRect {
        var frame = lattice.headerFrame(at: section)
        frame.y = offset(ofSection: section)
        return frame
    }

    package func footerFrame(at section: Int) -> ContentRect {
        var frame = lattice.footerFrame(at: section)
        frame.y = offset(ofSection: section + 1) - frame.height
        return frame
    }
}
