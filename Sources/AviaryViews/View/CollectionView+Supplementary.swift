public import AviarySnapshots

extension CollectionView {
    /// Sets the closure that configures the headers of sections.
    ///
    ///     grid.configureHeaders { (shelf: String, count, header) in
    ///         header["name"] = shelf
    ///         header["count"] = "\(count)"
    ///     }
    ///
    /// The closure is called for all sections near the visible rect: on every update, on every report of the scroll
    /// position, and by `reconfigureHeaders()`. A scrubber, which shows titles of sections, calls the closure for
    /// sections elsewhere, too. Therefore it must be fast.
    ///
    /// - Parameter configure: Receives the section's identifier, its number of items, and the header. If an identifier
    ///   has another type, a mistake is reported, and the header stays in the state of the template.
    /// - Complexity: O(*h*) for the *h* headers and footers near the visible rect, 1,024 at most.
    public func configureHeaders<SectionID>(_ configure: @escaping (SectionID, Int, Cell) -> Void) {
        supplementary.configureHeaders(Self.typed(configure, "Headers", otherwise: ()))
        reconfigureHeaders()
    }

    /// Sets the closure that configures the footers of sections, as `configureHeaders` does for headers.
    ///
    ///     grid.configureFooters { (shelf: String, count, footer) in footer["pages"] = pages[shelf] }
    ///
    /// - Complexity: O(*h*) for the *h* headers and footers near the visible rect, 1,024 at most.
    public func configureFooters<SectionID>(_ configure: @escaping (SectionID, Int, Cell) -> Void) {
        supplementary.configureFooters(Self.typed(configure, "Footers", otherwise: ()))
        reconfigureHeaders()
    }

    private static func typed<SectionID, Result>(
        _ configure: @escaping (SectionID, Int, Cell) -> Result, _ what: String, otherwise result: Result
    ) -> (any Hashable & Sendable, Int, Cell) -> Result {
        { section, count, view in
            if let section = section as? SectionID { return configure(section, count, view) }
            view.report(
                "\(what) are configured for sections of \(SectionID.self), and these are of \(type(of: section)).")
            return result
        }
    }

    /// Sets the closure that configures the headers of a live list's sections. The list gives the type of their
    /// identifiers.
    ///
    ///     grid.configureHeaders(of: swatches) { palette, count, header in
    ///         header["count"] = "\(count)"
    ///     }
    ///
    /// - Parameters:
    ///   - list: Gives the type only; the view shows its own sections.
    ///   - configure: Receives the section's identifier, its number of items, and the header.
    /// - Complexity: O(*h*) for the *h* headers and footers near the visible rect, 1,024 at most.
    public func configureHeaders<List: LiveList>(
        of list: List, _ configure: @escaping (List.Identifiers.SectionID, Int, Cell) -> Void
    ) where List.Identifiers.ItemID == ItemID { configureHeaders(configure) }

    /// Sets the closure that configures the footers of a live list's sections. The list gives the type of their
    /// identifiers.
    ///
    /// - Parameters:
    ///   - list: Gives the type only; the view shows its own sections.
    ///   - configure: Receives the section's identifier, its number of items, and the footer.
    /// - Complexity: O(*h*) for the *h* headers and footers near the visible rect, 1,024 at most.
    public func configureFooters<List: LiveList>(
        of list: List, _ configure: @escaping (List.Identifiers.SectionID, Int, Cell) -> Void
    ) where List.Identifiers.ItemID == ItemID { configureFooters(configure) }

    /// Configures the headers and footers near the visible rect again, when their content has changed without an update
    /// of the list.
    ///
    /// - Complexity: O(*h*) for the *h* headers and footers near the visible rect, 1,024 at most.
    public func reconfigureHeaders() {
        guard let headers = changedHeaders(to: supplementary.sections) else { return }
        tellSplice(
            .splice(
                count: numberOfItems, base: window.lowerBound, steps: held.isEmpty ? [] : [.keep(held.count)],
                elsewhere: [], sections: [], headers: headers))
    }

