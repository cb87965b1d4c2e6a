public import AviaryText
public import GRDB

/// An order that people make by hand. A column has a number for each row, with room before and after it.
///
///     let order = ManualOrder(of: "photo", by: "position", within: "album")
///
///     try await store.write(receipt: event.receipt) { db in
///         try order.move([dragged], .behind(other), in: db)
///     }
///
/// To put a row between two others, only that row is written. Two neighbours may be so close that no number lies
/// between them. Then the rows around them get new positions in the same order. Only so many rows are written as
/// lasting room needs.
///
/// Rows are ordered by the position, then by the rowid, like in a `ListRequest` with `Column("position").asc`. The
/// table should have an index on the group and the position.
public struct ManualOrder: Sendable {
    /// The target of a move: an end of a group, or a side of a row.
    public enum Target: Hashable, Sendable {
        /// Before all other rows of a group; `.null` without groups.
        case first(in: DatabaseValue)
        /// After all other rows of a group; `.null` without groups.
        case last(in: DatabaseValue)
        /// Directly before the row with this rowid, in its group.
        case before(Int64)
        /// Directly after the row with this rowid, in its group.
        case behind(Int64)
    }

    /// Free positions for new or moved rows. The caller stores them.
    public struct NewPositions: Sendable {
        /// The stored value of the group's column; NULL without groups. It may have any type, because any program may
        /// have written it.
        public var group: DatabaseValue
        /// The positions in ascending order, as many as requested.
        public var positions: [Double]
    }

    /// The rows of an outline would be moved below themselves. Another window may have moved the target below them.
    public struct CircleError: SpokenError, CustomStringConvertible {
        public func sentence(in words: Words) -> String { words.store.belowItself }

        /// The sentence in English.
        public var description: String { sentence(in: .english) }
    }

    private let table: String
    private let position: String
    private let group: String?
    private let isOutline: Bool
    private let origin: @Sendable () -> Double

    /// Creates an order of a table's rows by a column of positions.
    ///
    /// - Parameters:
    ///   - table: The name of a table with rowids.
    ///   - position: The column of numbers.
    ///   - group: The column that divides the rows into groups with separate orders, such as the album of a photo;
    ///     `nil` for one order of all rows.
    ///   - isOutline: Whether the group of a row is the rowid of its parent. Then no row is moved below itself.
    ///   - origin: Returns the number where positions begin. A row that is put first gets a position below it, and a
    ///     row that is put last gets a position above it. For example, the column's DEFAULT is the negative time, so
    ///     that new rows of other programs come first. Then `origin` must return the negative time, too.
    public init(
        of table: String, by position: String, within group: String? = nil, isOutline: Bool = false,
        origin: @escaping @Sendable () -> Double = { 0 }
    ) {
        self.table = table
        self.position = position
        self.group = group
        self.isOutline = isOutline
        self.origin = origin
    }

    /// Finds positions for some rows at a target. May change positions of other rows to make room.
    ///
    /// - Parameters:
    ///   - count: How many positions are needed.
    ///   - target: A side of a row, or an end of a group.
    ///   - db: A connection that may write.
    /// - Returns: The positions, and the group of the target.
    /// - Throws: `RecordError.recordNotFound` when the row of the target is gone, and SQLite's errors.
    /// - Complexity: O(log *n* + *count*) in most cases. When rows are put at the same target again and again, other
    ///   rows are renumbered, on average O(log² *n*) of *n* rows for each new position. Usually all rows of a large
    ///   group are only renumbered if most positions are equal or are not numbers.
    public func makePositions(for count: Int, _ target: Target, in db: Database) throws -> NewPositions {
        let (group, room) = try makeRoom(for: count, target, in: db)
        return NewPositions(group: group, positions: Array(room))
    }

    private func makeRoom(for count: Int, _ target: Target, in db: Database) throws -> (group: DatabaseValue, Room) {
        let rows = try neighbours(of: target, in: db)
        let room =
            try Gap(low: rows.low, high: rows.high).room(for: count)
            ?? renumber(around: rows, for: count, in: db)
        return (rows.group, room)
    }

