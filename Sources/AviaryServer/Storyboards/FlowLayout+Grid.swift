public import AviaryViews

extension FlowLayout: FirstPaintLayout {
    /// The layout as CSS grid: the same frames as those of the lattice, before the width is known.
    public func firstPaintRules(for content: String) -> String {
        let gap = minimumInteritemSpacing.points
        let tracks =
            switch columns {
            case .fixed(let count): "repeat(\(max(1, count)),minmax(0,1fr))"
            case .adaptive(let minimum, let atLeast) where atLeast > 1:
                "repeat(auto-fill,minmax(min(\(minimum.points),(100% - \(atLeast - 1)*\(gap))/\(atLeast)),1fr))"
            case .adaptive(let minimum, _): "repeat(auto-fill,minmax(min(\(minimum.points),100%),1fr))"
            }
        let height =
            switch itemSize {
            case .square: "aspect-ratio:1"
            case .aspectRatio(let ratio): "aspect-ratio:\(ratio)"
            case .height(let height): "height:\(height.points)"
            }
        let (x, y) = sectionInset
        var (above, headers) = (y, "")
        if headerHeight > 0 {
            // The space around the cells of a section is its header's here; the line spacing around that is there anyway.
            let (outer, inner) = ((y - minimumLineSpacing).points, (-y).points)
            above = 0
            headers = """
                \(content)>.section{grid-column:1/-1;height:\(headerHeight.points);margin:\(outer) \((-x).points)}\
                \(content)>.section:first-child{margin-top:0}\
                \(content)>.section[data-vacant]{height:\((headerHeight + emptySectionHeight).points);margin-bottom:\(inner)}
                """
        }
        return """
            \(content){display:grid;grid-template-columns:\(tracks);\
            gap:\(minimumLineSpacing.points) \(gap);\
            padding:\(above.points) \(x.points) \(y.points)}\
            \(content)>.tile{\(height)}\(headers)
            """
    }

}
