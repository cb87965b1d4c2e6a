public import AviarySnapshots

/// The rowids of a live query at one moment, in the order of its sort keys.
///
/// A copy costs O(1) and shares everything with the original.
public struct RowsSnapshot: Sendable {
    /// The number of the last entry of the history log that the snapshot includes. Without history it counts the
    /// commits that may have changed the list.
    public package(set) var version: Int64 = 0

    /// The content that was known when the snapshot was made.
    private let start: RowsContent

    /// Calls `ask` with the content that is known now. If all rows were known from the beginning, no reference count
    /// changes.
    @inline(__always)
    private func now<Answer>(_ ask: (RowsContent) -> Answer) -> Answer {
        guard let rest = start.rest else { return ask(start) }
        return ask(rest.content ?? start)
    }

    /// `true` when the snapshot was made from the first rows only. The other rows may be known by now.
    var beganWithFirstRows: Bool { start.rest != nil }

    /// The kept rows: all rows of the list and, with a limit, some beyond.
    var rows: RowList { now { $0.rows } }
    /// The sections of the kept rows; `nil` for a list without sections.
    var sections: RowSections? { now { $0.sections } }
    var window: RowWindow? { now { $0.window } }
    /// `true` when the request has no rows beyond the kept rows.
    var isComplete: Bool { now { $0.isComplete } }
    /// The sections that exist even without rows.
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

    /// Creates a snapshot of the first rows of a list. The other rows are unknown until `learn` is called.
    ///
    /// - Parameters:
    ///   - count: How many rows there are in all.
    ///   - sections: Sections that were made from counts.
    init(first rows: RowList, of count: Int, sections: RowSections?, declared: [RowsSection], version: Int64) {
        start = RowsContent(
            rows: rows, sections: sections, declared: declared, window: nil, isComplete: true, count: count)
        self.version = version
    }

    private static let noRows = RowListBuilder(isDescending: false).list(sizes: nil)

    /// Creates the snapshot of a request for aggregates. It has no rows.
    init(_ groups: GroupedValues, version: Int64) {
        start = RowsContent(
            rows: Self.noRows, sections: nil, declared: [], window: nil, isComplete: true, count: nil, groups: groups)
        self.version = version
    }

    /// The values of a request for aggregates; `nil` for a list.
    var groups: GroupedValues? { start.groups }

    /// Makes all rows known, in every copy of this snapshot.
    ///
    /// - Parameter whole: The complete list of the same moment.
    func learn(_ whole: RowsSnapshot) { start.rest?.content = whole.start }

    /// The snapshot without its declared sections. Only sections with rows remain.
    var undeclared: RowsSnapshot { declaring([]) }

    /// Returns the same rows with other declared sections, which exist even without rows.
    func declaring(_ declared: [RowsSection]) -> RowsSnapshot {
        RowsSnapshot(
            rows: rows, sections: sections, declared: declared, window: window, isComplete: isComplete,
            version: version, numbered: now { $0.numbered })
    }

    /// Returns the rows that are new or whose records may look different than in an older list. Returns all rows when
    /// this is unknown.
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
    /// An item is identified by its rowid. In tables without rowids it is the number of its key; see
    /// `ListRequest.primaryKey`.
    public typealias ItemID = Int64

    /// Returns whether this is a copy of another snapshot, so that not even the contents of rows have changed.
    ///
    /// - Complexity: O(1), plus O(*d*) for *d* declared sections.
    public func isIdentical(to other: RowsSnapshot) -> Bool {
        version == other.version && beganWithFirstRows == other.beganWithFirstRows
            && rows.isIdentical(to: other.rows) && declared == other.declared
    }

    /// How many sections there are, including declared sections without rows.
    ///
    /// - Complexity: O(1).
    public var numberOfSections: Int { now { $0.numberOfSections } }
    /// How many rows the list shows within its limit, including unknown rows.
    ///
    /// - Complexity: O(1).
    public var numberOfItems: Int { now { $0.shown.count } }
    /// How many rows are known, counted from the first row. The number is less than `numberOfItems` while only the
    /// first rows of a list are read. It grows in all copies when the other rows are read.
    ///
    /// - Complexity: O(1).
    public var numberOfKnownItems: Int { now { $0.known } }

    /// The identifier of a section in `0..<numberOfSections`.
    ///
    /// - Complexity: O(log *s*) for *s* sections.
    public func sectionIdentifier(at section: Int) -> RowsSection { now { $0.sectionIdentifier(at: section) } }

    /// The index of the section with this identifier; `nil` when there is none.
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

    /// Returns whether both snapshots have the same sections in the same order. The items may differ.
    ///
    /// - Complexity: O(*s*) for *s* sections. O(1) when one snapshot was made from the other, and no section and no
    ///   number of rows has changed.
    public func hasSameSections(as other: RowsSnapshot) -> Bool {
        now { one in other.now { one.hasSameSections(as: $0) } }
    }

    /// The identifiers of all sections, in order.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    public var sectionIdentifiers: [RowsSection] { now { $0.sectionIdentifiers } }

    /// How many rows each section shows, in order. With a limit, the first and the last section may be shown in part.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    public var sectionCounts: [Int] { now { $0.sectionCounts } }

    /// The rowid at a position in `0..<numberOfKnownItems`.
    ///
    /// - Complexity: O(log *n*).
    public func item(at position: Int) -> Int64 { now { $0.rows[$0.shown.lowerBound + position] } }

    /// The sizes of rows in a range of positions, from the request's `SizeKey`. `ItemSize.unknown` for rows that are
    /// not known yet, and in a list without sizes.
    ///
    /// - Complexity: O(*n* / 32,768 + *k*) for *k* of *n* rows.
    public func sizes(in range: Range<Int>) -> [ItemSize] { now { $0.sizes(in: range) } }

    /// The position of a row; `nil` when the list does not show the row, or does not know it yet.
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
    /// Neighbouring sections with the same title share one entry, with the index of the first of them. If the title
    /// appears again further down, it gets another entry.
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
    /// The violated invariants; empty when there are none. For tests.
    ///
    /// - Complexity: O(*n* log *n*).
    package func violations() -> [String] {
        var found = rows.violations()
        if let sections, isWhole { found += sections.violations(of: rows) }
        if let capacity = window?.capacity, rows.count > capacity { found.append("\(rows.count) rows are kept") }
        if let reach = window?.reach, !isComplete, rows.count < reach { found.append("rows are missing at the edge") }
        return found
    }

    /// Returns how many section nodes another snapshot does not share. The edits between the snapshots made these
    /// nodes. For tests.
    ///
    /// - Complexity: O(*s*).
    package func sectionNodes(notIn other: RowsSnapshot) -> Int {
        (sections?.tree ?? SectionTree()).numberOfNodes(notIn: other.sections?.tree ?? SectionTree())
    }
}