    /// The sections that should have headers.
    var sectionsNearby: Range<Int> { viewport.sections(of: snapshot.numberOfSections, current: supplementary.sections) }

    /// Makes the headers and footers of a range of sections.
    ///
    /// - Returns: The changes that must be sent to the screen; `nil` if there are none.
    func changedHeaders(to sections: Range<Int>) -> CollectionChange.Headers? {
        let hasFooters = geometry.hasFooters
        let headers = sections.flatMap { [makeHeader(of: $0)] + (hasFooters ? [makeFooter(of: $0)] : []) }
        return supplementary.show(headers, of: sections, told: told)
    }

    private func told(_ header: ShownHeader) -> [CellValue?] {
        (header.isFooter ? footerTemplate : headerTemplate)?.told(header.values) ?? header.values
    }

    /// All headers and footers near the visible rect, with their values, for a reload; `nil` if sections have no
    /// headers.
    var allHeaders: CollectionChange.Headers? {
        geometry.hasHeaders ? supplementary.all(told: told) : nil
    }

    /// The title of a section: the first text in its header, or else its identifier.
    func label(of section: Int) -> String {
        let header = makeHeader(of: section)
        let own = header.values.prefix(headerTemplate?.outlets.count ?? 0)
        let texts = own.lazy.compactMap { if case .text(let text)? = $0 { text } else { nil } }
        return texts.first ?? header.id
    }

    private func makeHeader(of section: Int) -> ShownHeader {
        ShownHeader(
            id: identifier(of: section),
            values: values(ofSection: section, headerTemplate, supplementary.header, isFooter: false))
    }

    private func makeFooter(of section: Int) -> ShownHeader {
        if headerTemplate != nil, footerTemplate == nil {
            report("The layout has footers, and the storyboard has no template for them.")
        }
        return ShownHeader(
            id: identifier(of: section),
            values: values(ofSection: section, footerTemplate, supplementary.footer, isFooter: true), isFooter: true)
    }

    private func identifier(of section: Int) -> String { "\(snapshot.sectionIdentifier(at: section))" }

    private func values(
        ofSection section: Int, _ template: CellTemplate?,
        _ configure: ((any Hashable & Sendable, Int, Cell) -> Void)?, isFooter: Bool
    ) -> [CellValue?] {
        guard let template else { return [] }
        let view = Cell(template: template)
        let (id, count) = (snapshot.sectionIdentifier(at: section), snapshot.numberOfItems(inSection: section))
        configure?(id, count, view)
        if let mistake = view.mistake { report(mistake) }
        let configurations = supplementaryViewsOfSections(isFooter: isFooter)
        return template.adding(configurations, to: view.values, report: report) { $0(id, count, $1) }
    }
}

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
        supplementary.configure(kind, at: placement, ofCells: configure)
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
        supplementary.configure(
            kind, at: placement, ofSections: Self.typed(configure, "Views of the kind \(kind)", otherwise: false))
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
        if let template = templates.last { check(supplementary.ofCells.keys, of: template, "cell") }
        if let headerTemplate { check(supplementary.ofSections.keys, of: headerTemplate, "section") }
    }

    private func check(_ kinds: some Sequence<String>, of template: CellTemplate, _ anchor: String) {
        for kind in kinds where template.firstOutlet(ofSupplementary: kind) == nil {
            report("The storyboard has no supplementary view \(kind) whose anchor is a \(anchor).")
        }
    }

    /// The configurations of the supplementary views in headers, or in footers.
    private func supplementaryViewsOfSections(
        isFooter: Bool
    ) -> [String: SupplementaryViews<ItemID>.OfSection<Bool>] {
        if supplementary.ofSections.isEmpty { return [:] }
        let isAtBottom = supplementary.placements.filter(\.value.isAtBottom)
        if !isFooter, !geometry.hasFooters {
            for kind in isAtBottom.keys where supplementary.ofSections[kind] != nil {
                report("The supplementary view \(kind) stands at the bottom of sections, and these have no footers.")
            }
        }
        return supplementary.ofSections.filter { (isAtBottom[$0.key] != nil) == isFooter }
    }
}
