import AviarySnapshots

extension CollectionView {
    /// Sends the titles of the sections at some y coordinates of the content, each title once. A scrubber asks for
    /// them, because it can show only a few of many sections.
    ///
    /// The title of a section is the first text in its header, or else its identifier.
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
