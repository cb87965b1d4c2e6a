public import AviarySnapshots

/// The rowids of a live query at one moment, in the order of its sort keys.
///
/// A copy costs O(1) and shares everything with the original.
public struct RowsSnapshot: Sendable {
    /// The number of the last entry of the history log that the snapshot includes; for a table without history, a count
    /// of changes.
    public package(set) var version: Int64 = 0

    /// What was known when the snapshot was made.
    private let start: RowsContent

    /// Asks what is known now. No reference is counted for a list that was known whole from the beginning.
    @inline(__always)
    private func now<Answer>(_ ask: (RowsContent) -> Answer) -> Answer {
        guard let rest = start.rest else { return ask(start) }
        return ask(rest.content ?? start)
    }

    /// Whether the snapshot was made of the first rows alone; the others may have become known since.
    var beganWithFirstRows: Bool { start.rest != nil }

    /// The rows that are kept: those of the list and, with a limit, some beyond.
    var rows: RowList { now { $0.rows } }
    /// Those of the rows that are kept; `nil` for a list without sections.
    var sections: RowSections? { now { $0.sections } }
    var window: RowWindow? { now { $0.window } }
    /// Whether every row that the request could show is kept.
    var isComplete: Bool { now { $0.isComplete } }
    /// The sections that are there without rows, too.
    var declared: [RowsSection] { now { $0.declared } }

    init(
        rows: RowList, sections: RowSections?, declared: [RowsSection], window: RowWindow?, isComplete: Bool,
        version: Int64, numbered: NumberedRows? = nil
    ) {
        start = RowsContent(
            rows: rows, sections: sections, declared: declared, window: window, isComplete: isComplete, count: nil,
            numbered: numbered)
        self.version = version
    }

    /// The first rows of a list, until `learn` is called.
    ///
    /// - Parameters:
    ///   - count: How many rows there are in all.
    ///   - sections: Made from counts.
    init(first rows: RowList, of count: Int, sections: RowSections?, declared: [RowsSection], version: Int64) {
        start = RowsContent(
            rows: rows, sections: sections, declared: declared, window: nil, isComplete: true, count: count)
        self.version = version
    }

    /// Makes all rows known, in every copy of this snapshot.
    ///
    /// - Parameter whole: The list of the same moment.
    func learn(_ whole: RowsSnapshot) { start.rest?.content = whole.start }

    /// The snapshot with the sections of its rows alone.
    var undeclared: RowsSnapshot { declaring([]) }

    /// The same rows, with other sections that are there without rows, too.
    func declaring(_ declared: [RowsSection]) -> RowsSnapshot {
        RowsSnapshot(
            rows: rows, sections: sections, declared: declared, window: window, isComplete: isComplete,
            version: version, numbered: now { $0.numbered })
    }

    /// The rows whose records may show something else than in an older list, or are new; all rows where nobody can say.
    ///
    /// - Complexity: O(*n*).
    func changedItems(since old: RowsSnapshot) -> [Int64] {
        let items = items(in: 0..<numberOfKnownItems)
        guard let before = old.now({ $0.numbered }), let rows = now({ $0.numbered }), before.hasContents,
            rows.hasContents
        else { return items }
        return items.filter { before.hashes[$0] != rows.hashes[$0] }
    }
}

extension RowsSnapshot: Snapshot {
    /// A section is identified by the value that its items share. A list without sections is one section with the value
    /// NULL.
    public typealias SectionID = RowsSection
    /// An item is identified by its rowid; where rows have none, by the number of its key, see
    /// `ListRequest.primaryKey`.
    public typealias ItemID = Int64

    /// Whether this is a copy of another snapshot. Then the contents of the rows have not changed either.
    ///
    /// - Complexity: O(1), and O(*d*) for *d* declared sections.
    public func isIdentical(to other: RowsSnapshot) -> Bool {
        version == other.version && beganWithFirstRows == other.beganWithFirstRows
            && rows.isIdentical(to: other.rows) && declared == other.declared
    }

    /// How many sections there are, declared ones without rows included.
    ///
    /// - Complexity: O(1).
    public var numberOfSections: Int { now { $0.numberOfSections } }
    /// How many rows the list shows, within its limit, known or not.
    ///
    /// - Complexity: O(1).
    public var numberOfItems: Int { now { $0.shown.count } }
    /// How many rows are known, from the first: fewer than `numberOfItems` while a list shows its first rows. It grows
    /// in all copies when the others are read.
    ///
    /// - Complexity: O(1).
    public var numberOfKnownItems: Int { now { $0.known } }

    /// The identifier of a section in `0..<numberOfSections`.
    ///
    /// - Complexity: O(log *s*) for *s* sections.
    public func sectionIdentifier(at section: Int) -> RowsSection { now { $0.sectionIdentifier(at: section) } }

    /// The section with this identifier, or `nil`.
    ///
    /// - Complexity: O(log *n*).
    public func section(of identifier: RowsSection) -> Int? { now { $0.section(of: identifier) } }

    /// The positions that a section covers; empty for a declared section without rows.
    ///
    /// - Complexity: O(log *s*) for *s* sections.
    public func range(ofSection section: Int) -> Range<Int> { now { $0.range(ofSection: section) } }

    /// The section that covers a position in `0..<numberOfItems`.
    ///
    /// - Complexity: O(log *s*) for *s* sections.
    public func section(at position: Int) -> Int { now { $0.section(at: position) } }

    /// Whether both have the same sections in the same order, whatever these hold.
    ///
    /// - Complexity: O(*s*) for *s* sections; O(1) when neither a section nor its number of rows has changed since one
    ///   snapshot was made from the other.
    public func hasSameSections(as other: RowsSnapshot) -> Bool {
        now { one in other.now { one.hasSameSections(as: $0) } }
    }

    /// The identifiers of all sections, in order.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    public var sectionIdentifiers: [RowsSection] { now { $0.sectionIdentifiers } }

    /// How many rows each section shows, in order; with a limit, the first and the last one may show a part of theirs.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    public var sectionCounts: [Int] { now { $0.sectionCounts } }

    /// The rowid at a position in `0..<numberOfKnownItems`.
    ///
    /// - Complexity: O(log *n*).
    public func item(at position: Int) -> Int64 { now { $0.rows[$0.shown.lowerBound + position] } }

    /// The sizes that the request's `SizeKey` states for a range of positions; `ItemSize.unknown` for rows that are not
    /// known yet, and in a list that states none.
    ///
    /// - Complexity: O(*n* / 32,768 + *k*) for *k* of *n* rows.
    public func sizes(in range: Range<Int>) -> [ItemSize] { now { $0.sizes(in: range) } }

    /// The position of a row; `nil` when the list does not show it, or does not know it yet.
    ///
    /// - Complexity: O(log *n*).
    public func position(of item: Int64) -> Int? { now { $0.position(of: item) } }

    /// The rowids in a range of positions in `0..<numberOfKnownItems`, in order.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* rows.
    public func items(in range: Range<Int>) -> [Int64] {
        now { $0.rows.ids(in: $0.shown.lowerBound + range.lowerBound..<$0.shown.lowerBound + range.upperBound) }
    }

    /// The index titles of the sections, for an index beside a long list.
    ///
    /// Neighbours that share a title are one entry, with the index of the first of them. A title that comes back
    /// further down is another entry.
    ///
    /// - Complexity: O(*s* log *s*) for *s* sections.
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
