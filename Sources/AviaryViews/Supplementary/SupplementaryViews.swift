import AviarySnapshots

/// The supplementary views of a collection view: how an app configures them, and the headers and footers near the
/// visible rect.
///
/// The view itself calls the closures of the app, because these may read the view meanwhile.
struct SupplementaryViews<ItemID: ItemIdentifier> {
    typealias OfSection<Result> = (any Hashable & Sendable, Int, Cell) -> Result

    /// The closures that configure headers and footers.
    private(set) var header: OfSection<Void>?
    private(set) var footer: OfSection<Void>?
    /// The closures that configure the supplementary views of cells and of sections, by their kinds.
    private(set) var ofCells: [String: (ItemID, Cell) -> Bool] = [:]
    private(set) var ofSections: [String: OfSection<Bool>] = [:]
    /// The placements of these supplementary views, by their kinds.
    private(set) var placements: [String: SupplementaryPlacement] = [:]
    /// The sections near the visible rect, for which headers and footers are made.
    private(set) var sections = 0..<0
    /// The item count of each section, where sections have headers.
    private(set) var counts: [Int] = []
    /// The headers and footers of these sections, in order.
    private(set) var shown: [ShownHeader] = []

    // MARK: Configuration

    mutating func configureHeaders(_ configure: @escaping OfSection<Void>) { header = configure }

    mutating func configureFooters(_ configure: @escaping OfSection<Void>) { footer = configure }

    mutating func configure(
        _ kind: String, at placement: SupplementaryPlacement, ofCells configure: @escaping (ItemID, Cell) -> Bool
    ) {
        placements[kind] = placement
        ofCells[kind] = configure
    }

    mutating func configure(
        _ kind: String, at placement: SupplementaryPlacement, ofSections configure: @escaping OfSection<Bool>
    ) {
        placements[kind] = placement
        ofSections[kind] = configure
    }

    /// Releases the closures of the app.
    mutating func removeConfigurations() { (header, footer, ofCells, ofSections) = (nil, nil, [:], [:]) }

    // MARK: Headers and footers

    /// Shows the headers and footers of a range of sections.
    ///
    /// - Parameter told: The values of a header or footer, as sent to the screen.
    /// - Returns: The changes that must be sent to the screen; `nil` if there are none.
    mutating func show(
        _ new: [ShownHeader], of sections: Range<Int>, told: (ShownHeader) -> [CellValue?]
    ) -> CollectionChange.Headers? {
        let isSame = sections == self.sections && new == shown
        let old = Dictionary(shown.map { ($0.key, $0.values) }) { first, _ in first }
        (self.sections, shown) = (sections, new)
        if isSame { return nil }
        return .init(
            first: sections.lowerBound,
            list: new.map { .init(id: $0.id, values: old[$0.key] == $0.values ? nil : told($0)) })
    }

    /// All headers and footers near the visible rect, with their values.
    func all(told: (ShownHeader) -> [CellValue?]) -> CollectionChange.Headers {
        .init(first: sections.lowerBound, list: shown.map { .init(id: $0.id, values: told($0)) })
    }

    // MARK: Sections

    /// Notes the item counts of another list; none if its sections have no headers.
    mutating func count(_ new: [Int]) { counts = new }

    /// Notes the item counts after an update.
    ///
    /// - Returns: The steps from the counts before.
    /// - Complexity: O(*s*) for *s* sections.
    mutating func count(_ new: [Int], after changeset: Changeset<ItemID>) -> [CollectionChange.SectionStep] {
        defer { counts = new }
        return CollectionChange.steps(from: counts, to: new, changeset)
    }
}

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

extension CollectionChange {
    /// The steps from the sections' item counts of one list to the counts of another.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    fileprivate static func steps<ItemID>(
        from old: [Int], to new: [Int], _ changeset: Changeset<ItemID>
    ) -> [SectionStep] {
        guard old != new else { return [] }
        let (deleted, inserted) = (Set(changeset.deletedSections), Set(changeset.insertedSections))
        var steps: [SectionStep] = []
        func add(_ step: SectionStep) {
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

extension CellTemplate {
    /// The values of a cell or a header, followed by the values of its supplementary views.
    ///
    /// - Parameters:
    ///   - configurations: The app's configurations, by kind.
    ///   - report: Receives the mistakes of the app.
    ///   - configure: Configures a supplementary view by the app's configuration for its kind. Returns true if the view
    ///     is shown.
    func adding<Configuration>(
        _ configurations: [String: Configuration], to values: [CellValue?], report: (String) -> Void,
        _ configure: (Configuration, Cell) -> Bool
    ) -> [CellValue?] {
        var values = values
        var first = outlets.count
        for own in supplementaryViews {
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
