/// The frames of a uniform layout, as a formula: cells of one size in rows with a fixed number of columns.
///
/// A frame takes O(1), or O(log *s*) with *s* sections, for any number of items. So only the lattice is sent to the
/// screen, and the screen computes all frames itself. Each section begins on a new line below its header.
///
///     ┌ header ─────┐
///     │ a b c       │   y above and below the cells of a section, nothing around an empty one
///     │ d           │
///     ├ footer ─────┤   at the end of each section, where sections have footers
///     ├ header ─────┤
package struct Lattice: Hashable, Sendable {
    /// The number of items.
    package var count: Int
    /// The top left corner of the first cell. The content has the same inset at its end.
    package var x: Double
    package var y: Double
    /// The distance from one cell to the next, and from one row to the next.
    package var pitchX: Double
    package var pitchY: Double
    package var width: Double
    package var height: Double
    /// At least 1.
    package var columns: Int
    /// The height of a section's header, and the additional height of an empty section's header.
    package var headerHeight = 0.0
    package var emptyHeight = 0.0
    /// The height of a section's footer.
    package var footerHeight = 0.0
    /// The scroll direction. If it is horizontal, the lattice is transposed.
    package var scrollDirection = ScrollDirection.vertical
    /// True if a header stays in view for as long as its section does; `pinsFooters` says the same of footers.
    package var pinsHeaders = true
    package var pinsFooters = false
    /// The sections, if they have headers or footers; otherwise all items form one run of lines.
    package var sections: SectionTable?

    package init(
        x: Double, y: Double, pitchX: Double, pitchY: Double, width: Double, height: Double, columns: Int, count: Int
    ) {
        self.x = x
        self.y = y
        self.pitchX = pitchX
        self.pitchY = pitchY
        self.width = width
        self.height = height
        self.columns = columns
        self.count = count
    }

    /// The items of one section, or all items, and the top of their first row.
    private struct Run {
        var items: Range<Int>
        var top: Double

        /// The position at which a row begins, or the end of the items if there is no such row.
        func position(_ row: Double, _ columns: Int) -> Int {
            let rows = (items.count + columns - 1) / columns
            return min(items.upperBound, items.lowerBound + (row > 0 ? Int(min(row, Double(rows))) : 0) * columns)
        }
    }

    private func run(at y: Double) -> Run {
        guard let sections else { return Run(items: 0..<count, top: self.y) }
        let section = section(at: y)
        return Run(items: sections.items(in: section), top: offset(ofSection: section) + headerHeight + self.y)
    }

    /// The index in its section of the item at a position, and the top of that section's first row.
    private func line(of position: Int) -> (index: Int, top: Double) {
        guard let sections else { return (position, y) }
        let section = sections.section(at: position)
        return (position - sections.starts[section], offset(ofSection: section) + headerHeight + y)
    }

    /// The top of a section. The section after the last begins at the end of the content.
    ///
    /// This is one formula instead of a running sum, so that the screen gets exactly the same result.
    package func offset(ofSection section: Int) -> Double {
        guard let sections else { return 0 }
        let filled = sections.filled[section]
        return Double(section) * (headerHeight + footerHeight) + Double(section - filled) * emptyHeight
            + Double(filled) * (2 * y - (pitchY - height)) + Double(sections.lines[section]) * pitchY
    }

    private func section(at y: Double) -> Int { sections?.last { offset(ofSection: $0) <= y } ?? 0 }

    /// The width of the content with its insets.
    private var contentWidth: Double { 2 * x + Double(columns) * pitchX - (pitchX - width) }
}

extension Lattice: LayoutGeometry {
    package func frame(at position: Int) -> ContentRect {
        let (index, top) = line(of: position)
        return ContentRect(
            x: x + Double(index % columns) * pitchX, y: top + Double(index / columns) * pitchY, width: width,
            height: height)
    }

    package var contentHeight: Double {
        if let sections { return offset(ofSection: sections.count) }
        let rows = (count + columns - 1) / columns
        return rows == 0 ? 2 * y : 2 * y + Double(rows) * pitchY - (pitchY - height)
    }

    package func positions(in rect: ContentRect) -> Range<Int> {
        guard count > 0, rect.height > 0 else { return 0..<0 }
        let (first, last) = (run(at: rect.y), run(at: rect.y + rect.height))
        // From the first row that ends below the top edge to the last that begins above the bottom edge.
        let from = first.position(((rect.y - first.top - height) / pitchY).rounded(.down) + 1, columns)
        let to = last.position(((rect.y + rect.height - last.top) / pitchY).rounded(.up), columns)
        return from..<max(from, to)
    }

    package var hasHeaders: Bool { sections != nil }
    package var hasFooters: Bool { footerHeight > 0 }

    package func middle(ofLineAt position: Int) -> Int { position + columns / 2 }

    package func neighbour(_ direction: LayoutDirection, of position: Int) -> Int? {
        switch direction {
        case .left: position > 0 ? position - 1 : nil
        case .right: position + 1 < count ? position + 1 : nil
        case .up: neighbour(of: position, lines: -1)
        case .down: neighbour(of: position, lines: 1)
        }
    }

    private func neighbour(of position: Int, lines: Int) -> Int? {
        let sections = sections ?? SectionTable(counts: [count], columns: columns)
        let section = sections.section(at: position)
        let index = position - sections.starts[section]
        let line = sections.lines[section] + index / columns + lines
        guard (0..<sections.lines[sections.count]).contains(line) else { return nil }
        let next = sections.last { sections.lines[$0] <= line }
        let items = sections.items(in: next)
        return min(
            items.upperBound - 1,
            items.lowerBound + (line - sections.lines[next]) * columns + index % columns)
    }

    package func sections(in rect: ContentRect) -> Range<Int> {
        guard let sections, sections.count > 0 else { return 0..<0 }
        return section(at: rect.y)..<section(at: rect.y + rect.height) + 1
    }

    package func sectionFrame(at section: Int) -> ContentRect {
        let top = offset(ofSection: section)
        return ContentRect(y: top, width: contentWidth, height: offset(ofSection: section + 1) - top)
    }

    package func headerFrame(at section: Int) -> ContentRect {
        let isEmpty = sections?.items(in: section).isEmpty == true
        return ContentRect(
            y: offset(ofSection: section), width: contentWidth, height: headerHeight + (isEmpty ? emptyHeight : 0))
    }

    package func footerFrame(at section: Int) -> ContentRect {
        ContentRect(y: offset(ofSection: section + 1) - footerHeight, width: contentWidth, height: footerHeight)
    }
}
