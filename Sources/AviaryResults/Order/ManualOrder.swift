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

    let table: String
    let position: String
    let group: String?
    let origin: @Sendable () -> Double

    /// Creates an order of a table's rows by a column of positions.
    ///
    /// - Parameters:
    ///   - table: The name of a table with rowids.
    ///   - position: The column of numbers.
    ///   - group: The column that divides the rows into groups with separate orders, such as the album of a photo;
    ///     `nil` for one order of all rows.
    ///   - origin: Returns the number where positions begin. A row that is put first gets a position below it, and a
    ///     row that is put last gets a position above it. For example, the column's DEFAULT is the negative time, so
    ///     that new rows of other programs come first. Then `origin` must return the negative time, too.
    public init(
        of table: String, by position: String, within group: String? = nil,
        origin: @escaping @Sendable () -> Double = { 0 }
    ) {
        self.table = table
        self.position = position
        self.group = group
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
    /// - Throws: The errors of `makePositions(for:_:in:)`.
    /// - Complexity: O(*count* log *n*) by one statement, plus the cost of `makePositions(for:_:in:)`.
    public func move(_ ids: [Int64], _ target: Target, in db: Database) throws {
        let ids = ids.lastOfEach
        let (value, room) = try makeRoom(for: ids.count, target, in: db)
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

    /// A list of rowids as a table `aviaryList` with the columns `item`, and `place` from 0. The LIMIT makes SQLite
    /// read the list once, regardless of its statistics for the other table.
    static let list = "(SELECT value AS item, key AS place FROM json_each(?) LIMIT -1) AS aviaryList"
}

/// Positions with equal steps between them.
struct Room: RandomAccessCollection {
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
struct Gap {
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
    /// A list for `json_each`, because the number of arguments is limited, but a list may have any length.
    var json: String { "[\(map(String.init).joined(separator: ","))]" }

    /// Each number once, at its last occurrence.
    fileprivate var lastOfEach: [Int64] {
        var seen = Set<Int64>(minimumCapacity: count)
        let kept = reversed().filter { seen.insert($0).inserted }
        return kept.count == count ? self : kept.reversed()
    }
}
