import AviaryViews

extension FlowLayout {
    /// The layout as CSS grid, for the first paint: the same frames as those of the lattice, before the width is known.
    func rules(for name: String) -> String {
        let content = "[data-collection=\"\(name)\"]>.content:not([data-lattice])"
        let gap = points(minimumInteritemSpacing)
        let tracks =
            switch columns {
            case .fixed(let count): "repeat(\(max(1, count)),minmax(0,1fr))"
            case .adaptive(let minimum, let atLeast) where atLeast > 1:
                "repeat(auto-fill,minmax(min(\(points(minimum)),(100% - \(atLeast - 1)*\(gap))/\(atLeast)),1fr))"
            case .adaptive(let minimum, _): "repeat(auto-fill,minmax(min(\(points(minimum)),100%),1fr))"
            }
        let height =
            switch itemSize {
            case .square: "aspect-ratio:1"
            case .aspectRatio(let ratio): "aspect-ratio:\(ratio)"
            case .height(let height): "height:\(points(height))"
            }
        let (x, y) = sectionInset
        var (above, headers) = (y, "")
        if headerHeight > 0 {
            // The space around the cells of a section is its header's here; the line spacing around that is there anyway.
            let (outer, inner) = (points(y - minimumLineSpacing), points(-y))
            above = 0
            headers = """
                \(content)>.section{grid-column:1/-1;height:\(points(headerHeight));margin:\(outer) \(points(-x))}\
                \(content)>.section:first-child{margin-top:0}\
                \(content)>.section[data-vacant]{height:\(points(headerHeight + emptySectionHeight));margin-bottom:\(inner)}
                """
        }
        return """
            \(content){display:grid;grid-template-columns:\(tracks);\
            gap:\(points(minimumLineSpacing)) \(gap);\
            padding:\(points(above)) \(points(x)) \(points(y))}\
            \(content)>.tile{\(height)}\(headers)
            """
    }

    private func points(_ number: Double) -> String { "\(JSON.number(number).text)px" }
}