    /// Moves rows to a target, in the given order. They join the group of the target.
    ///
    /// - Parameters:
    ///   - ids: The rowids of the rows. A repeated rowid counts at its last occurrence. Rows that do not exist are left
    ///     out.
    ///   - target: A side of a row, or an end of a group.
    ///   - db: A connection that may write.
    /// - Throws: The errors of `makePositions(for:_:in:)`; `CircleError` for rows of an outline.
    /// - Complexity: O(*count* log *n*) by one statement, plus the cost of `makePositions(for:_:in:)`. In an outline the
    ///   ancestors of the target are read, too.
    public func move(_ ids: [Int64], _ target: Target, in db: Database) throws {
        let ids = ids.lastOfEach
        let (value, room) = try makeRoom(for: ids.count, target, in: db)
        if isOutline, let group, try isBelow(ids, value, group, in: db) { throw CircleError() }
        let settings = (group.map { ["\($0.quotedDatabaseIdentifier) = ?"] } ?? []) + ["\(name) = \(Room.sql)"]
        // SQLite saves the pages that a statement with triggers changes, so one statement for each row would take many
        // times as long.
        let move = try db.cachedStatement(
            sql: """
                UPDATE \(tableName) SET \(settings.joined(separator: ", ")) FROM \(Self.list)
                WHERE \(tableName).rowid = aviaryList.item
                """)
        try move.execute(
            arguments: StatementArguments(groupArguments(value) + room.arguments + [ids.json.databaseValue]))
    }

