public import AviaryViews

extension FlowLayout: FirstPaintLayout {
    /// A CSS grid with the same frames as the layout, at any width.
    public func firstPaintRules(for content: String) -> String {
        let axis = LineAxis(sections)
        let gap = minimumInteritemSpacing.points
        let tracks =
            switch columns {
            case .fixed(let count): "repeat(\(max(1, count)),minmax(0,1fr))"
            case .adaptive(let minimum, let atLeast) where atLeast > 1:
                "repeat(auto-fill,minmax(min(\(minimum.points),(100% - \(atLeast - 1)*\(gap))/\(atLeast)),1fr))"
            case .adaptive(let minimum, _): "repeat(auto-fill,minmax(min(\(minimum.points),100%),1fr))"
            // The remaining space goes between the columns.
            case .sized(let width, nil): "repeat(auto-fill,min(\(width.points),100%));justify-content:space-between"
            case .sized(let width, let most?):
                "repeat(auto-fill,min(max(\(width.points),min(100%/12,\(most.points))),100%));"
                    + "justify-content:space-between"
            }
        let height =
            switch itemSize {
            case .square: "aspect-ratio:1"
            case .aspectRatio(let ratio): "aspect-ratio:\(ratio.boundedRatio)"
            case .height(let height): "\(axis.height):\(height.points)"
            }
        let most =
            axis.lineHeight(fitting: minimumVisibleLines, spacing: minimumLineSpacing)
            .map { ";\(axis.length):100%;max-\(axis.height):\($0)" } ?? ""
        let (x, y) = axis.sections.inset
        var (above, headers) = (y, "")
        if headerHeight > 0 || footerHeight > 0 {
            // Headers and footers provide the space around the cells of a section. The grid adds the line spacing
            // around them anyway, so their margins are smaller by that much.
            let (outer, inner) = ((y - minimumLineSpacing).points, (-y).points)
            above = 0
            headers = """
                \(content)>.section{grid-column:1/-1;\(axis.height):\(headerHeight.points);\
                margin:\(axis.around(outer, (-x).points))}\
                \(content)>.section:first-child{margin-\(axis.start):0}\
                \(content)>.section[data-vacant]{\(axis.height):\((headerHeight + emptySectionHeight).points);\
                margin-\(axis.end):\(inner)}\
                \(content)>.section:has(>[data-footer]){\(axis.height):\(footerHeight.points);margin-\(axis.end):\(inner)}
                """
        }
        return """
            \(content){display:grid;grid-template-columns:\(tracks);\
            gap:\(minimumLineSpacing.points) \(gap);\
            padding:\(axis.around(y.points, x.points));padding-block-start:\(above.points)}\
            \(content)>.tile{\(height)\(most)}\(headers)
            """
    }

}
