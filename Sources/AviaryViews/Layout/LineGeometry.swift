import AviarySnapshots

/// The frames of a layout whose items have sizes of their own: lines of items, section below section.
///
/// It stores a few numbers for each line of a section. The frames in a line are computed from the sizes of its items,
/// which the list has. So 1,000,000 items in lines of five take 2.4 MB, and an edit lays out only the sections that it
/// affects.
///
///     ┌ header ──────────┐
///     │ a  b    c        │   insets are added around the lines of a section, and none around an empty section
///     │ d     e          │
///     ├ footer ──────────┤
///     ├ header ──────────┤
package struct LineGeometry: Sendable {
    let style: LineStyle
    let width: Double
    private let list: LayoutList
    private let sections: [SectionLines]
    /// The number of items before each section; the last entry counts all items.
    private let starts: [Int]
    /// The y at which each section begins; the last entry is the end of the content. Sections beside each other begin at
    /// the same y.
    private let offsets: [Double]
    /// The x at which each section begins: 0 for the first of those beside each other. Empty if no section may stand
    /// beside another.
    private let lefts: [Double]

    /// - Complexity: O(*n*) for the items of sections that are not kept, and O(*s*) for *s* sections.
    init(
        _ style: LineStyle, of list: LayoutList, width: Double,
        after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) {
        (self.style, self.list, self.width) = (style, list, width)
        // Before the width is known there are no frames.
        let counts = width <= 0 ? [] : style.sections.isSectioned ? list.sectionCounts : [list.numberOfItems]
        var (sections, starts, offsets, lefts) = ([SectionLines](), [0], [Double](), [Double]())
        sections.reserveCapacity(counts.count)
        starts.reserveCapacity(counts.count + 1)
        offsets.reserveCapacity(counts.count + 1)
        var (bottom, right) = (0.0, 0.0)
        var kept = KeptSections(previous, style, width, count: counts.count)
        for (section, count) in counts.enumerated() {
            let items = starts[section]..<starts[section] + count
            let (lines, height) =
                kept.next(section, count: count) ?? Self.laidOut(Self.sizes(of: list, in: items, style), style, width)
            sections.append(lines)
            starts.append(items.upperBound)
            let left = lines.left(in: style, after: right, of: width)
            let top = left == nil ? bottom : offsets[section - 1]
            offsets.append(top)
            bottom = max(bottom, top + height)
            guard style.beside != nil else { continue }
            lefts.append(left ?? 0)
            right = (left ?? 0) + lines.width(in: style, of: width)
        }
        offsets.append(bottom)
        (self.sections, self.starts, self.offsets, self.lefts) = (sections, starts, offsets, lefts)
    }

    /// The number of items that have frames; 0 before the width is known.
    package var count: Int { starts[sections.count] }

    /// The sizes of items, transposed for the direction of the style.
    private static func sizes(of list: LayoutList, in items: Range<Int>, _ style: LineStyle) -> [ItemSize] {
        let sizes = list.sizes(in: items)
        let direction = style.sections.scrollDirection
        return direction == .vertical ? sizes : sizes.map { $0.transposed(direction) }
    }

    private static func laidOut(
        _ sizes: [ItemSize], _ style: LineStyle, _ width: Double
    ) -> (lines: SectionLines, height: Double) {
        let lines = SectionLines(sizes, style, width: width)
        return (lines, lines.height(in: style))
    }

    /// A section and its height; `nil` if it has another number of items. Does not read the lines, which lie far apart
    /// in memory.
    private func section(_ section: Int, ifItHas count: Int) -> (lines: SectionLines, height: Double)? {
        guard starts[section + 1] - starts[section] == count else { return nil }
        guard lefts.isEmpty else { return (sections[section], sections[section].height(in: style)) }
        // The difference is exact for a section with items, because its height is a multiple of 0.25, which a double
        // stores exactly.
        return (sections[section], offsets[section + 1] - offsets[section])
    }

    /// The sections of the previous geometry that an edit left unchanged.
    private struct KeptSections {
        private let previous: LineGeometry?
        private let edit: LayoutEdit
        // These are arrays, because each look-up in a set computes a hash.
        private let isChanged: [Bool]
        private let isDeleted: [Bool]
        private let isInserted: [Bool]
        private var read = 0

        init(
            _ previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?, _ style: LineStyle, _ width: Double,
            count: Int
        ) {
            func marks(_ sections: Set<Int>, among count: Int) -> [Bool] {
                var marks = Array(repeating: false, count: count)
                for section in sections where marks.indices.contains(section) { marks[section] = true }
                return marks
            }
            let geometry = previous?.geometry as? LineGeometry
            let kept = geometry?.style == style && geometry?.width == width ? geometry : nil
            self.previous = kept
            edit = previous?.edit ?? LayoutEdit()
            isChanged = marks(edit.changedSections, among: kept == nil ? 0 : count)
            isInserted = marks(edit.insertedSections, among: kept == nil ? 0 : count)
            isDeleted = marks(edit.deletedSections, among: kept?.sections.count ?? 0)
        }

        mutating func next(_ section: Int, count: Int) -> (lines: SectionLines, height: Double)? {
            guard let previous else { return nil }
            // Without headers and footers all items form one section.
            if !previous.style.sections.isSectioned {
                return edit == LayoutEdit() && !previous.sections.isEmpty ? previous.section(0, ifItHas: count) : nil
            }
            if isInserted[section] { return nil }
            while read < isDeleted.count, isDeleted[read] { read += 1 }
            defer { read += 1 }
            guard previous.sections.indices.contains(read), !isChanged[section] else { return nil }
            return previous.section(read, ifItHas: count)
        }
    }

    /// The number of sections that this geometry shares with another one, because they were not laid out again. For
    /// tests.
    package func sharedSections(with other: LineGeometry) -> Int {
        let others = Set(other.sections.map(ObjectIdentifier.init))
        return sections.count { others.contains(ObjectIdentifier($0)) }
    }
}

