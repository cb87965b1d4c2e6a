public import AviarySnapshots

/// The header of a section near the visible rect, or its footer.
struct ShownHeader: Hashable {
    struct Key: Hashable {
        var id: String
        var isFooter: Bool
    }

    var id: String
    var values: [CellValue?]
    var isFooter = false

    var key: Key { Key(id: id, isFooter: isFooter) }
}

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
        configureHeader = Self.typed(configure, "Headers", otherwise: ())
        reconfigureHeaders()
    }

    /// Sets the closure that configures the footers of sections, as `configureHeaders` does for headers.
    ///
    ///     grid.configureFooters { (shelf: String, count, footer) in footer["pages"] = pages[shelf] }
    ///
    /// - Complexity: O(*h*) for the *h* headers and footers near the visible rect, 1,024 at most.
    public func configureFooters<SectionID>(_ configure: @escaping (SectionID, Int, Cell) -> Void) {
        configureFooter = Self.typed(configure, "Footers", otherwise: ())
        reconfigureHeaders()
    }

    static func typed<SectionID, Result>(
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
        guard let headers = changedHeaders(to: heldSections) else { return }
        tellSplice(
            .splice(
                count: numberOfItems, base: window.lowerBound, steps: held.isEmpty ? [] : [.keep(held.count)],
                elsewhere: [], headers: headers))
    }

    /// The sections that should have headers.
    var sectionsNearby: Range<Int> { viewport.sections(of: snapshot.numberOfSections, current: heldSections) }

    /// Makes the headers and footers of a range of sections.
    ///
    /// - Returns: The changes that must be sent to the screen; `nil` if there are none.
    func changedHeaders(to sections: Range<Int>) -> CollectionChange.Headers? {
        let old = Dictionary(headers.map { ($0.key, $0.values) }) { first, _ in first }
        let isSame = sections == heldSections
        let before = headers
        heldSections = sections
        let hasFooters = geometry.hasFooters
        headers = sections.flatMap { [makeHeader(of: $0)] + (hasFooters ? [makeFooter(of: $0)] : []) }
        if isSame, before == headers { return nil }
        return .init(
            first: sections.lowerBound,
            list: headers.map { .init(id: $0.id, values: old[$0.key] == $0.values ? nil : told($0)) })
    }

    private func told(_ header: ShownHeader) -> [CellValue?] {
        (header.isFooter ? footerTemplate : headerTemplate)?.told(header.values) ?? header.values
    }

    /// All headers and footers near the visible rect, with their values, for a reload; `nil` if sections have no
    /// headers.
    var allHeaders: CollectionChange.Headers? {
        guard geometry.hasHeaders else { return nil }
        return .init(
            first: heldSections.lowerBound, list: headers.map { .init(id: $0.id, values: told($0)) })
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
            values: values(ofSection: section, headerTemplate, configureHeader, isFooter: false))
    }

    private func makeFooter(of section: Int) -> ShownHeader {
        if headerTemplate != nil, footerTemplate == nil {
            report("The layout has footers, and the storyboard has no template for them.")
        }
        return ShownHeader(
            id: identifier(of: section),
            values: values(ofSection: section, footerTemplate, configureFooter, isFooter: true), isFooter: true)
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
        let supplementaryViews = supplementaryViewsOfSections(isFooter: isFooter)
        return adding(supplementaryViews, of: template, to: view.values) { $0(id, count, $1) }
    }

    /// The steps from the sections' item counts of one list to the counts of another.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    func sectionSteps(from old: [Int], to new: [Int], _ changeset: Changeset<ItemID>)
        -> [CollectionChange.SectionStep]
    {
        guard old != new else { return [] }
        let (deleted, inserted) = (Set(changeset.deletedSections), Set(changeset.insertedSections))
        var steps: [CollectionChange.SectionStep] = []
        func add(_ step: CollectionChange.SectionStep) {
            switch (steps.last, step) {
            case (.keep(let before)?, .keep(let more)): steps[steps.count - 1] = .keep(before + more)
            case (.drop(let before)?, .drop(let more)): steps[steps.count - 1] = .drop(before + more)
            case (.insert(let before, let same)?, .insert(let more, let count)) where same == count:
                steps[steps.count - 1] = .insert(before + more, count: count)
            default: steps.append(step)
            }
        }
        var (from, to) = (0, 0)
        while from < old.count || to < new.count {
            if from < old.count, deleted.contains(from) || to == new.count {
                add(.drop(1))
                from += 1
            } else if inserted.contains(to) || from == old.count {
                add(.insert(1, count: new[to]))
                to += 1
            } else {
                let (before, after) = (old[from], new[to])
                if before == after {
                    add(.keep(1))
                } else {
                    add(.drop(1))
                    add(.insert(1, count: after))
                }
                (from, to) = (from + 1, to + 1)
            }
        }
        if case .keep? = steps.last { steps.removeLast() }
        return steps
    }
}
