import AviaryText
public import AviaryViews

/// A layout that CSS can imitate in the first paint, before the server knows the width of the browser window.
///
/// The tiles of any other layout have no rules until the client has connected. The app's own style sheets may lay out
/// `.content:not([data-lattice])`.
public protocol FirstPaintLayout: CollectionViewLayout {
    /// CSS rules that place the tiles and headers of a collection as the layout will.
    ///
    /// If the layout asks for the sizes of items, the size of an item is available as `--width`, `--height` and
    /// `--ratio` of its tile.
    ///
    /// - Parameter content: The selector of the element that contains the `.tile` and `.section` elements until the
    ///   page is live.
    func firstPaintRules(for content: String) -> String

    /// True if each section is in an element `.part` of its own in the first paint, with its header and its footer. False
    /// by default.
    var paintsParts: Bool { get }
}

extension FirstPaintLayout {
    /// `false`, so the content has the rows of all sections.
    public var paintsParts: Bool { false }
}

extension ListLayout: FirstPaintLayout {
    /// One tile per line. It uses a CSS grid for tiles of equal height, and a flexbox for tiles with heights of their
    /// own. Self-sizing tiles have the heights of their content.
    public func firstPaintRules(for content: String) -> String {
        if let flow { return flow.firstPaintRules(for: content) }
        let axis = LineAxis(sections)
        return content.lines(lineSpacing: minimumLineSpacing, itemSpacing: 0, sectionInset)
            + (asksForSizes
                ? "\(content)>.tile{\(axis.length):100%;\(axis.height):calc(var(--\(axis.height))*1px)}"
                : "\(content)>.tile{width:100%}")
            + content.headers(axis, minimumLineSpacing)
    }
}

extension SizedFlowLayout: FirstPaintLayout {
    /// A wrapping flexbox with the tiles in their own sizes.
    public func firstPaintRules(for content: String) -> String {
        let axis = LineAxis(sections)
        return content.lines(lineSpacing: minimumLineSpacing, itemSpacing: minimumInteritemSpacing, sectionInset)
            + """
            \(content)>.tile{width:calc(var(--width)*1px);max-\(axis.length):100%;height:calc(var(--height)*1px)}
            """ + content.headers(axis, minimumLineSpacing)
    }
}

extension JustifiedLayout: FirstPaintLayout {
    /// `true` if sections may stand beside each other.
    public var paintsParts: Bool { placesSectionsSideBySide }

    /// A wrapping flexbox with tiles that grow by their ratios until a line is full. If sections may stand beside each
    /// other, each is such a flexbox, as wide as its tiles, in a flexbox that wraps sections.
    public func firstPaintRules(for content: String) -> String {
        guard paintsParts else { return lineRules(for: content) }
        let part = "\(content)>.part"
        let inset = sections.inset.horizontal.points
        // The width of an element counts in the width of its section, but a flex basis does not. The width of a header
        // does not count. Neither does the gap below it.
        return """
            \(content){display:flex;flex-wrap:wrap;align-content:flex-start;gap:0 \(max(0, sectionSpacing).points)}\
            \(lineRules(for: part))\(part){box-sizing:border-box;max-width:100%;\
            min-width:min(100%,\(minimumSectionWidth.points))}\(part):is([data-cut],:has(>[data-vacant])){width:100%}\
            \(part)>.section:first-child::before{content:none}\(part)>.section>*{flex:none;width:0;min-width:calc(100% + 2*\(inset));\
            margin-inline-end:calc(-1*\(inset) - \(spacing.points))}
            """
    }

