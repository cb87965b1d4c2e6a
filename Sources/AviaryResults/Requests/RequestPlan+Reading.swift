import AviarySnapshots
import Foundation
import GRDB
import GRDBSQLite
import Logging

/// The rows that some commits touched, as they are now.
struct TouchedRows {
    struct TouchedRow {
        var columns: ColumnSet
        /// `true` when a change of another table may have moved the row, even if no column of the row has changed.
        var dependsOnOthers = false
        /// The sort position; `nil` when the row does not belong to the list.
        var sorted: SortedRow?
    }

    /// The first sequence that the log holds from the requested one on, and the last sequence that it has ever given;
    /// `nil` before the first change.
    var bounds: (first: Int64, last: Int64)?
    /// Each touched row once.
    var rows: [Int64: TouchedRow] = [:]
}

extension RequestPlan: FollowReading {
    var plan: RequestPlan { self }

    func snapshot(_ db: Database, version: Int64, logger: Logger) throws -> RowsSnapshot {
        if let aggregation { return RowsSnapshot(try groups(aggregation, db), version: version) }
        let found = try rows(of: unsorted ?? load, isSorted: unsorted == nil, db, logger: logger)
        return try whole(
            found.rows, found.sections, isComplete: window?.kept.map { found.count < $0 } ?? true, version: version,
            found.numbered)
    }

    /// `true` when the first rows can be shown before the others are read. This needs a count of all rows. It also
    /// needs the log, because the list later follows the commits that come meanwhile.
    var canShowFirstRows: Bool { following == .history && window == nil && !source.hasJoins }

    /// Reads the first rows, and counts all rows, also by section.
    ///
    /// - Parameter limit: How many rows are read. If the list has fewer rows, the snapshot is whole.
    /// - Complexity: O(*limit*) when an index has the rows in order, plus SQLite's counting and sorting.
    func firstRows(_ db: Database, limit: Int, version: Int64, logger: Logger) throws -> RowsSnapshot {
        let counts = source.sectionKey == nil ? nil : try counts(db)
        let (rows, sections, count, _) =
            try rows(ofLargeSection: counts?.first, limit: limit, db, logger: logger)
            ?? rows(of: try Query("\(source.select())\(source.order()) LIMIT \(limit)", in: db), db, logger: logger)
        guard count == limit else { return try whole(rows, sections, isComplete: true, version: version) }
        if let counts {
            return RowsSnapshot(
                first: rows, of: counts.reduce(0) { $0 + $1.rows }, sections: try RowSections(ofUnknownRows: counts),
                declared: declared, version: version)
        }
        let total = try Query(source.counting, in: db).rows(db).0.next() ?? nil
        return RowsSnapshot(
            first: rows, of: max(Int(total ?? 0), count), sections: nil, declared: declared, version: version)
    }

    /// Reads the first rows of a section that has more than `limit` rows. So SQLite does not compute the section's
    /// order for each row, and does not sort rows of other sections.
    ///
    /// - Returns: `nil` when the section is missing or has at most `limit` rows, or when the statement does not find
    ///   its rows.
    private func rows(
        ofLargeSection section: RowSections.Counts.Element?, limit: Int, _ db: Database, logger: Logger
    ) throws -> FoundRows? {
        guard let section, section.rows > limit else { return nil }
        let query = try Query("\(source.select(ofSection: section.section)) LIMIT \(limit)", in: db)
        let found = try rows(of: query, db, logger: logger)
        return found.count == limit && found.sections.map(\.section) == [section.section] ? found : nil
    }

    /// Returns the number of rows of each section, in order.
    private func counts(_ db: Database) throws -> RowSections.Counts {
        let (cursor, handle) = try Query(source.countingSections, in: db).rows(db)
        var counts: RowSections.Counts = []
        while try cursor.next() != nil {
            guard let section = section(in: handle, from: 1, like: nil) else { continue }
            counts.append((section, Int(sqlite3_column_int64(handle, 0))))
        }
        return counts
    }

