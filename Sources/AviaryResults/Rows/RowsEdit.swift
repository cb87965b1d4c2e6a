import AviarySnapshots

/// The state of a row after a commit: its sort key and its section.
struct SortedRow {
    var key: RowKey
    /// `nil` in a list without sections.
    var section: RowsSection?
    /// `nil` when the request has no size key.
    var size: ItemSize?
}

/// Turns one snapshot into the next: removes rows, inserts rows, then fills and cuts the window. The sections are
/// updated with each row.
struct RowsEdit {
    private let old: RowsSnapshot
    private(set) var rows: RowList
    private var sections: RowSections?
    /// The sections that were removed or inserted. A moved section is removed and inserted.
    private var changedSections: Set<RowsSection> = []
    private var isComplete: Bool

    init(of old: RowsSnapshot) {
        self.old = old
        rows = old.rows
        sections = old.sections
        isComplete = old.isComplete
    }

    private var isAtEnd: Bool { old.window?.isAtEnd ?? false }

    /// Removes a row if the list has it.
    ///
    /// - Throws: `RowsDisorder`.
    mutating func remove(_ id: Int64) throws {
        guard let position = try rows.remove(id) else { return }
        if let gone = try sections?.remove(id, at: position, leaving: rows) { changedSections.insert(gone) }
    }

    /// Inserts a row. If the window does not keep all rows, a row that belongs beyond the kept rows is left out,
    /// because unknown rows may lie between this row and the kept rows.
    ///
    /// - Throws: `ResultsError.scatteredSection`.
    mutating func insert(_ id: Int64, _ row: SortedRow) throws {
        try insert(id, row, at: rows.position(for: id, at: row.key))
    }

    /// Inserts a row whose sort position only SQLite knows.
    ///
    /// - Parameter precedes: Returns whether the new row comes before another row.
    /// - Returns: `false` when no label, a sort key that the list makes itself, is free at the row's position. Then the
    ///   row is not inserted.
    /// - Throws: `ResultsError.scatteredSection`, and the errors of `precedes`.
    mutating func insert(
        _ id: Int64, _ row: SortedRow, unlessPrecedes precedes: (Int64) throws -> Bool
    ) throws -> Bool {
        let position = try partitionPoint(rows.count) { try !precedes(rows[$0]) }
        guard let label = rows.label(at: position) else { return false }
        try insert(id, SortedRow(key: label, section: row.section, size: row.size), at: position)
        return true
    }

    private mutating func insert(_ id: Int64, _ row: SortedRow, at position: Int) throws {
        if !isComplete, position == (isAtEnd ? 0 : rows.count) { return }
        try put(id, row, at: position)
    }

    private mutating func put(_ id: Int64, _ row: SortedRow, at position: Int) throws {
        rows.insert(id, at: row.key, position: position, size: row.size)
        guard let section = row.section else { return }
        if try sections?.insert(id, into: section, at: position) == true { changedSections.insert(section) }
    }

    // MARK: The window

    /// How many rows must be read beyond the outermost kept row; 0 when enough rows are kept.
    var missing: Int {
        guard let window = old.window, let reach = window.reach, let kept = window.kept else { return 0 }
        return isComplete || rows.count >= reach ? 0 : kept - rows.count
    }

    /// The outermost kept row, beyond which no row is kept; `nil` when there are no rows.
    var outermost: Int64? { rows.outermost(isAtEnd: isAtEnd) }