    private func lineRules(for content: String) -> String {
        // A browser fills a line as the layout does. The browser takes as many tiles as fit. These then grow by their
        // ratios, so that all tiles of a line have the same height. In the last line of a section a filler takes the
        // remaining space.
        let axis = LineAxis(sections)
        // The length of an item, for each point of the line's height.
        let ratio = sections.scrollDirection == .vertical ? "var(--ratio)" : "calc(1/var(--ratio))"
        func sized(_ least: String, _ most: String) -> String {
            """
            \(content)>.tile{flex:\(ratio) 1 auto;\(axis.length):calc(\(ratio)*\(least));\
            max-\(axis.length):min(100%,calc(\(ratio)*\(most)))}
            """
        }
        let (height, most) = (max(1, rowHeight).points, max(1, rowHeight, maximumRowHeight).points)
        let fitting = axis.lineHeight(fitting: minimumVisibleLines, spacing: spacing).map {
            "max(\(SectionStyle.leastLineHeight.points),round(down,\($0),\(Self.fittedStep.points)))"
        }
        let lines =
            fitting.map { sized("min(\(height),\($0)*\(Self.fittedShare))", "min(\(most),\($0))") }
            ?? sized(height, most)
        let rest = """
            \(content)>.tile{min-width:0;min-height:0;aspect-ratio:var(--ratio)}\
            \(content)::after,\(content)>.section::before{content:"";flex:100000 1 0;\
            margin-\(axis.lineStart):\((-spacing).points)}
            """
        return content.lines(lineSpacing: spacing, itemSpacing: spacing, sectionInset)
            + lines + rest + content.headers(axis, spacing)
    }
}

/// The CSS names of the edges of lines. In a layout that scrolls sideways, the content has a vertical writing mode. Its
/// lines run down, and lengths still use the edges of the screen. Headers and footers have the writing mode of the page.
/// No edge is called left or right, because a page may be read from right to left.
struct LineAxis {
    /// The style of the sections, transposed, so that `vertical` means above and below a line in both directions.
    let sections: SectionStyle
    private let original: SectionStyle
    /// The dimensions across lines and along them.
    let height: String
    let length: String
    /// The edges where sections begin and end, for headers and footers.
    let start: String
    let end: String
    /// The edge where lines begin.
    let lineStart: String

    init(_ sections: SectionStyle) {
        self.sections = sections.transposed
        original = sections
        (height, length, start, end, lineStart) =
            sections.scrollDirection == .vertical
            ? ("height", "width", "block-start", "block-end", "inline-start")
            : ("width", "height", "inline-start", "inline-end", "top")
    }

    /// The greatest height of a line, so that `count` lines fit into the nearest size container; `nil` if it is free.
    func lineHeight(fitting count: Int, spacing: Double) -> String? {
        guard count > 0 else { return nil }
        let container = height == "height" ? "100cqh" : "100cqw"
        let taken = original.occupied(by: count, spacing: spacing).points
        return "max(\(SectionStyle.leastLineHeight.points),(\(container) - \(taken))/\(count))"
    }

    /// The value of a CSS margin or padding: above and below lines, and at their ends.
    func around(_ lines: String, _ ends: String) -> String {
        height == "height" ? "\(lines) \(ends)" : "\(ends) \(lines)"
    }
}

extension String {
    /// Rules for lines of tiles that the browser wraps.
    fileprivate func lines(
        lineSpacing: Double, itemSpacing: Double, _ inset: (horizontal: Double, vertical: Double)
    ) -> String {
        """
        \(self){display:flex;flex-wrap:wrap;align-content:flex-start;align-items:center;\
        gap:\(lineSpacing.points) \(itemSpacing.points);padding:\(inset.vertical.points) \(inset.horizontal.points)}
        """
    }

    /// Rules for headers and footers among such lines. The row of a header or footer has no box. So the row's
    /// `::before`, which fills the line above, can come before the header or footer.
    fileprivate func headers(_ axis: LineAxis, _ spacing: Double) -> String {
        let sections = axis.sections
        let (header, footer) = (sections.headerHeight, sections.footerHeight)
        guard header > 0 || footer > 0 else { return "" }
        let inset = sections.inset
        let (outer, inner) = ((inset.vertical - spacing).points, (-inset.horizontal).points)
        let below = (-inset.vertical).points
        return """
            \(self){padding-block-start:0}\(self)>.section{display:contents}\
            \(self)>.section>*{flex:0 0 calc(100% + \((2 * inset.horizontal).points));box-sizing:border-box;\
            \(axis.height):\(header.points);margin:\(axis.around(outer, inner))}\
            \(self)>.section:first-child>*{margin-\(axis.start):0}\
            \(self)>.section[data-vacant]>*{\(axis.height):\((header + sections.emptyHeight).points);\
            margin-\(axis.end):\(below)}\
            \(self)>.section>[data-footer]{\(axis.height):\(footer.points);margin-\(axis.end):\(below)}
            """
    }
}

extension Double {
    /// The value as a CSS length.
    var points: String { "\(JSON.number(self).text)px" }
}
