public import AviarySnapshots
import GRDB
import HashTreeCollections

/// The visible rowids of an outline at one moment, and the parents of all rows. A copy costs O(1) and shares everything
/// with the original.
///
/// All rows are in one list, which has a section for each parent. The visible rows are a second list. Their keys are
/// labels: numbers that ascend with the rows, with unused numbers in between.
///
///     rows       NULL: 1 2     1: 4 5     2: 3     9: 6       a section for each value of the parent column
///     visible    1  4  5  2                                   1 is expanded, 2 is not, and there is no row 9
public struct RowsOutline: Sendable {
    /// All rows of the request, in one section for each parent.
    let rows: RowsSnapshot
    private var visible: RowList
    /// The expanded rows. Some may be invisible, without children or deleted.
    private(set) var expanded: TreeSet<Int64>

    /// - Complexity: O(*v* log *n*) for *v* visible rows of *n*.
    init(_ rows: RowsSnapshot, expanded: TreeSet<Int64>) {
        self.rows = rows
        self.expanded = expanded
        visible = Self.noRows
        showAnew()
    }

    private static let noRows = RowListBuilder(isDescending: false).list(sizes: nil)

    /// The number of the last entry of the history log that the outline includes; see `RowsSnapshot.version`.
    public var version: Int64 { rows.version }

    /// How many rows there are in all, visible or not. Rows that no root leads to are counted, too.
    ///
    /// - Complexity: O(1).
    public var numberOfRows: Int { rows.numberOfItems }

    /// The expanded rows, visible or not. A row stays among them when it is deleted, so undo brings it back expanded.
    ///
    /// - Complexity: O(*e*) for *e* rows.
    public var expandedItems: Set<Int64> { Set(expanded) }

    /// The children of a row in order, visible or not; none when there is no such row.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* children.
    public func children(of item: Int64) -> [Int64] { rows.items(in: range(ofChildrenOf: .row(item))) }

    /// The ancestors of a row, its parent first; `nil` when there is no such row, or no root leads to it.
    ///
    /// - Complexity: O(*d* log *n*) for *d* ancestors.
    public func ancestors(of item: Int64) -> [Int64]? {
        guard rows.position(of: item) != nil else { return nil }
        var ancestors: [Int64] = []
        // The parents may form a circle. A circle contains one of the marked ancestors sooner or later, because the
        // distance to the next mark doubles (R. Brent, 1980).
        var (mark, next) = (item, 1)
        var row = item
        while true {
            switch parent(ofRow: row) {
            case .root: return ancestors
            case .row(let parent) where parent != mark:
                ancestors.append(parent)
                row = parent
                if ancestors.count == next { (mark, next) = (row, 2 * next) }
            case .row, .none: return nil
            }
        }
    }
}

// MARK: - Parents

extension RowsOutline {
    /// What the parent column of a row says.
    private enum Parent: Hashable {
        /// NULL: the row is a root.
        case root
        case row(Int64)
    }

    /// The parent of a row; `nil` when there is no such row, or when its parent is no row of the list.
    private func parent(ofRow row: Int64) -> Parent? {
        guard let position = rows.position(of: row) else { return nil }
        switch rows.sectionIdentifier(at: rows.section(at: position)).value.storage {
        case .null: return .root
        case .int64(let parent): return known(parent)
        // SQLite compares numbers by their values, so 1.0 is the rowid 1.
        case .double(let parent): return Int64(exactly: parent).flatMap(known)
        case .string, .blob: return nil
        }
    }

    private func known(_ parent: Int64) -> Parent? { rows.position(of: parent) == nil ? nil : .row(parent) }

    /// The positions of children in `rows`.
    private func range(ofChildrenOf parent: Parent) -> Range<Int> {
        let value: DatabaseValue = if case .row(let id) = parent { id.databaseValue } else { .null }
        return rows.section(of: RowsSection(of: value)).map(rows.range(ofSection:)) ?? 0..<0
    }

