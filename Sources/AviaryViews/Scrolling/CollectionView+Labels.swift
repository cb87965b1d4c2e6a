import AviarySnapshots

extension CollectionView {
    /// Tells the titles of the sections at some heights of the content, each once. A scrubber uses them, because it has
    /// room for only a few of many sections.
    ///
    /// The label of a section is the first text in its header.
    ///
    /// - Complexity: O(log *s*) for each height among *s* sections, and one header is configured for each.
    package func tellLabels(at heights: [Double]) {
        var sections: [Int] = []
        if geometry.hasHeaders {
            for y in heights {
                let section = geometry.sections(in: ContentRect(y: y, width: shownRect.width, height: 1)).first
                if let section, section < snapshot.numberOfSections, section != sections.last {
                    sections.append(section)
                }
            }
        }
        cellWork += sections.count
        var told: Set<Int> = []
        tell(
            .labels(
                sections.filter { told.insert($0).inserted }.map { section in
                    let frame = geometry.sectionFrame(at: section).whole
                    return .init(top: frame.y, end: frame.y + frame.height, text: label(of: section))
                }))
    }
}