    /// Returns whether a row of an outline is one of these rows or below one. The parents may form a circle.
    private func isBelow(_ ids: [Int64], _ row: DatabaseValue, _ parent: String, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE upward(item) AS (
                SELECT ? UNION SELECT \(parent.quotedDatabaseIdentifier) FROM upward
                JOIN \(tableName) ON \(tableName).rowid = upward.item)
                SELECT 1 FROM upward WHERE item IN (SELECT value FROM json_each(?)) LIMIT 1
                """)
        return try Int.fetchOne(statement, arguments: [row, ids.json.databaseValue]) != nil
    }

    /// A list of rowids as a table `aviaryList` with the columns `item`, and `place` from 0. The LIMIT makes SQLite
    /// read the list once, regardless of its statistics for the other table.
    fileprivate static let list = "(SELECT value AS item, key AS place FROM json_each(?) LIMIT -1) AS aviaryList"
}

/// Positions with equal steps between them.
private struct Room: RandomAccessCollection {
    let start: Double
    let step: Double
    /// How many positions are skipped before the first one.
    var skipped = 0
    let count: Int

    var startIndex: Int { 0 }
    var endIndex: Int { count }
    subscript(index: Int) -> Double { start + Double(skipped + index + 1) * step }

    /// The same number as `subscript` returns. SQLite computes it for a place in `ManualOrder.list`.
    static let sql = "? + (aviaryList.place + ?) * ?"
    var arguments: [DatabaseValue] {
        [start.databaseValue, (skipped + 1).databaseValue, step.databaseValue]
    }

    /// Some of these positions.
    func part(_ range: Range<Int>) -> Room {
        Room(start: start, step: step, skipped: skipped + range.lowerBound, count: range.count)
    }
}

/// The numbers between two neighbours.
private struct Gap {
    /// Infinite without a neighbour, and NaN when the neighbour's position is not a number.
    let low: Double
    let high: Double

    /// Returns the distance between `count` new rows: equal parts of the gap between two neighbours, or 1 with one
    /// neighbour or none.
    func step(_ count: Int) -> Double {
        low == -.infinity || high == .infinity ? 1 : (high - low) / Double(count + 1)
    }

    /// - Returns: `nil` when there is not enough room.
    func room(for count: Int) -> Room? {
        let step = step(count)
        let start = low == -.infinity ? high - Double(count + 1) : low
        let room = Room(start: start, step: step, count: max(0, count))
        var last = low
        for position in room {
            guard last < position else { return nil }
            last = position
        }
        return last < high ? room : nil
    }

    /// Returns whether there is room for `count` rows, and for more rows between each two.
    ///
    /// - Parameter steps: The required distance, in the smallest steps that a number can make.
    func lasts(_ count: Int, steps: Double) -> Bool {
        let largest = max(low.isFinite ? abs(low) : 0, high.isFinite ? abs(high) : 0)
        return step(count) >= steps * largest.ulp
    }
}

extension [Int64] {
    /// Each number once, at its last occurrence.
    fileprivate var lastOfEach: [Int64] {
        var seen = Set<Int64>(minimumCapacity: count)
        let kept = reversed().filter { seen.insert($0).inserted }
        return kept.count == count ? self : kept.reversed()
    }
}

// MARK: - Reading

extension ManualOrder {
    /// A row of the table, and its position.
    private struct Neighbour {
        var id: Int64
        var position: DatabaseValue

        /// NaN when the position is not a number, so that there is no room beside the row.
        var number: Double { Double.fromDatabaseValue(position) ?? .nan }
    }

    /// The rows on both sides of a target, and the bounds for new positions between them.
    private struct Neighbours {
        var group: DatabaseValue
        var before: Neighbour?
        var behind: Neighbour?
        var low: Double
        var high: Double
    }

    private func neighbours(of target: Target, in db: Database) throws -> Neighbours {
        switch target {
        case .first(let group):
            // Values that are not numbers come before or after all numbers. They are left out, and so are infinities.
            let first = try rows(1, of: group, "\(name) > -9e307 AND \(name) < 9e307", [], isForward: true, in: db)
                .first
            let high = min(first?.number ?? .infinity, origin())
            return Neighbours(group: group, before: nil, behind: first, low: -.infinity, high: high)
        case .last(let group):
            let last = try rows(1, of: group, "\(name) > -9e307 AND \(name) < 9e307", [], isForward: false, in: db)
                .first
            let low = max(last?.number ?? -.infinity, origin())
            return Neighbours(group: group, before: last, behind: nil, low: low, high: .infinity)
        case .before(let id):
            let (group, own) = try row(id, in: db)
            let before = try rows(1, before: own, of: group, in: db).first
            return Neighbours(
                group: group, before: before, behind: own, low: before?.number ?? -.infinity, high: own.number)
        case .behind(let id):
            let (group, own) = try row(id, in: db)
            let behind = try rows(1, behind: own, of: group, in: db).first
            return Neighbours(
                group: group, before: own, behind: behind, low: own.number, high: behind?.number ?? .infinity)
        }
    }

    private func row(_ id: Int64, in db: Database) throws -> (group: DatabaseValue, row: Neighbour) {
        let statement = try db.cachedStatement(
            sql: "SELECT \(groupName), \(name) FROM \(tableName) WHERE rowid = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else {
            throw RecordError.recordNotFound(databaseTableName: table, key: ["rowid": id.databaseValue])
        }
        return (row[0], Neighbour(id: id, position: row[1]))
    }

    /// The nearest rows after a row, in their order.
    private func rows(_ count: Int, behind row: Neighbour, of group: DatabaseValue, in db: Database) throws
        -> [Neighbour]
    {
        // NULL comes before all other values, and `>` is never true for it. So rows with NULL need conditions of their
        // own.
        guard row.position.isNull else {
            let later = "(\(name), rowid) > (?, ?)"
            return try rows(count, of: group, later, [row.position, row.id.databaseValue], isForward: true, in: db)
        }
        let nulls = try rows(
            count, of: group, "\(name) IS NULL AND rowid > ?", [row.id.databaseValue], isForward: true, in: db)
        if nulls.count == count { return nulls }
        return try nulls + rows(count - nulls.count, of: group, "\(name) IS NOT NULL", [], isForward: true, in: db)
    }

    /// The nearest rows before a row, nearest first.
    private func rows(_ count: Int, before row: Neighbour, of group: DatabaseValue, in db: Database) throws
        -> [Neighbour]
    {
        if row.position.isNull {
            return try rows(
                count, of: group, "\(name) IS NULL AND rowid < ?", [row.id.databaseValue], isForward: false, in: db)
        }
        let earlier = "(\(name), rowid) < (?, ?)"
        let found = try rows(count, of: group, earlier, [row.position, row.id.databaseValue], isForward: false, in: db)
        if found.count == count { return found }
        return try found + rows(count - found.count, of: group, "\(name) IS NULL", [], isForward: false, in: db)
    }

    private func rows(
        _ count: Int, of group: DatabaseValue, _ condition: String, _ arguments: [DatabaseValue], isForward: Bool,
        in db: Database
    ) throws -> [Neighbour] {
        let direction = isForward ? "ASC" : "DESC"
        let statement = try db.cachedStatement(
            sql: """
                SELECT rowid, \(name) FROM \(tableName) WHERE \(isOfGroup) AND \(condition)
                ORDER BY \(name) \(direction), rowid \(direction) LIMIT ?
                """)
        let all = groupArguments(group) + arguments + [count.databaseValue]
        return try Row.fetchAll(statement, arguments: StatementArguments(all)).map { row in
            // Another program may have replaced the table by a view. Some builds of SQLite give the rows of a view the
            // rowid NULL.
            guard let id = Int64.fromDatabaseValue(row[0]) else {
                throw DatabaseError(message: "\(table) is not a table with rowids")
            }
            return Neighbour(id: id, position: row[1])
        }
    }

    // MARK: SQL

    private var tableName: String { table.quotedDatabaseIdentifier }
    private var name: String { position.quotedDatabaseIdentifier }
    private var groupName: String { group?.quotedDatabaseIdentifier ?? "NULL" }
    private var isOfGroup: String { group.map { "\($0.quotedDatabaseIdentifier) IS ?" } ?? "1" }
    private func groupArguments(_ value: DatabaseValue) -> [DatabaseValue] { group == nil ? [] : [value] }
}

// MARK: - Renumbering

// Renumbering uses list labeling. It takes a run, which is some successive rows around the target, and spaces these
// rows evenly. If a run has not enough room, a larger run is tried. A larger run needs more room for each row than a
// smaller one. So many rows can be added to a run before it is renumbered again.

extension ManualOrder {
    /// Gives the rows around a target new positions, in the same order.
    ///
    /// - Returns: Free positions at the target.
    private func renumber(around neighbours: Neighbours, for count: Int, in db: Database) throws -> Room {
        var (reach, steps) = (32, 64.0)
        while true {
            // Where a side has more rows than the run, the farthest row keeps its position and limits the run.
            let before =
                try neighbours.before.map { row in
                    try [row] + rows(reach, before: row, of: neighbours.group, in: db)
                } ?? []
            let behind =
                try neighbours.behind.map { row in
                    try [row] + rows(reach, behind: row, of: neighbours.group, in: db)
                } ?? []
            let (hasBefore, hasBehind) = (before.count > reach, behind.count > reach)
            if !hasBefore, !hasBehind { return try renumberAll(around: neighbours, for: count, in: db) }
            let run = Array(before.prefix(reach).reversed() + behind.prefix(reach))
            let gap = Gap(
                low: hasBefore ? before[reach].number : -.infinity, high: hasBehind ? behind[reach].number : .infinity)
            let total = run.count + count
            if gap.lasts(total, steps: steps), let room = gap.room(for: total) {
                let own = before.prefix(reach).count
                try write(run.map(\.id), to: room, leaving: own..<own + count, in: db)
                return room.part(own..<own + count)
            }
            (reach, steps) = (4 * reach, 1.5 * steps)
        }
    }

    /// Gives the rows `ids` the evenly spaced positions of `room`, in their order. The positions of the range `free`
    /// stay unused. Rows that already have the right position are not written.
    private func write(_ ids: [Int64], to room: Room, leaving free: Range<Int>, in db: Database) throws {
        let position = "?1 + (aviaryList.place + iif(aviaryList.place < ?4, 0, ?5) + ?2) * ?3"
        let update = try db.cachedStatement(
            sql: """
                UPDATE \(tableName) SET \(name) = \(position) FROM \(Self.list.replacing("?", with: "?6"))
                WHERE \(tableName).rowid = aviaryList.item AND \(tableName).\(name) IS NOT \(position)
                """)
        let bounds = [free.lowerBound.databaseValue, free.count.databaseValue]
        try update.execute(arguments: StatementArguments(room.arguments + bounds + [ids.json.databaseValue]))
    }

    /// Numbers all rows of the group, in steps of one.
    private func renumberAll(around neighbours: Neighbours, for count: Int, in db: Database) throws -> Room {
        let ranked = """
            SELECT rowid AS item, row_number() OVER (ORDER BY \(name), rowid) AS rank
            FROM \(tableName) WHERE \(isOfGroup)
            """
        let group = groupArguments(neighbours.group)
        func rank(of row: Neighbour) throws -> Int {
            let arguments = StatementArguments(group + [row.id.databaseValue])
            return try Int.fetchOne(
                db, sql: "SELECT rank FROM (\(ranked)) WHERE item = ?", arguments: arguments) ?? 0
        }
        let own = try neighbours.before.map(rank) ?? neighbours.behind.map { try rank(of: $0) - 1 } ?? 0
        let origin = origin()
        try db.execute(
            sql: """
                UPDATE \(tableName) SET \(name) = ? + ranked.rank + iif(ranked.rank > ?, ?, 0)
                FROM (\(ranked)) AS ranked WHERE \(tableName).rowid = ranked.item
                """,
            arguments: StatementArguments(
                [origin.databaseValue, own.databaseValue, count.databaseValue] + group))
        return Room(start: origin, step: 1, skipped: own, count: count)
    }
}
