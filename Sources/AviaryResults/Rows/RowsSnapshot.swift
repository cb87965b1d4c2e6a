public import AviarySnapshots
import Synchronization

/// The rowids of a live query at one moment, in the order of its sort keys. Copies are free.
public struct RowsSnapshot: Sendable {
    /// The last entry of the history log that the snapshot includes; for a table without history, a count of changes.
    public package(set) var version: Int64 = 0

    /// What was known when the snapshot was made.
    private let start: Content
    private var content: Content { start.rest?.content ?? start }

    /// Whether the snapshot was made of the first rows alone; the others may have become known since.
    var beganWithFirstRows: Bool { start.rest != nil }

    /// The rows that are kept: those of the list and, with a limit, some beyond.
    var rows: RowList { content.rows }
    /// Those of the rows that are kept; `nil` for a list without sections.
    var sections: RowSections? { content.sections }
    var window: RowWindow? { content.window }
    /// Whether every row that the request could show is kept.
    var isComplete: Bool { content.isComplete }
    /// The kept rows that the list holds.
    private var shown: Range<Int> { content.shown }
    /// Their sections.
    private var shownSections: Range<Int> { content.shownSections }
    /// The sections that are there without rows, too.
    var declared: [RowsSection] { content.declared }
    private var empty: EmptySections { content.empty }

    /// One object for all copies: whoever watches a list holds a copy, and updates carry two.
    private final class Content: Sendable {
        let rows: RowList
        let sections: RowSections?
        let declared: [RowsSection]
        let window: RowWindow?
        let isComplete: Bool
        let shown: Range<Int>
        let shownSections: Range<Int>
        let empty: EmptySections
        /// How many of the rows that are shown are known, from the first on.
        let known: Int
        /// `nil` when all were known from the beginning.
        let rest: Rest?

        /// - Parameter count: How many rows there are, when `rows` are the first of them alone.
        init(
            rows: RowList, sections: RowSections?, declared: [RowsSection], window: RowWindow?, isComplete: Bool,
            count: Int?
        ) {
            self.rows = rows
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
            guard let sections, !declared.isEmpty else {
                empty = .none
                return
            }
            empty = EmptySections(of: declared, count: shownSections.count) { section in
                guard let number = sections.number(of: section, in: rows), shownSections.contains(number) else {
                    return nil
                }
                return number - shownSections.lowerBound
            }
        }
    }

    /// The list of the same moment, once it was read whole.
    private final class Rest: Sendable {
        private let whole = Mutex<Content?>(nil)

        var content: Content? {
            get { whole.withLock { $0 } }
            set { whole.withLock { $0 = newValue } }
        }
    }

    init(
        rows: RowList, sections: RowSections?, declared: [RowsSection], window: RowWindow?, isComplete: Bool,
        version: Int64
    ) {
        start = Content(
            rows: rows, sections: sections, declared: declared, window: window, isComplete: isComplete, count: nil)
        self.version = version
    }

    /// The first rows of a list, until `learn` is called.
    ///
    /// - Parameters:
    ///   - count: How many rows there are in all.
    ///   - sections: Made from counts.
    init(first rows: RowList, of count: Int, sections: RowSections?, declared: [RowsSection], version: Int64) {
        start = Content(
            rows: rows, sections: sections, declared: declared, window: nil, isComplete: true, count: count)
        self.version = version
    }

    /// Makes all rows known, in every copy of this snapshot.
    ///
    /// - Parameter whole: The list of the same moment.
    func learn(_ whole: RowsSnapshot) { start.rest?.content = whole.start }

    /// The snapshot with the sections of its rows alone.
    var undeclared: RowsSnapshot {
        RowsSnapshot(
            rows: rows, sections: sections, declared: [], window: window, isComplete: isComplete, version: version)
    }
}

extension RowsSnapshot: Snapshot {
    /// A section is named by the value its items share; a list without sections is one section named NULL.
    public typealias SectionID = RowsSection
    public typealias ItemID = Int64

    /// Whether this is a copy of another. Then the elements have not changed either.
    public func isIdentical(to other: RowsSnapshot) -> Bool {
        version == other.version && beganWithFirstRows == other.beganWithFirstRows
            && rows.isIdentical(to: other.rows) && declared == other.declared
    }

