import AviarySnapshots

extension CollectionView {
    /// Tells what the sections at some heights of the content are called, each once: for a scrubber, which has room for few of
    /// many.
    ///
    /// The label of a section is the first text in its header.
    ///
    /// - Complexity: O(log *s*) a height for *s* sections, and one header configured.
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
