import AviarySnapshots
import GRDB
import GRDBSQLite

/// Reads and follows the values of a request for aggregates.
extension RequestPlan {
    /// The values after some commits, and the work of reading them.
    struct NextGroups {
        var groups: GroupedValues
        let version: Int64
        var rowsRead = 0
        var groupsRead = 0
    }

    /// The group of a row, and the row's values for the aggregates.
    private struct Share: Equatable {
        let section: RowsSection
        let values: [RowValue]
    }

    /// A row that the log names.
    private struct Touched {
        var before: LogEntry.Before
        var columns: ColumnSet
        /// `true` when an entry tells whether the row existed before.
        var isSettled: Bool

        init(_ entry: Entry) {
            // A row that a REPLACE deletes has only an entry that precedes the removal.
            (before, columns) = (entry.before, entry.columns)
            isSettled = entry.isRemoval || entry.isInsert
        }

        /// A trigger of a cascade may log an update of a new row before its insert. The row still counts as new.
        mutating func add(_ entry: Entry) {
            columns.formUnion(entry.columns)
            if entry.isInsert, !isSettled { before = .nothing }
            isSettled = isSettled || entry.isRemoval || entry.isInsert
        }
    }

    /// An entry of the log.
    private struct Entry {
        let sequence: Int64
        let row: Int64
        let before: LogEntry.Before
        /// All columns for a removal.
        let columns: ColumnSet
        let isRemoval: Bool
        var isInsert: Bool { if case .nothing = before { true } else { false } }
    }

    /// The rows that the log names after a sequence, as they were and as they are.
    private struct Changes {
        /// The last sequence of the log.
        var last: Int64
        /// How many rows may count for something else now.
        var count = 0
        /// The rows that existed before, with their old values.
        var before: [(id: Int64, values: [RowValue])] = []
        /// The present shares of the rows that satisfy the filter.
        var arriving: [Int64: Share] = [:]
    }

    /// Reads the values of all groups.
    ///
    /// - Complexity: O(*n*) for *n* rows, plus SQLite's sorting.
    func groups(_ aggregation: AggregatePlan, _ db: Database) throws -> GroupedValues {
        let (cursor, handle) = try aggregation.all.rows(db)
        var groups: [RowsSection: AggregateGroup] = [:]
        let isGrouped = source.sectionKey != nil
        while try cursor.next() != nil {
            let section = isGrouped ? groupSection(in: handle, 0) : .whole
            groups[section] = group(aggregation, in: handle, from: isGrouped ? 1 : 0)
        }
        return GroupedValues(groups)
    }

    /// Computes the values after the commits that the log has after a sequence.
    ///
    /// - Returns: `nil` when all values have to be read again: the log has more than `limit` entries, lacks entries, or
    ///   has old values that cannot be read.
    /// - Throws: `RowsDisorder` when the values contradict the log.
    /// - Complexity: O(*k* log *g*) for *k* touched rows and *g* groups, besides groups that SQLite reads again.
    func groups(
        following old: GroupedValues, _ db: Database, after version: Int64, limit: Int
    ) throws -> NextGroups? {
        guard let aggregation, let former = aggregation.former,
            let changes = try changes(aggregation, former, db, after: version, limit: limit)
        else { return nil }
        var next = NextGroups(groups: old, version: changes.last)
        if changes.count == 0 { return next }
        next.rowsRead = changes.count

        let arriving = changes.arriving
        var leaving: [Int64: Share] = [:]
        try former.read(changes.before) {
            leaving[sqlite3_column_int64($0, 0)] = share(aggregation, in: $0, from: 1)
        }

        var changed: [RowsSection: AggregateGroup] = [:]
        var unknown: Set<RowsSection> = []
        let none = AggregateGroup(
            rows: 0, cells: aggregation.columns.map { AggregateCell(ofNoRowsBy: $0.function) })
        func count(_ share: Share, _ sign: Int) {
            var group = changed[share.section] ?? old.group(share.section) ?? none
            if !group.count(share.values, sign: sign, by: aggregation.columns) { unknown.insert(share.section) }
            changed[share.section] = group
        }
        // New values are counted first. So a smallest value stays known when a smaller one replaces it.
        for (id, share) in arriving where leaving[id] != share { count(share, 1) }
        for (id, share) in leaving where arriving[id] != share { count(share, -1) }
        guard changed.values.allSatisfy({ $0.rows >= 0 }) else { throw RowsDisorder() }
        for (section, group) in changed where group.rows == 0 {
            unknown.remove(section)
            changed[section] = none
        }
        if unknown.count > max(1, aggregation.searchesGroups ? old.count / 4 : 0) { return nil }
        for section in unknown {
            let (cursor, handle) = try aggregation.query(of: section, source, in: db).rows(db)
            guard try cursor.next() != nil else { return nil }
            changed[section] = group(aggregation, in: handle, from: 0)
        }
        next.groupsRead = unknown.count
        let isGrouped = source.sectionKey != nil
        next.groups.set(changed.mapValues { isGrouped && $0.rows == 0 ? nil : $0 })
        return next
    }