// MARK: - Lines

extension LineGeometry {
    /// One line: its items, as positions in the list, and its edges in content coordinates.
    private struct Line {
        var items: Range<Int>
        var left: Double
        var top: Double
        var height: Double
    }

    /// The sections beside a section, with the section itself.
    private func band(of section: Int) -> Range<Int> {
        guard !lefts.isEmpty else { return section..<section + 1 }
        var (first, end) = (section, section + 1)
        while lefts[first] > 0 { first -= 1 }
        while end < sections.count, lefts[end] > 0 { end += 1 }
        return first..<end
    }

    /// The part of the content that a section takes.
    private func extent(of section: Int) -> ContentRect {
        let (top, bottom) = (offsets[section], offsets[band(of: section).upperBound])
        guard !lefts.isEmpty else { return ContentRect(y: top, width: width, height: bottom - top) }
        let own = sections[section].width(in: style, of: width)
        return ContentRect(x: lefts[section], y: top, width: own, height: bottom - top)
    }

    private func section(of position: Int) -> Int { partitionPoint(sections.count) { starts[$0 + 1] <= position } }

    private func section(at y: Double) -> Int {
        max(0, min(sections.count, partitionPoint(sections.count) { offsets[$0] <= y }) - 1)
    }

    /// The top of a section's first line.
    private func top(ofLinesIn section: Int) -> Double {
        offsets[section] + style.sections.headerHeight + style.sections.verticalInset
    }

    private func line(_ number: Int, in section: Int) -> Line {
        let lines = sections[section]
        let items = lines.items(in: number)
        return Line(
            items: starts[section] + items.lowerBound..<starts[section] + items.upperBound,
            left: lefts.isEmpty ? 0 : lefts[section],
            top: top(ofLinesIn: section) + lines.top(ofLine: number),
            height: lines.top(ofLine: number + 1) - lines.top(ofLine: number) - style.lineSpacing)
    }

    /// The section of an item, and the index of its line there.
    private func number(ofLineAt position: Int) -> (section: Int, line: Int) {
        let section = section(of: position)
        let index = position - starts[section]
        return (section, sections[section].line(of: index))
    }

    private func frames(in line: Line) -> [ContentRect] {
        style.frames(Self.sizes(of: list, in: line.items, style), line.left, line.top, line.height, width)
    }

    /// The frames at a range of positions. A line is computed once for all of its items.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* items, and for the other items of the first and the last line.
    func frames(at positions: Range<Int>) -> [ContentRect] {
        var result: [ContentRect] = []
        var next = positions.lowerBound
        while next < positions.upperBound, next < count {
            let found = number(ofLineAt: next)
            let line = line(found.line, in: found.section)
            let end = min(line.items.upperBound, positions.upperBound)
            result += frames(in: line)[next - line.items.lowerBound..<end - line.items.lowerBound]
            next = end
        }
        return result + (next..<max(next, positions.upperBound)).map(frame(at:))
    }

    /// The items of a line, which goes through all sections beside each other.
    private func items(ofLine number: Int, in section: Int) -> Range<Int> {
        let band = band(of: section)
        return band.count > 1 ? starts[band.lowerBound]..<starts[band.upperBound] : line(number, in: section).items
    }

