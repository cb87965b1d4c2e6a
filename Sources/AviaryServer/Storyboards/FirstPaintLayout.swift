public import AviaryViews

/// A layout that CSS can stand in for until the width of the window is known.
///
/// A layout without it shows nothing before the client has connected, unless the app's own style sheets lay out
/// `.content:not([data-lattice])`.
public protocol FirstPaintLayout: CollectionViewLayout {
    /// The rules that put the tiles and headers of a collection where the layout will have them.
    ///
    /// The size that the list has of an item is its tile's `--width`, `--height` and `--ratio`.
    ///
    /// - Parameter content: The selector of what holds them, `.tile` and `.section`, as long as it is not live.
    func firstPaintRules(for content: String) -> String
}

extension ListLayout: FirstPaintLayout {
    public func firstPaintRules(for content: String) -> String {
        if let flow { return flow.firstPaintRules(for: content) }
        return content.lines(lineSpacing: minimumLineSpacing, itemSpacing: 0, sectionInset)
            + "\(content)>.tile{width:100%;height:calc(var(--height)*1px)}"
            + content.headers(headerHeight, emptySectionHeight, sectionInset, minimumLineSpacing)
    }
}

extension SizedFlowLayout: FirstPaintLayout {
    public func firstPaintRules(for content: String) -> String {
        content.lines(lineSpacing: minimumLineSpacing, itemSpacing: minimumInteritemSpacing, sectionInset)
            + "\(content)>.tile{width:calc(var(--width)*1px);max-width:100%;height:calc(var(--height)*1px)}"
            + content.headers(headerHeight, emptySectionHeight, sectionInset, minimumLineSpacing)
    }
}

extension JustifiedLayout: FirstPaintLayout {
    public func firstPaintRules(for content: String) -> String {
        // A browser fills lines as the layout does: as many as fit, which then grow by their ratios, so that all of a line
        // come to one height. The last line of a section grows no further than what stands behind it.
        let least = max(1, rowHeight).points
        let most = max(1, rowHeight, maximumRowHeight).points
        return content.lines(lineSpacing: spacing, itemSpacing: spacing, sectionInset)
            + """
            \(content)>.tile{flex:var(--ratio) 1 calc(var(--ratio)*\(least));max-width:min(100%,calc(var(--ratio)*\(most)));\
            min-width:0;min-height:0;aspect-ratio:var(--ratio)}\
            \(content)::after,\(content)>.section::before{content:"";flex:100000 1 0;margin-left:\((-spacing).points)}
            """ + content.headers(headerHeight, emptySectionHeight, sectionInset, spacing)
    }
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

    /// Rules for headers among such lines. Their row is no box, so that what fills the last line can stand in front of the
    /// header.
    fileprivate func headers(
        _ height: Double, _ empty: Double, _ inset: (horizontal: Double, vertical: Double), _ spacing: Double
    ) -> String {
        guard height > 0 else { return "" }
        let (outer, inner) = ((inset.vertical - spacing).points, (-inset.horizontal).points)
        return """
            \(self){padding-top:0}\(self)>.section{display:contents}\
            \(self)>.section>*{flex:0 0 calc(100% + \((2 * inset.horizontal).points));box-sizing:border-box;\
            height:\(height.points);margin:\(outer) \(inner)}\
            \(self)>.section:first-child>*{margin-top:0}\
            \(self)>.section[data-vacant]>*{height:\((height + empty).points);margin-bottom:\((-inset.vertical).points)}
            """
    }
}

extension Double {
    /// As CSS has a length.
    var points: String { "\(JSON.number(self).text)px" }
}
