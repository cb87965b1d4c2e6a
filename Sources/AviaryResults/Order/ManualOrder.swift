public import GRDB

/// An order that people make by hand: a column holds a number for each row, with room before and behind it.
///
///     let order = ManualOrder(of: "photo", by: "position", within: "album")
///
///     try await store.write(receipt: event.receipt) { db in
///         try order.move([dragged], .behind(other), in: db)
///     }
///
/// To put a row between two others, only that row is written. When two neighbours are so close that no number lies
/// between them, the rows around them get new positions in the same order: as few rows as make room that lasts.
///
/// Rows are ordered by the position, then by the rowid, as a `ListRequest` with `Column("position").asc` has them. The
/// table should have an index on the group and the position.
public struct ManualOrder: Sendable {
    /// The place in the order where rows are put.
    public enum Target: Hashable, Sendable {
        /// Before all other rows of a group; `.null` where there are no groups.
        case first(in: DatabaseValue)
        /// Behind all other rows of a group; `.null` where there are no groups.
        case last(in: DatabaseValue)
        /// Right before the row with this rowid, in its group.
        case before(Int64)
        /// Right behind the row with this rowid, in its group.
        case behind(Int64)
    }

    /// Positions for new rows or moved ones. They are free, and are stored by the caller.
    public struct NewPositions: Sendable {
        /// The value of the group's column, as it is stored; NULL where there are no groups. It may have any type,
        /// since any program may have written it.
        public var group: DatabaseValue
        /// In ascending order, as many as were asked for.
        public var positions: [Double]
    }

    let table: String
    let position: String
    let group: String?
    let origin: @Sendable () -> Double

    /// An order of a table's rows by a column of positions.
    ///
    /// - Parameters:
    ///   - table: The name of a table with rowids.
    ///   - position: Its column of numbers.
    ///   - group: The column whose values have an order of their own each, an album for photos; `nil` for one order of
    ///     all rows.
    ///   - origin: The number where positions begin: a row that is put first gets a position below it, one that is put
    ///     last gets one above it. Where other programs insert rows that are to come first, the column's DEFAULT may be
    ///     the negative time; then `origin` returns the negative time, too.
    public init(
        of table: String, by position: String, within group: String? = nil,
        origin: @escaping @Sendable () -> Double = { 0 }
    ) {
        self.table = table
        self.position = position
        self.group = group
        self.origin = origin
    }

    /// Finds positions for some rows at a target. Positions of other rows may be changed to make room.
    ///
    /// - Parameters:
    ///   - count: How many positions are needed.
    ///   - target: Beside a row, or at an end of a group.
    ///   - db: A connection that may write.
    /// - Throws: `RecordError.recordNotFound` when the row beside which they are to stand is gone, and SQLite's errors.
    /// - Complexity: O(log *n* + *count*) in most cases. When rows are put again and again at one target, others are
    ///   renumbered: O(log² *n*) of *n* for each, on average. Only where most positions are equal, or are no numbers,
    ///   does the first call number all rows of the group.
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

    /// Puts rows at a target, in the given order. They join the group of the target. Rows that are gone are left out.
    ///
    /// - Parameters:
    ///   - ids: The rowids of the rows.
    ///   - target: Beside a row, or at an end of a group.
    ///   - db: A connection that may write.
    /// - Throws: As `makePositions(for:_:in:)`.
    /// - Complexity: O(*count* log *n*), beyond that of `makePositions(for:_:in:)`, by one statement.
    public func move(_ ids: [Int64], _ target: Target, in db: Database) throws {
        let ids = ids.lastOfEach
        let (value, room) = try makeRoom(for: ids.count, target, in: db)
        let settings = (group.map { ["\($0.quotedDatabaseIdentifier) = ?"] } ?? []) + ["\(name) = \(Room.sql)"]
        // SQLite saves the pages that a statement with triggers changes, so a statement for each row takes many times as
        // long.
        let move = try db.cachedStatement(
            sql: """
                UPDATE \(tableName) SET \(settings.joined(separator: ", ")) FROM \(Self.list)
                WHERE \(tableName).rowid = aviaryList.item
                """)
        try move.execute(
            arguments: StatementArguments(groupArguments(value) + room.arguments + [ids.json.databaseValue]))
    }

    /// A list of rowids as a table `aviaryList`: `item`, and its `place` from 0. With a LIMIT it is read once, whatever SQLite
    /// has counted in the other table.
    static let list = "(SELECT value AS item, key AS place FROM json_each(?) LIMIT -1) AS aviaryList"
}

/// Positions with equal steps between them.
struct Room: RandomAccessCollection {
    let start: Double
    let step: Double
    /// How many steps come before the first position, beside one.
    var skipped = 0
    let count: Int

    var startIndex: Int { 0 }
    var endIndex: Int { count }
    subscript(index: Int) -> Double { start + Double(skipped + index + 1) * step }

    /// The same number as `subscript` for a place of `ManualOrder.list`: SQLite and Swift add and multiply alike.
    static let sql = "? + (aviaryList.place + ?) * ?"
    var arguments: [DatabaseValue] {
        [start.databaseValue, (skipped + 1).databaseValue, step.databaseValue]
    }

    /// Some of these positions.
    func part(_ range: Range<Int>) -> Room {
        Room(start: start, step: step, skipped: skipped + range.lowerBound, count: range.count)
    }
}

/// Two neighbours, and what lies between them.
struct Gap {
    /// Infinite when there is no neighbour, and no number when the neighbour's position is none.
    let low: Double
    let high: Double

    /// How far apart rows are there: evenly between the two, or by one when there is only one.
    func step(_ count: Int) -> Double {
        low == -.infinity || high == .infinity ? 1 : (high - low) / Double(count + 1)
    }

    /// - Returns: `nil` when there is no room for so many.
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

    /// Whether there is room for so many, and between each two for more.
    ///
    /// - Parameter steps: How many of the smallest steps that a number can make.
    func lasts(_ count: Int, steps: Double) -> Bool {
        let largest = max(low.isFinite ? abs(low) : 0, high.isFinite ? abs(high) : 0)
        return step(count) >= steps * largest.ulp
    }
}

extension [Int64] {
    /// For `json_each`: a statement takes some thousands of arguments, but one list of any length.
    var json: String { "[\(map(String.init).joined(separator: ","))]" }

    /// Each number once, at its last place.
    fileprivate var lastOfEach: [Int64] {
        var seen = Set<Int64>(minimumCapacity: count)
        let kept = reversed().filter { seen.insert($0).inserted }
        return kept.count == count ? self : kept.reversed()
    }
}