    /// The rows in a range of `rows`, each followed by its descendants that are visible below it.
    ///
    /// A root must lead to the rows. Then no row comes twice, because each row has one parent.
    private func walk(_ range: Range<Int>) -> [Int64] {
        var walked: [Int64] = []
        var waiting = [rows.items(in: range)[...]]
        while let row = waiting.last?.first {
            waiting[waiting.count - 1].removeFirst()
            if waiting[waiting.count - 1].isEmpty { waiting.removeLast() }
            walked.append(row)
            guard expanded.contains(row) else { continue }
            let children = self.range(ofChildrenOf: .row(row))
            if !children.isEmpty { waiting.append(rows.items(in: children)[...]) }
        }
        return walked
    }
}

// MARK: - Snapshot

extension RowsOutline: OutlineSnapshot {
    /// An outline is one section with the value NULL.
    public typealias SectionID = RowsSection
    /// A row is identified by its rowid.
    public typealias ItemID = Int64

    /// Returns whether this is a copy of another outline.
    ///
    /// - Complexity: O(1).
    public func isIdentical(to other: RowsOutline) -> Bool {
        rows.isIdentical(to: other.rows) && visible.isIdentical(to: other.visible)
    }

    /// Always 1.
    public var numberOfSections: Int { 1 }
    /// How many rows are visible.
    ///
    /// - Complexity: O(1).
    public var numberOfItems: Int { visible.count }
    /// The identifier of the only section.
    public func sectionIdentifier(at section: Int) -> RowsSection { .whole }
    /// 0 for the only section.
    public func section(of identifier: RowsSection) -> Int? { identifier == .whole ? 0 : nil }
    /// All positions.
    public func range(ofSection section: Int) -> Range<Int> { 0..<visible.count }
    /// Always 0.
    public func section(at position: Int) -> Int { 0 }

    /// The visible rowid at a position in `0..<numberOfItems`.
    ///
    /// - Complexity: O(log *v*) for *v* visible rows.
    public func item(at position: Int) -> Int64 { visible[position] }

    /// The position of a visible row; `nil` for any other.
    ///
    /// - Complexity: O(log *v*) for *v* visible rows.
    public func position(of item: Int64) -> Int? { visible.position(of: item) }

    /// The visible rowids in a range of positions, in order.
    ///
    /// - Complexity: O(log *v* + *k*) for *k* of *v* visible rows.
    public func items(in range: Range<Int>) -> [Int64] { visible.ids(in: range) }

    /// The sizes of visible rows, from the request's `SizeKey`.
    ///
    /// - Complexity: O(*k* log *n*) for *k* rows.
    public func sizes(in range: Range<Int>) -> [ItemSize] {
        visible.ids(in: range).map { id in
            rows.position(of: id).map { rows.sizes(in: $0..<$0 + 1)[0] } ?? .unknown
        }
    }

    public var hasLevels: Bool { true }

    public func level(of item: Int64) -> Int? { ancestors(of: item)?.count }

    public func parent(of item: Int64) -> Int64? {
        if case .row(let parent) = parent(ofRow: item) { parent } else { nil }
    }

    public func isExpanded(_ item: Int64) -> Bool { expanded.contains(item) }

    public func hasChildren(_ item: Int64) -> Bool { !range(ofChildrenOf: .row(item)).isEmpty }

    public func settingExpanded(_ isExpanded: Bool, _ item: Int64) -> RowsOutline? {
        expanding(isExpanded, [item])?.new
    }
}

// MARK: - Changes

extension RowsOutline {
    typealias Update = SnapshotUpdate<RowsOutline>

