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
        return """
            \(content){display:grid;grid-template-columns:\(tracks);\
            gap:\(points(minimumLineSpacing)) \(gap);\
            padding:\(points(sectionInset.vertical)) \(points(sectionInset.horizontal))}\
            \(content)>.tile{\(height)}
            """
    }

    private func points(_ number: Double) -> String { "\(JSON.number(number).text)px" }
}
