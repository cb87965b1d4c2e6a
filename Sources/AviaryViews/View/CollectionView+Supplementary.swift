public import AviarySnapshots

extension CollectionView {
    /// Sets the position and the content of the supplementary views of a kind in cells: a badge, a mark, a caption.
    ///
    ///     grid.configureSupplementary("Badge", at: SupplementaryPlacement(.topTrailing)) { item, badge in
    ///         badge["count"] = unread[item]
    ///         return unread[item] != nil
    ///     }
    ///
    /// The template is `<template data-supplementary="Badge" data-anchor="cell">`. The closure is called whenever a
    /// cell is configured, for cells near the visible rect only. Call this in `viewDidLoad`, because the placement is
    /// sent with the first paint.
    ///
    /// - Parameters:
    ///   - kind: The element kind, as in `data-supplementary`.
    ///   - placement: The position over the cell, and the size.
    ///   - configure: Receives the item and its supplementary view. Returns true if the item has one.
    /// - Complexity: O(*c*) for the *c* cells near the visible rect.
    public func configureSupplementary(
        _ kind: String, at placement: SupplementaryPlacement, _ configure: @escaping (ItemID, Cell) -> Bool
    ) {
        supplementaryPlacements[kind] = placement
        supplementaryViewsOfCells[kind] = configure
        checkKinds()
        if !held.isEmpty { reconfigureItems(held) }
    }

    /// Sets the position and the content of the supplementary views of a kind at sections, for example a line or a
    /// label.
    ///
    ///     grid.configureSupplementary("Line", at: SupplementaryPlacement(.top, width: .fraction(1))) {
    ///         (shelf: String, count, line) in count > 0
    ///     }
    ///
    /// The template is `<template data-supplementary="Line" data-anchor="section">`. If the placement is at a bottom
    /// edge, the view is placed in the section's footer, otherwise in its header. It is configured together with that
    /// header or footer, and stays in view with it.
    ///
    /// - Parameters:
    ///   - kind: The element kind, as in `data-supplementary`.
    ///   - placement: The position over the header or the footer, and the size.
    ///   - configure: Receives the section's identifier, its number of items, and the supplementary view, and returns
    ///     whether the section has one.
    /// - Complexity: O(*h*) for the *h* headers and footers near the visible rect, 1,024 at most.
    public func configureSupplementary<SectionID>(
        _ kind: String, at placement: SupplementaryPlacement,
        _ configure: @escaping (SectionID, Int, Cell) -> Bool
    ) {
        supplementaryPlacements[kind] = placement
        supplementaryViewsOfSections[kind] = Self.typed(configure, "Views of the kind \(kind)", otherwise: false)
        checkKinds()
        reconfigureHeaders()
    }

    /// Sets the position and the content of the supplementary views of a kind at the sections of a live list. The list
    /// gives the type of the sections' identifiers.
    ///
    /// - Parameters:
    ///   - kind: The element kind, as in `data-supplementary`.
    ///   - list: Gives the type only. The sections come from the collection view, not from this list.
    ///   - placement: The position over the header or the footer, and the size.
    ///   - configure: Receives the section's identifier, its number of items, and the supplementary view, and returns
    ///     whether the section has one.
    /// - Complexity: O(*h*) for the *h* headers and footers near the visible rect, 1,024 at most.
    public func configureSupplementary<List: LiveList>(
        _ kind: String, of list: List, at placement: SupplementaryPlacement,
        _ configure: @escaping (List.Identifiers.SectionID, Int, Cell) -> Bool
    ) where List.Identifiers.ItemID == ItemID { configureSupplementary(kind, at: placement, configure) }

    /// The supplementary view in the cell of an item, as shown; `nil` if the item has none, or is not near the visible
    /// rect.
    ///
    /// - Returns: A copy. Setting its outlets changes nothing on the screen.
    /// - Complexity: O(*o*) for the *o* outlets of the template.
    public func supplementaryView(_ kind: String, for item: ItemID) -> Cell? {
        guard let shown = cells[item], templates.indices.contains(shown.template) else { return nil }
        let template = templates[shown.template]
        guard let first = template.firstOutlet(ofSupplementary: kind), shown.values.indices.contains(first),
            shown.values[first] != nil,
            let own = template.supplementaryViews.first(where: { $0.reuseIdentifier == kind })
        else { return nil }
        return Cell(template: own, values: Array(shown.values.dropFirst(first + 1).prefix(own.outlets.count)))
    }

    /// Reports a mistake for each kind without a template.
    func checkKinds() {
        if let template = templates.last { check(supplementaryViewsOfCells.keys, of: template, "cell") }
        if let headerTemplate { check(supplementaryViewsOfSections.keys, of: headerTemplate, "section") }
    }

    private func check(_ kinds: some Sequence<String>, of template: CellTemplate, _ anchor: String) {
        for kind in kinds where template.firstOutlet(ofSupplementary: kind) == nil {
            report("The storyboard has no supplementary view \(kind) whose anchor is a \(anchor).")
        }
    }

    /// The configurations of the supplementary views in headers, or in footers.
    func supplementaryViewsOfSections(
        isFooter: Bool
    ) -> [String: (any Hashable & Sendable, Int, Cell) -> Bool] {
        if supplementaryViewsOfSections.isEmpty { return [:] }
        let isAtBottom = supplementaryPlacements.filter(\.value.isAtBottom)
        if !isFooter, !geometry.hasFooters {
            for kind in isAtBottom.keys where supplementaryViewsOfSections[kind] != nil {
                report("The supplementary view \(kind) stands at the bottom of sections, and these have no footers.")
            }
        }
        return supplementaryViewsOfSections.filter { (isAtBottom[$0.key] != nil) == isFooter }
    }

    /// The values of a cell or a header, followed by the values of its supplementary views.
    ///
    /// - Parameter configure: Configures a supplementary view by the app's configuration for its kind. Returns true if
    ///   the view is shown.
    func adding<Configuration>(
        _ configurations: [String: Configuration], of template: CellTemplate, to values: [CellValue?],
        _ configure: (Configuration, Cell) -> Bool
    ) -> [CellValue?] {
        var values = values
        var first = template.outlets.count
        for own in template.supplementaryViews {
            let end = first + 1 + own.outlets.count
            defer { first = end }
            guard let configuration = configurations[own.reuseIdentifier], values.count >= end else { continue }
            let view = Cell(template: own)
            let isThere = configure(configuration, view)
            if let mistake = view.mistake { report(mistake) }
            if isThere { values.replaceSubrange(first..<end, with: [.flag(false)] + view.values) }
        }
        return values
    }
}