    /// Adds rows beyond the outermost row: at the front if the window is at the end of the list, otherwise at the back.
    ///
    /// - Parameters:
    ///   - isLast: `true` when no further rows exist beyond the added rows.
    ///   - hasLabels: `true` to give the rows labels as their keys.
    /// - Throws: `RowsDisorder` when a row is in the list already, or does not belong beyond the outermost row;
    ///   `ResultsError.scatteredSection`.
    mutating func extend(by found: [(id: Int64, row: SortedRow)], isLast: Bool, hasLabels: Bool) throws {
        for (id, row) in found {
            guard !rows.contains(id) else { throw RowsDisorder() }
            let position = isAtEnd ? 0 : rows.count
            var row = row
            if hasLabels {
                guard let label = rows.label(at: position) else { throw RowsDisorder() }
                row.key = label
            } else if rows.position(for: id, at: row.key) != position {
                throw RowsDisorder()
            }
            try put(id, row, at: position)
        }
        isComplete = isLast
    }

    private mutating func cut() throws {
        guard let capacity = old.window?.capacity, let kept = old.window?.kept, rows.count > capacity else { return }
        while rows.count > kept, let id = outermost { try remove(id) }
        isComplete = false
    }

    // MARK: The result

    /// If there are more rows than the capacity of the window, drops the outermost ones until `kept` rows are left.
    /// Returns the result.
    ///
    /// - Throws: `RowsDisorder`.
    mutating func finish(version: Int64) throws -> Edited {
        try cut()
        if let sections, sections.rowCount != rows.count { throw RowsDisorder() }
        let new = RowsSnapshot(
            rows: rows, sections: sections, declared: old.declared, window: old.window, isComplete: isComplete,
            version: version)
        var changed = changedSections.union(old.slidSections(to: new, touched: changedSections))
        // When a section gets its first row or loses its last one, declared sections without rows may move. So all
        // declared sections count as changed.
        if !changed.isEmpty { changed.formUnion(old.declared) }
        return (new, changed)
    }

    /// The next snapshot, and the sections that count as changed. When a section was removed, inserted or moved, all
    /// declared sections count.
    typealias Edited = (snapshot: RowsSnapshot, sections: Set<RowsSection>)
}

extension RowsSnapshot {
    /// Returns the items that entered or left the window only because other items moved.
    ///
    /// Without the touched items, the items that are in both windows stand next to each other in each window. So the
    /// items that are in only one of the windows stand at the ends of that window.
    ///
    /// - Parameter touched: Returns whether an item may have moved.
    /// - Complexity: O((*k* + *d*) log *n*) for *k* touched items and *d* others that entered or left.
    func slid(to new: RowsSnapshot, touched: (Int64) -> Bool) -> [Int64] {
        guard window != nil else { return [] }
        func differing(_ one: RowsSnapshot, _ other: RowsSnapshot) -> [Int64] {
            ends(of: one.numberOfItems, one.item(at:), skipping: touched) { other.position(of: $0) != nil }
        }
        return differing(self, new) + differing(new, self)
    }

    /// Returns the sections that entered or left the window because their rows entered or left it. They are found like
    /// the items in `slid(to:touched:)`.
    ///
    /// - Parameter touched: The sections that were removed, inserted or moved.
    func slidSections(to new: RowsSnapshot, touched: Set<RowsSection>) -> [RowsSection] {
        guard window != nil, sections != nil else { return [] }
        if !declared.isEmpty { return undeclared.slidSections(to: new.undeclared, touched: touched) }
        func differing(_ one: RowsSnapshot, _ other: RowsSnapshot) -> [RowsSection] {
            ends(of: one.numberOfSections, one.sectionIdentifier(at:), skipping: touched.contains) {
                other.section(of: $0) != nil
            }
        }
        return differing(self, new) + differing(new, self)
    }

    /// Walks from each end to the first shared element, and returns the untouched elements on the way.
    private func ends<Element>(
        of count: Int, _ element: (Int) -> Element, skipping isTouched: (Element) -> Bool,
        until isShared: (Element) -> Bool
    ) -> [Element] {
        var found: [Element] = []
        func walk(_ positions: some Sequence<Int>) {
            for element in positions.lazy.map(element) where !isTouched(element) {
                if isShared(element) { return }
                found.append(element)
            }
        }
        walk(0..<count)
        walk((0..<count).reversed())
        return found
    }
}
