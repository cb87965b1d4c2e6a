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

        init(_ entry: LogEntry) {
            // A row that a REPLACE deletes has only an entry that precedes the removal.
            (before, columns) = (entry.before, entry.isRemoval ? .all : entry.columns)
            isSettled = entry.isRemoval || entry.isInsert
        }

        /// A trigger of a cascade may log an update of a new row before its insert. The row still counts as new.
        mutating func add(_ entry: LogEntry) {
            columns.formUnion(entry.isRemoval ? .all : entry.columns)
            if entry.isInsert, !isSettled { before = .nothing }
            isSettled = isSettled || entry.isRemoval || entry.isInsert
        }
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
        guard let aggregation, let former = aggregation.former else { return nil }
        let last = try db.integer(History.lastSequence)?.asSequence ?? 0
        var next = NextGroups(groups: old, version: last)
        if last == version { return next }
        let first = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT min(seq) FROM main.\(History.log) WHERE seq >= ?"), arguments: [version])
        guard last > version, first?.asSequence ?? last + 1 <= version + 1 else { return nil }
        guard let (ids, before) = try touched(by: former, db, after: version, limit: limit) else { return nil }
        if ids.isEmpty { return next }
        next.rowsRead = ids.count

        var (leaving, arriving): ([Int64: Share], [Int64: Share]) = ([:], [:])
        try former.read(before) { leaving[sqlite3_column_int64($0, 0)] = share(aggregation, in: $0) }
        let (cursor, handle) = try touched.rows.rows(db, [ids.json])
        while try cursor.next() != nil { arriving[sqlite3_column_int64(handle, 0)] = share(aggregation, in: handle) }

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

    /// Reads the log after a sequence.
    ///
    /// - Returns: The rows that may count for something else now, and those that existed before, with their old values.
    ///   `nil` when the log has more than `limit` entries, or values that cannot be read.
    private func touched(
        by former: FormerRows, _ db: Database, after version: Int64, limit: Int
    ) throws -> (ids: [Int64], before: [(id: Int64, values: [RowValue])])? {
        var rows: [Int64: Touched] = [:]
        var entries = 0
        let condition = "seq > ? AND tbl = ? ORDER BY seq LIMIT ?"
        try LogEntry.forEach(where: condition, [version, shape.name, limit + 1], in: db) { entry in
            entries += 1
            if rows[entry.row] == nil { rows[entry.row] = Touched(entry) } else { rows[entry.row]?.add(entry) }
        }
        guard entries <= limit else { return nil }
        var ids: [Int64] = []
        var before: [(id: Int64, values: [RowValue])] = []
        for (id, row) in rows where row.columns == .all || !row.columns.isDisjoint(with: ordering) {
            ids.append(id)
            switch row.before {
            case .nothing: break
            case .values(let values):
                guard former.fits(values) else { return nil }
                before.append((id, values))
            case .unreadable: return nil
            }
        }
        return (ids, before)
    }

    // MARK: Columns

    private func groupSection(in handle: OpaquePointer, _ column: Int32) -> RowsSection {
        // The key is read first, because reading the value as text converts it to UTF-8.
        let key = FullKey(section: sortValue(in: handle, column))
        return RowsSection(value: value(in: handle, column), key: key)
    }

    /// Returns what a row counts for, from the columns of `RequestSource.select`.
    private func share(_ aggregation: AggregatePlan, in handle: OpaquePointer) -> Share {
        let first = Int32(1 + source.sort.count - aggregation.width)
        return Share(
            section: source.sectionKey.map { groupSection(in: handle, Int32(1 + $0)) } ?? .whole,
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