    private func whole(
        _ rows: RowList, _ sections: RowSections.Counts, isComplete: Bool, version: Int64,
        _ numbered: NumberedRows? = nil
    ) throws -> RowsSnapshot {
        RowsSnapshot(
            rows: rows, sections: source.sectionKey == nil ? nil : try RowSections(sections, of: rows),
            declared: declared, window: window, isComplete: isComplete, version: version, numbered: numbered)
    }

    /// The rows of a statement, their sections, how many rows were read, and hashes of the rows if they have no rowids.
    private typealias FoundRows = (rows: RowList, sections: RowSections.Counts, count: Int, numbered: NumberedRows?)

    /// Reads the rows of a statement, and counts them by section.
    ///
    /// A view, a query or a join may return an identifier twice. Then its first row counts. Without a join this is a
    /// fault, and is logged.
    ///
    /// - Parameter isSorted: `false` for rows that are sorted here.
    private func rows(
        of query: Query, isSorted: Bool = true, _ db: Database, logger: Logger
    ) throws -> FoundRows {
        guard let numbers else { return try readRows(of: query, isSorted: isSorted, db, logger: logger) }
        return try numbers.reading { try readRows(of: query, isSorted: isSorted, db, logger: logger) }
    }

    private func readRows(of query: Query, isSorted: Bool, _ db: Database, logger: Logger) throws -> FoundRows {
        let (cursor, handle) = try query.rows(db)
        var list = RowListBuilder(isDescending: orders?.first?.isDescending ?? false)
        var sections: RowSections.Counts = []
        var sizes = source.sizes.map { _ in [Float]() }
        let mayRepeat = shape.kind != .table || source.hasJoins
        var seen = Set<Int64>()
        var duplicates: [Int64] = []
        var hashes: [Int64: Int]? = numbers == nil ? nil : [:]
        var count = 0
        while try cursor.next() != nil {
            let id = numbers.map { item($0, in: handle) } ?? sqlite3_column_int64(handle, 0)
            count += 1
            if mayRepeat, !seen.insert(id).inserted {
                duplicates.append(id)
                continue
            }
            if numbers != nil { hashes?[id] = source.contents.isEmpty ? 0 : hash(ofContentIn: handle) }
            list.append(id, sortKey(in: handle, from: 1) ?? RowKey(prefix: 0, full: nil))
            if let section = section(in: handle, from: 1, like: sections.last?.section) {
                if section != sections.last?.section { sections.append((section, 0)) }
                sections[sections.count - 1].rows += 1
            }
            for index in sizes.indices { sizes[index].append(number(index, ofSizeIn: handle, from: 1)) }
        }
        if !isSorted { list.sort() }
        if !duplicates.isEmpty, !source.hasJoins {
            logger.warning(
                "Identifiers are not unique", metadata: ["table": "\(shape.name)", "rows": "\(duplicates.prefix(20))"])
        }
        if window?.isReadBackwards == true {
            list.reverse()
            sections.reverse()
            for index in sizes.indices { sizes[index].reverse() }
        }
        if orders == nil { list.label() }
        let numbered = hashes.map { NumberedRows(hashes: $0, hasContents: !source.contents.isEmpty) }
        if let numbered { numbers?.keepKeys(of: numbered) }
        return (list.list(sizes: sizes.isEmpty ? nil : RowSizes(sizes)), sections, count, numbered)
    }