    /// Reads the log after a sequence, and the rows that it names.
    ///
    /// - Returns: `nil` when the log has more than `limit` entries, lacks entries, or has values that cannot be read.
    private func changes(
        _ aggregation: AggregatePlan, _ former: FormerRows, _ db: Database, after version: Int64, limit: Int
    ) throws -> Changes? {
        // The columns of `TouchedQueries.tail`.
        let firstKey: Int32 = 5
        let firstOld = firstKey + Int32(touched.tailKeys)
        var bounds: (first: Int64, last: Int64)?
        var reader = LogEntry.BeforeReader(db)
        var entries: [Entry] = []
        var arriving: [Int64: Share] = [:]
        try touched.tail.forEachRow(db, with: version, version) { handle in
            if bounds == nil, sqlite3_column_type(handle, 1) != SQLITE_NULL {
                let last = sqlite3_column_int64(handle, 1).asSequence
                let isEmpty = sqlite3_column_type(handle, 0) == SQLITE_NULL
                bounds = (isEmpty ? last + 1 : sqlite3_column_int64(handle, 0).asSequence, last)
            }
            guard sqlite3_column_type(handle, 2) == SQLITE_INTEGER else { return true }
            let row = sqlite3_column_int64(handle, 2)
            let isRemoval = sqlite3_column_int(handle, firstOld + 3) != 0
            let isKnown = !isRemoval && sqlite3_column_type(handle, 3) == SQLITE_INTEGER
            let columns = ColumnSet(rawValue: isKnown ? UInt64(bitPattern: sqlite3_column_int64(handle, 3)) : .max)
            entries.append(
                Entry(
                    sequence: sqlite3_column_int64(handle, firstOld + 2), row: row,
                    before: try reader.before(in: handle, firstOld), columns: columns, isRemoval: isRemoval))
            if mayCount(columns), sqlite3_column_int(handle, 4) == 1, arriving[row] == nil {
                arriving[row] = share(aggregation, in: handle, from: firstKey)
            }
            return entries.count <= limit
        }
        let (first, last) = bounds ?? (1, 0)
        guard last >= version, first <= version + 1, entries.count <= limit else { return nil }

        entries.sort { $0.sequence < $1.sequence }
        var rows: [Int64: Touched] = [:]
        for entry in entries {
            if rows[entry.row] == nil { rows[entry.row] = Touched(entry) } else { rows[entry.row]?.add(entry) }
        }
        var changes = Changes(last: last, arriving: arriving)
        for (id, row) in rows where mayCount(row.columns) {
            changes.count += 1
            switch row.before {
            case .nothing: break
            case .values(let values):
                guard former.fits(values) else { return nil }
                changes.before.append((id, values))
            case .unreadable: return nil
            }
        }
        return changes
    }

    /// Returns whether a change of these columns may change what a row counts for.
    private func mayCount(_ columns: ColumnSet) -> Bool { columns == .all || !columns.isDisjoint(with: ordering) }

    // MARK: Columns

    private func groupSection(in handle: OpaquePointer, _ column: Int32) -> RowsSection {
        // The key is read first, because reading the value as text converts it to UTF-8.
        let key = FullKey(section: sortValue(in: handle, column))
        return RowsSection(value: value(in: handle, column), key: key)
    }

    /// Returns what a row counts for.
    ///
    /// - Parameter column: The first of the columns `RequestSource.values`.
    private func share(_ aggregation: AggregatePlan, in handle: OpaquePointer, from column: Int32) -> Share {
        let first = column + Int32(source.sort.count - aggregation.width)
        return Share(
            section: source.sectionKey.map { groupSection(in: handle, column + Int32($0)) } ?? .whole,
            values: aggregation.places.map { $0.map { rowValue(in: handle, first + Int32($0)) } ?? .null })
    }

    /// Returns a group from the columns of `AggregatePlan.all` after the section.
    private func group(_ aggregation: AggregatePlan, in handle: OpaquePointer, from first: Int32) -> AggregateGroup {
        var column = first + 1
        let cells = aggregation.columns.map { aggregate in
            let value = rowValue(in: handle, column)
            column += 1
            guard [.sum, .average].contains(aggregate.function) else { return AggregateCell(value) }
            let magnitude = sqlite3_column_double(handle, column + 2)
            let tally = AggregateCell.Tally(
                count: sqlite3_column_int64(handle, column),
                sum: Int64(exactly: sqlite3_column_double(handle, column + 1)) ?? 0,
                magnitude: Int64(exactly: magnitude) ?? .max)
            column += 3
            return AggregateCell(value, tally: tally.magnitude <= AggregateCell.Tally.mostMagnitude ? tally : nil)
        }
        return AggregateGroup(rows: Int(sqlite3_column_int64(handle, first)), cells: cells)
    }

    /// Returns a value. A text is UTF-8, in any encoding of the database.
    private func rowValue(in handle: OpaquePointer, _ column: Int32) -> RowValue {
        switch keyValue(in: handle, column) {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let double): .real(double)
        case .text(let bytes): .text(Array(bytes))
        case .blob(let bytes): .blob(Array(bytes))
        }
    }
}
