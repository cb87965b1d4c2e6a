import AviarySnapshots

/// A row as a commit left it: where it belongs, and in which section.
struct PlacedRow {
    var key: RowKey
    /// `nil` in a list without sections.
    var section: RowsSection?
}

/// Turns one snapshot into the next: rows leave, then rows arrive, then the window is filled and cut.
struct RowsEdit {
    private let old: RowsSnapshot
    private(set) var rows: RowList
    private var isComplete: Bool
    /// Rows of the old snapshot that are not where they were.
    private var removed: Set<Int64> = []
    private var arrived: [Int64: RowsSection] = [:]

    init(of old: RowsSnapshot) {
        self.old = old
        rows = old.rows
        isComplete = old.isComplete
    }

    private var isAtEnd: Bool { old.window?.isAtEnd ?? false }

    /// - Throws: `RowsDisorder`.
    mutating func remove(_ id: Int64) throws {
        guard try rows.remove(id) != nil, old.sections != nil else { return }
        removed.insert(id)
    }

    /// Puts in a row that is not there, unless it belongs beyond all that is kept: then nobody knows what lies between.
    mutating func insert(_ id: Int64, _ row: PlacedRow) {
        insert(id, row, at: rows.position(for: id, at: row.key))
    }

    /// Puts in a row whose place only SQLite knows.
    ///
    /// - Parameter precedes: Whether the row stands before another.
    /// - Returns: Whether there was a label left for it.
    mutating func insert(
        _ id: Int64, _ row: PlacedRow, unlessPrecedes precedes: (Int64) throws -> Bool
    ) rethrows -> Bool {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if try precedes(rows[middle]) { high = middle } else { low = middle + 1 }
        }
        guard let label = rows.label(at: low) else { return false }
        insert(id, PlacedRow(key: label, section: row.section), at: low)
        return true
    }

    private mutating func insert(_ id: Int64, _ row: PlacedRow, at position: Int) {
        if !isComplete, position == (isAtEnd ? 0 : rows.count) { return }
        put(id, row, at: position)
    }

    private mutating func put(_ id: Int64, _ row: PlacedRow, at position: Int) {
        rows.insert(id, at: row.key, position: position)
        if let section = row.section { arrived[id] = section }
    }

    // MARK: The window

    /// How many rows must be read beyond the last that is kept; 0 when enough are.
    var missing: Int {
        guard let window = old.window, let reach = window.reach, let kept = window.kept else { return 0 }
        return isComplete || rows.count >= reach ? 0 : kept - rows.count
    }

    /// The row beyond which nothing is kept; `nil` when nothing is.
    var outermost: Int64? { rows.outermost(isAtEnd: isAtEnd) }

    /// Adds the rows next to the outermost, from there on.
    ///
    /// - Parameters:
    ///   - isLast: Whether there is none behind them.
    ///   - hasLabels: Whether the keys are to be made here.
    /// - Throws: `RowsDisorder` when a row is there already, or does not belong beyond the outermost.
    mutating func extend(by found: [(id: Int64, row: PlacedRow)], isLast: Bool, hasLabels: Bool) throws {
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
            put(id, row, at: position)
        }
        isComplete = isLast
    }

    private mutating func cut() throws {
        guard let capacity = old.window?.capacity, let kept = old.window?.kept, rows.count > capacity else { return }
        while rows.count > kept, let id = outermost {
            try rows.remove(id)
            // Who came and went in one commit was never there.
            if old.sections != nil, arrived.removeValue(forKey: id) == nil { removed.insert(id) }
        }
        isComplete = false
    }

    // MARK: The result

    /// - Throws: `ResultsError.scatteredSection`, `RowsDisorder`.
    mutating func finish(version: Int64) throws -> RowsSnapshot {
        try cut()
        return RowsSnapshot(
            rows: rows, sections: try sections(), window: old.window, isComplete: isComplete, version: version)
    }

    private func sections() throws -> RowSections? {
        guard let sections = old.sections, !removed.isEmpty || !arrived.isEmpty else { return old.sections }
        var left: [Int: Int] = [:]
        for id in removed {
            if let position = old.rows.position(of: id) { left[sections.section(at: position), default: 0] += 1 }
        }
        var into: [RowsSection: RowSections.Arrival] = [:]
        for (id, section) in arrived {
            let position = rows.position(of: id) ?? rows.count
            let known = into[section] ?? (rows: 0, first: position, last: position)
            into[section] = (known.rows + 1, min(known.first, position), max(known.last, position))
        }
        let edited = try sections.editing(left: left, arrived: into)
        guard edited.rowCount == rows.count else { throw RowsDisorder() }
        return edited
    }
}

extension RowsSnapshot {
    /// The items that entered or left the window because others did.
    ///
    /// The items that kept their order are one run of the window before and one after, so what differs stands at their
    /// ends.
    ///
    /// - Parameter touched: Which items may have changed places.
    /// - Complexity: O((*k* + *d*) log *n*) for *k* touched items and *d* others that entered or left.
    func slid(to new: RowsSnapshot, touched: (Int64) -> Bool) -> [Int64] {
        guard window != nil else { return [] }
        func differing(_ one: RowsSnapshot, _ other: RowsSnapshot) -> [Int64] {
            var found: [Int64] = []
            func walk(_ positions: some Sequence<Int>) {
                for position in positions {
                    let id = one.item(at: position)
                    if touched(id) { continue }
                    if other.position(of: id) != nil { return }
                    found.append(id)
                }
            }
            walk(0..<one.numberOfItems)
            walk((0..<one.numberOfItems).reversed())
            return found
        }
        return differing(self, new) + differing(new, self)
    }
}