    func logged(_ db: Database, after version: Int64, limit: Int) throws -> TouchedRows? {
        var result = TouchedRows()
        var entries = 0
        try touched.tail.forEachRow(db, with: version, version) { handle in
            if sqlite3_column_type(handle, 1) != SQLITE_NULL {
                let last = sqlite3_column_int64(handle, 1).asSequence
                let isEmpty = sqlite3_column_type(handle, 0) == SQLITE_NULL
                result.bounds = (isEmpty ? last + 1 : sqlite3_column_int64(handle, 0).asSequence, last)
            }
            guard sqlite3_column_type(handle, 2) != SQLITE_NULL else { return true }
            entries += 1
            guard entries <= limit else { return false }
            let id = sqlite3_column_int64(handle, 2)
            let bits = UInt64(bitPattern: sqlite3_column_int64(handle, 3))
            let columns = knowsColumns || bits == .max ? ColumnSet(rawValue: bits) : .all
            if result.rows[id] == nil {
                let matches = touched.tailHasKeys && sqlite3_column_int(handle, 4) == 1
                result.rows[id] = .init(columns: columns, sorted: matches ? sortedRow(in: handle, from: 5) : nil)
            } else {
                result.rows[id]?.columns.formUnion(columns)
            }
            return true
        }
        return entries > limit ? nil : result
    }

    func rows(dependingOn dependency: DependencyPlan, _ db: Database, after version: Int64) throws -> Set<Int64> {
        try dependency.touched(db, after: version)
    }

    func changesExceed(_ limit: Int, of table: String, _ db: Database, after version: Int64) throws -> Bool {
        try History.changesExceed(limit, of: table, after: version, in: db)
    }

    func sorted(_ rows: Set<Int64>, _ db: Database) throws -> [Int64: SortedRow] {
        var found: [Int64: SortedRow] = [:]
        try touched.forEach(of: rows, db) { handle in
            let id = sqlite3_column_int64(handle, 0)
            if found[id] == nil { found[id] = sortedRow(in: handle, from: 1) }
        }
        return found
    }

    func precedes(_ id: Int64, _ other: Int64, _ db: Database) throws -> Bool {
        try touched.first(of: id, other, db) == id
    }

    func version(_ db: Database) throws -> Int64 { try History.version(db) }

    func changes(_ db: Database, after version: Int64) throws -> [Int64: ColumnSet]? {
        try History.changes(of: shape.name, after: version, in: db)
    }

    func rows(_ db: Database, beyond id: Int64?, count: Int) throws -> [(id: Int64, row: SortedRow)] {
        var found: [(id: Int64, row: SortedRow)] = []
        for query in try queries(db, beyond: id) where found.count < count {
            let (cursor, handle) = try query.rows(db, [count - found.count])
            while try cursor.next() != nil {
                found.append((sqlite3_column_int64(handle, 0), sortedRow(in: handle, from: 1)))
            }
        }
        return found
    }

    /// Returns the queries that together read the rows beyond one row, in their order. The last argument of each is a
    /// limit.
    func queries(_ db: Database, beyond id: Int64?) throws -> [Query] {
        let isReversed = window?.isReadBackwards ?? false
        var selects = [SQL("\(source.select())\(source.order(isReversed: isReversed))")]
        if let id {
            var nulls: [Bool]?
            try touched.forEach(of: [id], db) { handle in
                nulls = source.keys.indices.map { sqlite3_column_type(handle, Int32($0 + 1)) == SQLITE_NULL }
            }
            guard let nulls else { throw RowsDisorder() }
            selects = source.selects(beyond: id, nulls: nulls, isReversed: isReversed)
        }
        return try selects.map { try Query("\($0) LIMIT ?", in: db) }
    }

    // MARK: Keys

    /// Returns the number of a row that has no rowid.
    private func item(_ numbers: RowNumbers, in handle: OpaquePointer) -> Int64 {
        let first = keyValue(in: handle, 0)
        if let own = numbers.own(first) { return own }
        let others = (0..<Int32(source.otherKeyColumns.count)).map { Int32(1 + source.values.count) + $0 }
        var bytes = Array(FullKey(section: first).bytes)
        for column in others { bytes += FullKey(section: keyValue(in: handle, column)).bytes }
        return numbers.number(of: bytes) { ([0] + others).map { value(in: handle, $0) } }
    }