    /// The items of the next or the previous line.
    private func items(ofLineBelow isBelow: Bool, _ start: (section: Int, line: Int)) -> Range<Int>? {
        var (section, number) = start
        number += isBelow ? 1 : -1
        while !(0..<sections[section].numberOfLines).contains(number) {
            let band = band(of: section)
            section = isBelow ? band.upperBound : band.lowerBound - 1
            guard sections.indices.contains(section) else { return nil }
            number = isBelow ? 0 : sections[section].numberOfLines - 1
        }
        return items(ofLine: number, in: section)
    }
}

extension LineGeometry: LayoutGeometry {
    package var hasHeaders: Bool { style.sections.isSectioned }
    package var hasFooters: Bool { style.sections.footerHeight > 0 }
    package var pinsHeaders: Bool { style.sections.pinsHeaders }
    package var pinsFooters: Bool { style.sections.pinsFooters }
    package var hasSectionsSideBySide: Bool { style.beside != nil }

    package var contentHeight: Double { offsets[sections.count] }

    package func frame(at position: Int) -> ContentRect {
        guard position >= 0, position < starts[sections.count] else { return ContentRect(width: 0, height: 0) }
        let found = number(ofLineAt: position)
        let line = line(found.line, in: found.section)
        return frames(in: line)[position - line.items.lowerBound]
    }

    package func positions(in rect: ContentRect) -> Range<Int> {
        guard rect.height > 0, !sections.isEmpty else { return 0..<0 }
        let bottom = rect.y + rect.height
        let (first, last) = (section(at: rect.y), section(at: bottom))
        let from = sections[first].firstLine(endingBelow: rect.y - top(ofLinesIn: first), style.lineSpacing)
        let to = sections[last].lines(beginningAbove: bottom - top(ofLinesIn: last))
        // Sections beside each other have one line each, and these lines are equally high.
        let start =
            from == sections[first].numberOfLines
            ? starts[band(of: first).upperBound]
            : starts[band(of: first).lowerBound] + sections[first].firstItem(ofLine: from)
        let end = to == 0 ? starts[band(of: last).lowerBound] : starts[last] + sections[last].firstItem(ofLine: to)
        var found = start..<max(start, end)
        if style.filling == .flow {
            // An item may be less tall than its line, so items that do not touch the rectangle are removed at both
            // ends.
            func touches(_ position: Int) -> Bool {
                let frame = frame(at: position)
                return frame.y < bottom && frame.y + frame.height > rect.y
            }
            while let position = found.first, !touches(position) { found = position + 1..<found.upperBound }
            while let position = found.last, !touches(position) { found = found.lowerBound..<position }
        }
        return found
    }

    package func middle(ofLineAt position: Int) -> Int {
        guard position < starts[sections.count] else { return position }
        let found = number(ofLineAt: position)
        let items = items(ofLine: found.line, in: found.section)
        return items.lowerBound + items.count / 2
    }

    package func neighbour(_ direction: LayoutDirection, of position: Int) -> Int? {
        let isBelow: Bool
        switch direction {
        case .left: return position > 0 ? position - 1 : nil
        case .right: return position + 1 < starts[sections.count] ? position + 1 : nil
        case .up: isBelow = false
        case .down: isBelow = true
        }
        guard let items = items(ofLineBelow: isBelow, number(ofLineAt: position)) else { return nil }
        let middle = frame(at: position).doubledMiddle
        let distances = frames(at: items).map { abs($0.doubledMiddle - middle) }
        return items.lowerBound + (distances.indices.min { distances[$0] < distances[$1] } ?? 0)
    }

    package func sections(in rect: ContentRect) -> Range<Int> {
        guard hasHeaders, !sections.isEmpty else { return 0..<0 }
        return band(of: section(at: rect.y)).lowerBound..<section(at: rect.y + rect.height) + 1
    }

    package func sectionFrame(at section: Int) -> ContentRect {
        guard sections.indices.contains(section) else { return ContentRect(width: 0, height: 0) }
        return extent(of: section)
    }

    package func headerFrame(at section: Int) -> ContentRect {
        guard sections.indices.contains(section) else { return ContentRect(width: 0, height: 0) }
        let empty = sections[section].count == 0 ? style.sections.emptyHeight : 0
        var frame = extent(of: section)
        frame.height = style.sections.headerHeight + empty
        return frame
    }

    package func footerFrame(at section: Int) -> ContentRect {
        guard sections.indices.contains(section) else { return ContentRect(width: 0, height: 0) }
        var frame = extent(of: section)
        frame.y += frame.height - style.sections.footerHeight
        frame.height = style.sections.footerHeight
        return frame
    }
}

extension ContentRect {
    /// Twice the x of the center, from edges in whole points. The client compares the same numbers.
    fileprivate var doubledMiddle: Double { x.wholePoint + (x + width).wholePoint }
}