    /// Expands or collapses rows.
    ///
    /// - Returns: `nil` when this changes nothing, also for rows that do not exist.
    /// - Complexity: O(*k* log *n*) for *k* rows that come into view or leave it.
    func expanding(_ isExpanded: Bool, _ items: [Int64]) -> Update? {
        var new = self
        var touched: [Int64: ColumnSet] = [:]
        for item in items where new.expanded.contains(item) != isExpanded && rows.position(of: item) != nil {
            let children = range(ofChildrenOf: .row(item))
            let position = new.visible.position(of: item)
            if isExpanded {
                new.expanded.insert(item)
                guard let position else { continue }
                let block = new.walk(children)
                if !block.isEmpty, !new.show(block, at: position + 1, isBehind: false) {
                    new.showAnew()
                }
                for row in block { touched[row] = [] }
            } else {
                let block = position == nil ? [] : new.walk(children)
                new.expanded.remove(item)
                if !new.hide(block) { new.showAnew() }
                for row in block { touched[row] = [] }
            }
            if position != nil, !children.isEmpty { touched[item] = .all }
        }
        guard new.expanded.count != expanded.count || !touched.isEmpty else { return nil }
        return Update(from: self, to: new, changeset: Changeset(from: self, to: new, touched: touched))
    }

    /// Follows an update of all rows.
    ///
    /// - Complexity: O(*k* log *n*) for *k* changed rows, and rows that come into view, leave it or change their level.
    ///   One more step for each ancestor.
    func following(_ update: SnapshotUpdate<RowsSnapshot>) -> Update {
        let changes = update.changeset
        var new = RowsOutline(rows: update.new, visible: visible, expanded: expanded)
        let updated = Dictionary(uniqueKeysWithValues: changes.updated.map { ($0.id, $0.columns) })
        let placed = changes.inserted.map(\.id) + changes.moved.map(\.id)
        let left = changes.deleted.map(\.id) + changes.moved.map(\.id)
        let hasMany = placed.count + left.count > 1024 && placed.count + left.count > visible.count / 4
        var touched = updated.filter { visible.contains($0.key) }
        let isReplaced = !update.old.isWhole || !update.new.isWhole
        if isReplaced || hasMany || !new.follow(placed: placed, left: left, of: self, &touched) {
            new.showAnew()
            for row in visible.ids(in: 0..<visible.count)
            where isReplaced || disclosure(of: row) != new.disclosure(of: row) { touched[row] = .all }
            return Update(from: self, to: new, changeset: Changeset(from: self, to: new, updated: touched))
        }
        return Update(from: self, to: new, changeset: Changeset(from: self, to: new, touched: touched))
    }

    private init(rows: RowsSnapshot, visible: RowList, expanded: TreeSet<Int64>) {
        (self.rows, self.visible, self.expanded) = (rows, visible, expanded)
    }

    /// Moves, removes and inserts visible rows.
    ///
    /// - Parameters:
    ///   - placed: The rows that were inserted or moved.
    ///   - left: The rows that were deleted or moved.
    ///   - touched: Gets all visible rows that may look different.
    /// - Returns: `false` when there is no room for labels.
    private mutating func follow(
        placed: [Int64], left: [Int64], of old: RowsOutline, _ touched: inout [Int64: ColumnSet]
    ) -> Bool {
        // The former parents lose children, and the new ones get some.
        var parents: Set<Int64> = []
        for row in left {
            if case .row(let parent) = old.parent(ofRow: row) { parents.insert(parent) }
            guard visible.contains(row), let position = old.rows.position(of: row) else { continue }
            let block = old.walk(position..<position + 1)
            for row in block where touched[row] == nil { touched[row] = [] }
            guard hide(block) else { return false }
        }
        var families: [Parent: [Int]] = [:]
        for row in placed {
            guard let position = rows.position(of: row), let parent = parent(ofRow: row) else { continue }
            if case .row(let id) = parent { parents.insert(id) }
            families[parent, default: []].append(position)
        }
        // Ancestors come before their descendants, and a family whose parent is placed comes into view with it.
        let visibleFamilies = families.compactMap { parent, positions in
            level(ofVisibleChildrenOf: parent).map { (level: $0, parent: parent, positions: positions) }
        }
        for family in visibleFamilies.sorted(by: { $0.level < $1.level }) {
            guard place(family.positions.sorted(), under: family.parent, of: old, &touched) else { return false }
        }
        for parent in parents where visible.contains(parent) && old.visible.contains(parent) {
            if hasChildren(parent) != old.hasChildren(parent) { touched[parent] = .all }
        }
        return true
    }