    private func sortedRow(in handle: OpaquePointer, from column: Int32) -> SortedRow {
        SortedRow(
            key: sortKey(in: handle, from: column) ?? RowKey(prefix: 0, full: nil),
            section: section(in: handle, from: column, like: nil), size: size(in: handle, from: column))
    }

    /// Returns a value of a key. A text is UTF-8, as GRDB reads it, in any encoding of the database.
    func keyValue(in handle: OpaquePointer, _ column: Int32) -> SortValue {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT else { return sortValue(in: handle, column) }
        return .text(utf8(in: handle, column))
    }

    /// Returns a hash of a row's columns after the sort keys: sizes, other key columns, and what the record reads.
    private func hash(ofContentIn handle: OpaquePointer) -> Int {
        var hasher = Hasher()
        for column in (0..<sqlite3_column_count(handle)).dropFirst(1 + source.sort.count) {
            switch sortValue(in: handle, column) {
            case .null: hasher.combine(0)
            case .integer(let integer):
                hasher.combine(1)
                hasher.combine(integer)
            case .real(let double):
                hasher.combine(2)
                hasher.combine(double.bitPattern)
            case .text(let bytes), .blob(let bytes):
                hasher.combine(sqlite3_column_type(handle, column))
                hasher.combine(bytes.count)
                hasher.combine(bytes: bytes)
            }
        }
        return hasher.finalize()
    }

    private func size(in handle: OpaquePointer, from column: Int32) -> ItemSize? {
        switch source.sizes.count {
        case 0: nil
        case 1: ItemSize(ratio: number(0, ofSizeIn: handle, from: column))
        default:
            ItemSize(
                width: number(0, ofSizeIn: handle, from: column), height: number(1, ofSizeIn: handle, from: column))
        }
    }

    /// Returns one number of a size; 0 for a value that is not a number.
    private func number(_ index: Int, ofSizeIn handle: OpaquePointer, from column: Int32) -> Float {
        Float(sqlite3_column_double(handle, column + Int32(source.sort.count + index)))
    }

    /// Returns the sort key; `nil` when only SQLite can compare the keys of two rows.
    private func sortKey(in handle: OpaquePointer, from column: Int32) -> RowKey? {
        guard let orders else { return nil }
        if orders.count == 1 { return RowKey(CollectionOfOne(sortValue(in: handle, column)), orders: orders) }
        return RowKey((0..<Int32(orders.count)).lazy.map { self.sortValue(in: handle, column + $0) }, orders: orders)
    }

    /// - Parameter last: The section of the row before. It is returned if the row belongs to it.
    private func section(in handle: OpaquePointer, from column: Int32, like last: RowsSection?) -> RowsSection? {
        guard let number = source.sectionKey else { return nil }
        let key = FullKey(section: sortValue(in: handle, column + Int32(number)))
        if let last, last.has(key) { return last }
        return RowsSection(value: value(in: handle, column + Int32(number)), key: key)
    }

    /// The value is valid until the statement steps.
    func sortValue(in handle: OpaquePointer, _ column: Int32) -> SortValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: .text(bytes(in: handle, column))
        case SQLITE_BLOB: .blob(bytes(in: handle, column))
        default: .null
        }
    }

    func value(in handle: OpaquePointer, _ column: Int32) -> DatabaseValue {
        switch sortValue(in: handle, column) {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .real(let double): double.databaseValue
        case .text: text(in: handle, column).databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
    }

    private func text(in handle: OpaquePointer, _ column: Int32) -> String {
        String(decoding: utf8(in: handle, column), as: UTF8.self)
    }

    /// Returns a text as UTF-8, in any encoding of the database.
    private func utf8(in handle: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer {
        let text = UnsafeRawPointer(sqlite3_column_text(handle, column))
        return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
    }

    private func bytes(in handle: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
    }
}
