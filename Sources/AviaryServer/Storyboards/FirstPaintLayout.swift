public import AviaryViews

/// A layout that CSS can imitate until the width of the window is known.
///
/// Any other layout shows nothing before the client has connected, unless the app's own style sheets lay out
/// `.content:not([data-lattice])`.
public protocol FirstPaintLayout: CollectionViewLayout {
    /// CSS rules that put the tiles and headers of a collection where the layout will have them.
    ///
    /// The size that the list gives an item is `--width`, `--height` and `--ratio` of its tile.
    ///
    /// - Parameter content: The selector of the element that holds `.tile` and `.section` elements, until the page is
    ///   live.
    func firstPaintRules(for content: String) -> String
}

extension ListLayout: FirstPaintLayout {
    /// One tile in each line: by CSS grid for one height, by flexbox for heights of their own.
    public func firstPaintRules(for content: String) -> String {
        if let flow { return flow.firstPaintRules(for: content) }
        let axis = LineAxis(sections)
        return content.lines(lineSpacing: minimumLineSpacing, itemSpacing: 0, sectionInset)
            + "\(content)>.tile{\(axis.length):100%;\(axis.height):calc(var(--\(axis.height))*1px)}"
            + content.headers(axis, minimumLineSpacing)
    }
}

extension SizedFlowLayout: FirstPaintLayout {
    /// A flexbox that wraps, with the tiles in their own sizes.
    public func firstPaintRules(for content: String) -> String {
        let axis = LineAxis(sections)
        return content.lines(lineSpacing: minimumLineSpacing, itemSpacing: minimumInteritemSpacing, sectionInset)
            + """
            \(content)>.tile{width:calc(var(--width)*1px);max-\(axis.length):100%;height:calc(var(--height)*1px)}
            """ + content.headers(axis, minimumLineSpacing)
    }
}

extension JustifiedLayout: FirstPaintLayout {
    /// A flexbox that wraps, with tiles that grow by their ratios until a line is filled.
    public func firstPaintRules(for content: String) -> String {
        // A browser fills lines as the layout does: as many as fit, which then grow by their ratios, so that all of a line
        // come to one height. The last line of a section grows no further than what stands behind it.
        let axis = LineAxis(sections)
        let least = max(1, rowHeight).points
        let most = max(1, rowHeight, maximumRowHeight).points
        // How long an item is, for each point of the line's height.
        let ratio = sections.scrollDirection == .vertical ? "var(--ratio)" : "calc(1/var(--ratio))"
        return content.lines(lineSpacing: spacing, itemSpacing: spacing, sectionInset)
            + """
            \(content)>.tile{flex:\(ratio) 1 calc(\(ratio)*\(least));\
            max-\(axis.length):min(100%,calc(\(ratio)*\(most)));\
            min-width:0;min-height:0;aspect-ratio:var(--ratio)}\
            \(content)::after,\(content)>.section::before{content:"";flex:100000 1 0;\
            margin-\(axis.lineStart):\((-spacing).points)}
            """ + content.headers(axis, spacing)
    }
}

/// What CSS calls the edges of lines. Where a layout scrolls to the right, the content has a vertical writing mode: lines run
/// down, and only lengths and margins are said by the edges of the screen.
struct LineAxis {
    /// What stands around the items; transposed, so that `vertical` is above and below a line whichever way it runs.
    let sections: SectionStyle
    /// Across lines, and along them.
    let height: String
    let length: String
    /// The edge where sections begin, and the one where they end.
    let start: String
    let end: String
    /// The edge where lines begin.
    let lineStart: String

    init(_ sections: SectionStyle) {
        self.sections = sections.transposed
        (height, length, start, end, lineStart) =
            sections.scrollDirection == .vertical
            ? ("height", "width", "top", "bottom", "left") : ("width", "height", "left", "right", "top")
    }

    /// As CSS has a margin, or a padding: above and below lines, and at their beginnings and ends.
    func around(_ lines: String, _ ends: String) -> String { start == "top" ? "\(lines) \(ends)" : "\(ends) \(lines)" }
}

extension String {
    /// Rules for lines of tiles that a browser breaks.
    fileprivate func lines(
        lineSpacing: Double, itemSpacing: Double, _ inset: (horizontal: Double, vertical: Double)
    ) -> String {
        """
        \(self){display:flex;flex-wrap:wrap;align-content:flex-start;align-items:center;\
        gap:\(lineSpacing.points) \(itemSpacing.points);padding:\(inset.vertical.points) \(inset.horizontal.points)}
        """
    }

    /// Rules for headers and footers among such lines. Their row is no box, so that what fills the last line can stand in
    /// front of them.
    fileprivate func headers(_ axis: LineAxis, _ spacing: Double) -> String {
        let sections = axis.sections
        let (header, footer) = (sections.headerHeight, sections.footerHeight)
        guard header > 0 || footer > 0 else { return "" }
        let inset = sections.inset
        let (outer, inner) = ((inset.vertical - spacing).points, (-inset.horizontal).points)
        let below = (-inset.vertical).points
        return """
            \(self){padding-\(axis.start):0}\(self)>.section{display:contents}\
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
    /// As CSS has a length.
    var points: String { "\(JSON.number(self).text)px" }
}
