import AviarySnapshots
import Synchronization

/// The content of a snapshot of rows. All copies of the snapshot share one object, because every observer holds a
/// snapshot, and each update has two.
final class RowsContent: Sendable {
    let rows: RowList
    let sections: RowSections?
    let declared: [RowsSection]
    let window: RowWindow?
    let isComplete: Bool
    /// The kept rows that the list shows.
    let shown: Range<Int>
    /// The sections of the shown rows.
    private let shownSections: Range<Int>
    private let empty: EmptySections
    let numberOfSections: Int
    /// How many of the shown rows are known, from the first one on.
    let known: Int
    /// Gets the complete list later; `nil` when all rows were known from the beginning.
    let rest: Rest?
    /// Hashes of the rows; `nil` for rows with rowids.
    let numbered: NumberedRows?
    /// The values of a request for aggregates, which has no rows; `nil` for a list.
    let groups: GroupedValues?

    /// Holds the complete list of the same moment, once it has been read.
    final class Rest: Sendable {
        private let whole = Mutex<RowsContent?>(nil)

        var content: RowsContent? {
            get { whole.withLock { $0 } }
            set { whole.withLock { $0 = newValue } }
        }
    }

    /// - Parameter count: The number of all rows, if `rows` has only the first of them; otherwise `nil`.
    init(
        rows: RowList, sections: RowSections?, declared: [RowsSection], window: RowWindow?, isComplete: Bool,
        count: Int?, numbered: NumberedRows? = nil, groups: GroupedValues? = nil
    ) {
        self.rows = rows
        self.numbered = numbered
        self.groups = groups
        rest = count.map { _ in Rest() }
        self.declared = declared
        self.sections = sections
        self.window = window
        self.isComplete = isComplete
        let shown = window?.range(in: rows.count) ?? 0..<(count ?? rows.count)
        self.shown = shown
        known = count == nil ? shown.count : rows.count
        let shownSections =
            switch sections?.tree {
            case nil: 0..<1
            case let tree? where shown.count == tree.rowCount: 0..<tree.count
            case let tree?:
                if let first = tree.entry(at: shown.lowerBound), let last = tree.entry(at: shown.upperBound - 1),
                    !shown.isEmpty
                {
                    first.number..<last.number + 1
                } else {
                    0..<0
                }
            }
        self.shownSections = shownSections
        if let sections, !declared.isEmpty {
            empty = EmptySections(of: declared, count: shownSections.count) { section in
                guard let number = sections.number(of: section, in: rows), shownSections.contains(number) else {
                    return nil
                }
                return number - shownSections.lowerBound
            }
        } else {
            empty = .none
        }
        numberOfSections = shownSections.count + empty.count
    }
}

// MARK: - Sections

extension RowsContent {
    func sectionIdentifier(at section: Int) -> RowsSection {
        guard let sections else { return .whole }
        switch empty[section] {
        case .filled(let number): return sections.tree[shownSections.lowerBound + number].section
        case .empty(let section, _): return section
        }
    }

    func section(of identifier: RowsSection) -> Int? {
        guard let sections else { return identifier == .whole ? 0 : nil }
        guard let section = sections.number(of: identifier, in: rows), shownSections.contains(section) else {
            return empty.number(of: identifier)
        }
        return empty.number(ofFilled: section - shownSections.lowerBound)
    }

    func range(ofSection section: Int) -> Range<Int> {
        guard let sections else { return 0..<shown.count }
        switch empty[section] {
        case .filled(let number): return range(ofFilledSection: number, in: sections)
        case .empty(_, let before):
            let end = before == 0 ? 0 : range(ofFilledSection: before - 1, in: sections).upperBound
            return end..<end
        }
    }

    private func range(ofFilledSection number: Int, in sections: RowSections) -> Range<Int> {
        let range = sections.tree[shownSections.lowerBound + number].rows.clamped(to: shown)
        return range.lowerBound - shown.lowerBound..<range.upperBound - shown.lowerBound
    }

    func section(at position: Int) -> Int {
        guard let tree = sections?.tree else { return 0 }
        let number = tree.entry(at: shown.lowerBound + position)?.number ?? tree.count
        return empty.number(ofFilled: number - shownSections.lowerBound)
    }

    func hasSameSections(as other: RowsContent) -> Bool {
        switch (sections?.tree, other.sections?.tree) {
        case (nil, nil): true
        case (let one?, let two?) where one.isIdentical(to: two) && declared == other.declared:
            shownSections == other.shownSections
        case (_?, _?):
            numberOfSections == other.numberOfSections && sectionIdentifiers == other.sectionIdentifiers
        default: false
        }
    }

    var sectionIdentifiers: [RowsSection] {
        guard let sections else { return [.whole] }
        var identifiers: [RowsSection] = []
        identifiers.reserveCapacity(sections.count)
        sections.tree.forEach { section, _ in identifiers.append(section) }
        return empty.merged(Array(identifiers[shownSections])) { $0 }
    }

    var sectionCounts: [Int] {
        guard let sections else { return [shown.count] }
        var counts: [Int] = []
        counts.reserveCapacity(sections.count)
        sections.tree.forEach { _, rows in counts.append(rows) }
        counts = Array(counts[shownSections])
        // A window may begin and end inside a section.
        if !counts.isEmpty { counts[0] = range(ofFilledSection: 0, in: sections).count }
        if counts.count > 1 { counts[counts.count - 1] = range(ofFilledSection: counts.count - 1, in: sections).count }
        return empty.merged(counts) { _ in 0 }
    }
}

// MARK: - Rows

extension RowsContent {
    func position(of item: Int64) -> Int? {
        guard let position = rows.position(of: item), shown.contains(position) else { return nil }
        return position - shown.lowerBound
    }

    func sizes(in range: Range<Int>) -> [ItemSize] {
        let known = range.clamped(to: 0..<self.known)
        var sizes = rows.sizes(in: shown.lowerBound + known.lowerBound..<shown.lowerBound + known.upperBound)
        if known != range { sizes += Array(repeating: .unknown, count: range.count - known.count) }
        return sizes
    }
}
