import AviarySnapshots

/// The lines of one section.
final class SectionLines: Sendable {
    /// The index in the section of each line's first item; the last entry is the number of items.
    private let starts: [UInt32]
    /// The top of each line, and that of the line behind the last one.
    private let tops: [Double]
    /// The length of the only line; `nil` if there are several lines, or none.
    private let length: Double?

    var count: Int { Int(starts[numberOfLines]) }
    var numberOfLines: Int { starts.count - 1 }

    init(_ sizes: [ItemSize], _ style: LineStyle, width: Double) {
        var (starts, tops) = ([UInt32](), [0.0])
        style.breakLines(sizes, width: width) { start, height in
            starts.append(UInt32(start))
            tops.append(tops[tops.count - 1] + height + style.lineSpacing)
        }
        starts.append(UInt32(sizes.count))
        (self.starts, self.tops) = (starts, tops)
        length = style.beside != nil && starts.count == 2 ? style.length(of: sizes) : nil
    }

    /// The index of a line's first item; the number of items for the line behind the last one.
    func firstItem(ofLine line: Int) -> Int { Int(starts[line]) }

    func items(in line: Int) -> Range<Int> { firstItem(ofLine: line)..<firstItem(ofLine: line + 1) }

    /// The top of a line, relative to the first line. The line behind the last one is where another one would begin.
    func top(ofLine line: Int) -> Double { tops[line] }

    func line(of item: Int) -> Int { partitionPoint(numberOfLines) { Int(starts[$0 + 1]) <= item } }

    /// The first line that ends below `y`; the number of lines if there is none.
    func firstLine(endingBelow y: Double, _ spacing: Double) -> Int {
        partitionPoint(numberOfLines) { tops[$0 + 1] - spacing <= y }
    }

    /// The number of lines that begin above `y`.
    func lines(beginningAbove y: Double) -> Int { partitionPoint(numberOfLines) { tops[$0] < y } }

    /// The height of a section with its header and its footer.
    ///
    /// If the section has items, the height is rounded to quarters of a point. Quarters add up exactly in any order,
    /// and take few digits.
    func height(in style: LineStyle) -> Double {
        let edges = style.sections.headerHeight + style.sections.footerHeight
        let height =
            count > 0
            ? edges + 2 * style.sections.verticalInset + tops[numberOfLines] - style.lineSpacing
            : style.sections.isSectioned ? edges + style.sections.emptyHeight : 2 * style.sections.verticalInset
        return (height * 4).rounded() / 4
    }

    /// The width of a section: that of its only line with the insets, or else the whole width.
    func width(in style: LineStyle, of width: Double) -> Double {
        guard let beside = style.beside, let length else { return width }
        return min(width, max(beside.minimumWidth, length + 2 * style.sections.horizontalInset))
    }

    /// The left edge of a section after another one; `nil` if the section begins below.
    func left(in style: LineStyle, after right: Double, of width: Double) -> Double? {
        guard let beside = style.beside, right > 0, right < width else { return nil }
        let left = right + beside.spacing
        return left + self.width(in: style, of: width) <= width + LineStyle.slack ? left : nil
    }
}