    /// The level of the children of a parent; `nil` when they are not visible.
    private func level(ofVisibleChildrenOf parent: Parent) -> Int? {
        guard case .row(let id) = parent else { return 0 }
        // The usual case first: the parent is collapsed.
        guard expanded.contains(id), let ancestors = ancestors(of: id), ancestors.allSatisfy(expanded.contains) else {
            return nil
        }
        return ancestors.count + 1
    }

    /// Shows rows of one family with their visible descendants.
    ///
    /// - Parameters:
    ///   - positions: The positions of the rows in `rows`, ascending.
    ///   - parent: Is visible and expanded.
    private mutating func place(
        _ positions: [Int], under parent: Parent, of old: RowsOutline, _ touched: inout [Int64: ColumnSet]
    ) -> Bool {
        // If the parent has just come into view, all its children have.
        guard !visible.contains(rows.item(at: positions[0])) else { return true }
        let family = range(ofChildrenOf: parent)
        var index = 0
        while index < positions.count {
            let begin = positions[index]
            var end = begin
            while index < positions.count, positions[index] == end { (index, end) = (index + 1, end + 1) }
            let block = walk(begin..<end)
            let hasSibling = end < family.upperBound
            let next = hasSibling ? rows.item(at: end) : successor(of: parent)
            guard let position = next.map(visible.position(of:)) ?? visible.count,
                show(block, at: position, isBehind: hasSibling)
            else { return false }
            for row in block {
                let isElsewhere = old.visible.contains(row) && old.level(of: row) != level(of: row)
                touched[row, default: []].formUnion(isElsewhere ? .all : [])
            }
        }
        return true
    }

    /// The visible row after a parent and all its descendants; `nil` at the end of the outline.
    private func successor(of parent: Parent) -> Int64? {
        var parent = parent
        while case .row(let id) = parent, let position = rows.position(of: id), let upper = self.parent(ofRow: id) {
            let next = position + 1
            if next < range(ofChildrenOf: upper).upperBound { return rows.item(at: next) }
            parent = upper
        }
        return nil
    }

    // MARK: Visible rows

    /// Shows rows that are not visible yet.
    ///
    /// - Parameter isBehind: `true` when the next row is a sibling, before which more rows may come.
    /// - Returns: `false` when there is no room for their labels.
    private mutating func show(_ block: [Int64], at position: Int, isBehind: Bool) -> Bool {
        guard let labels = visible.labels(block.count, at: position, isBehind: isBehind) else { return false }
        for (offset, row) in block.enumerated() {
            visible.insert(row, at: RowKey(prefix: labels[offset], full: nil), position: position + offset)
        }
        return true
    }

    /// Hides rows. Rows that are hidden already are ignored.
    ///
    /// - Returns: `false` when the list of visible rows violates its invariants.
    private mutating func hide(_ block: [Int64]) -> Bool {
        for row in block { if (try? visible.remove(row)) == nil, visible.contains(row) { return false } }
        return true
    }

    /// Makes the list of visible rows anew, with new labels.
    private mutating func showAnew() {
        let shown = walk(range(ofChildrenOf: .root))
        let distance = UInt64.max / UInt64(shown.count + 2)
        let entries = shown.enumerated().map { Entry(prefix: distance * UInt64($0 + 1), id: $1) }
        visible = RowList(entries: entries, words: nil, keys: nil, isDescending: false)
    }
}

// MARK: - Invariants

extension RowsOutline {
    /// The violated invariants; empty when there are none. For tests.
    ///
    /// - Complexity: O(*n* log *n*).
    package func violations() -> [String] { rows.violations() + visible.violations() }
}