    public var numberOfSections: Int { shownSections.count + empty.count }
    public var numberOfItems: Int { shown.count }
    public var numberOfKnownItems: Int { content.known }

    /// - Complexity: O(log *s*) for *s* sections.
    public func sectionIdentifier(at section: Int) -> RowsSection {
        guard let sections else { return .whole }
        switch empty[section] {
        case .filled(let number): return sections.tree[shownSections.lowerBound + number].section
        case .empty(let section, _): return section
        }
    }

    /// - Complexity: O(log *n*).
    public func section(of identifier: RowsSection) -> Int? {
        guard let sections else { return identifier == .whole ? 0 : nil }
        guard let section = sections.number(of: identifier, in: rows), shownSections.contains(section) else {
            return empty.number(of: identifier)
        }
        return empty.number(ofFilled: section - shownSections.lowerBound)
    }

    /// - Complexity: O(log *s*) for *s* sections.
    public func range(ofSection section: Int) -> Range<Int> {
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

    public func section(at position: Int) -> Int {
        guard let tree = sections?.tree else { return 0 }
        let number = tree.entry(at: shown.lowerBound + position)?.number ?? tree.count
        return empty.number(ofFilled: number - shownSections.lowerBound)
    }

    public func hasSameSections(as other: RowsSnapshot) -> Bool {
        switch (sections?.tree, other.sections?.tree) {
        case (nil, nil): true
        case (let one?, let two?) where one.isIdentical(to: two) && declared == other.declared:
            shownSections == other.shownSections
        case (_?, _?):
            numberOfSections == other.numberOfSections && sectionIdentifiers == other.sectionIdentifiers
        default: false
        }
    }

    public var sectionIdentifiers: [RowsSection] {
        guard let sections else { return [.whole] }
        var identifiers: [RowsSection] = []
        identifiers.reserveCapacity(sections.count)
        sections.tree.forEach { section, _ in identifiers.append(section) }
        return empty.merged(Array(identifiers[shownSections])) { $0 }
    }

    public var sectionCounts: [Int] {
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

    public func item(at position: Int) -> Int64 {
        let content = content
        return content.rows[content.shown.lowerBound + position]
    }

    public func sizes(in range: Range<Int>) -> [ItemSize] {
        let (content, first) = (content, shown.lowerBound)
        let known = range.clamped(to: 0..<content.known)
        var sizes = content.rows.sizes(in: first + known.lowerBound..<first + known.upperBound)
        if known != range { sizes += Array(repeating: .unknown, count: range.count - known.count) }
        return sizes
    }

    public func position(of item: Int64) -> Int? {
        let content = content
        guard let position = content.rows.position(of: item), content.shown.contains(position) else { return nil }
        return position - content.shown.lowerBound
    }

    public func items(in range: Range<Int>) -> [Int64] {
        let content = content
        let first = content.shown.lowerBound
        return content.rows.ids(in: first + range.lowerBound..<first + range.upperBound)
    }

    /// The index titles of the sections: what stands beside a long list. Neighbours with one title stand there once, for the
    /// first of them; a title that comes back further down stands there again.
    ///
    /// - Complexity: O(*s*).
    public var sectionIndexTitles: [(title: String, section: Int)] {
        var titles: [(title: String, section: Int)] = []
        for section in 0..<numberOfSections {
            let title = sectionIdentifier(at: section).indexTitle
            if titles.last?.title != title { titles.append((title, section)) }
        }
        return titles
    }
}

// MARK: - Invariants

extension RowsSnapshot {
    /// What is wrong inside; empty when nothing is. For tests.
    ///
    /// - Complexity: O(*n* log *n*).
    package func violations() -> [String] {
        var found = rows.violations()
        if let sections, isWhole { found += sections.violations(of: rows) }
        if let capacity = window?.capacity, rows.count > capacity { found.append("\(rows.count) rows are kept") }
        if let reach = window?.reach, !isComplete, rows.count < reach { found.append("rows are missing at the edge") }
        return found
    }

    /// How many nodes of its sections another snapshot does not have: what the edits between them had to make. For tests.
    ///
    /// - Complexity: O(*s*).
    package func sectionNodes(notIn other: RowsSnapshot) -> Int {
        (sections?.tree ?? SectionTree()).numberOfNodes(notIn: other.sections?.tree ?? SectionTree())
    }
}
