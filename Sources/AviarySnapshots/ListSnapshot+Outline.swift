extension ListSnapshot {
    /// Puts the visible items of an outline into a section, in place of its items.
    ///
    ///     files.expand([music])
    ///     try list.apply(files, to: .files)
    ///     source.apply(list)
    ///
    /// The list keeps the outline of the section, and finds parents and levels in it. Other edits of the list do not
    /// change the outline. So edit the outline, and apply it again.
    ///
    /// - Throws: `SnapshotError.unknownIdentifier` when there is no such section. `SnapshotError.duplicateIdentifiers`
    ///   when another section has one of the visible items. Then nothing is changed.
    /// - Complexity: O(*n* + *s*) for *n* items and *s* sections.
    public mutating func apply(_ outline: SectionSnapshot<ItemID>, to section: SectionID) throws(SnapshotError) {
        guard let index = self.section(of: section) else { throw .unknownIdentifier("section", "\(section)") }
        var edited = self
        edited.deleteItems(items(in: range(ofSection: index)))
        try edited.appendItems(outline.visibleItems, toSection: section)
        edited.outlines[section] = outline
        self = edited
    }

    /// The outline of a section that was applied last; `nil` for a section without one.
    ///
    /// - Complexity: O(1) on average.
    public func outline(of section: SectionID) -> SectionSnapshot<ItemID>? { outlines[section] }

    /// The section whose outline has a visible item, and that outline.
    private func outlined(_ item: ItemID) -> (section: SectionID, outline: SectionSnapshot<ItemID>)? {
        guard hasLevels, let position = position(of: item) else { return nil }
        let section = sectionIdentifier(at: self.section(at: position))
        return outlines[section].map { (section, $0) }
    }
}

/// The items of a section without an outline are at level 0, and so are items that its outline does not have.
extension ListSnapshot: OutlineSnapshot {
    public var hasLevels: Bool { !outlines.isEmpty }

    public var numberOfRows: Int { numberOfItems + outlines.values.reduce(0) { $0 + $1.count } }

    public func level(of item: ItemID) -> Int? {
        position(of: item).map { _ in outlined(item)?.outline.level(of: item) ?? 0 }
    }

    public func parent(of item: ItemID) -> ItemID? { outlined(item)?.outline.parent(of: item) }

    public func isExpanded(_ item: ItemID) -> Bool { outlined(item)?.outline.isExpanded(item) ?? false }

    public func hasChildren(_ item: ItemID) -> Bool { outlined(item)?.outline.children(of: item).isEmpty == false }

    public func settingExpanded(_ isExpanded: Bool, _ item: ItemID) -> ListSnapshot? {
        guard let (section, known) = outlined(item), known.contains(item), known.isExpanded(item) != isExpanded else {
            return nil
        }
        var (list, outline) = (self, known)
        if isExpanded { outline.expand([item]) } else { outline.collapse([item]) }
        // Another section may have an item that would come into view.
        return (try? list.apply(outline, to: section)) == nil ? nil : list
    }
}
