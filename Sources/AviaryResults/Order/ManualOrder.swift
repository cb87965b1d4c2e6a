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
        let rows = try neighbours(of: target, in: db)
        let gap = Gap(low: rows.low, high: rows.high)
        if let positions = gap.positions(count) { return NewPositions(group: rows.group, positions: positions) }
        return try NewPositions(group: rows.group, positions: renumber(around: rows, for: count, in: db))
    }

    /// Puts rows at a target, in the given order. They join the group of the target. Rows that are gone are left out.
    ///
    /// - Parameters:
    ///   - ids: The rowids of the rows.
    ///   - target: Beside a row, or at an end of a group.
    ///   - db: A connection that may write.
    /// - Throws: As `makePositions(for:_:in:)`.
    /// - Complexity: O(*count* log *n*), beyond that of `makePositions(for:_:in:)`.
    public func move(_ ids: [Int64], _ target: Target, in db: Database) throws {
        let made = try makePositions(for: ids.count, target, in: db)
        let settings = (group.map { ["\($0.quotedDatabaseIdentifier) = ?"] } ?? []) + ["\(name) = ?"]
        let move = try db.cachedStatement(
            sql: "UPDATE \(tableName) SET \(settings.joined(separator: ", ")) WHERE rowid = ?")
        for (id, position) in zip(ids, made.positions) {
            try move.execute(
                arguments: StatementArguments(
                    groupArguments(made.group) + [position.databaseValue, id.databaseValue]))
        }
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
    func positions(_ count: Int) -> [Double]? {
        let step = step(count)
        let start = low == -.infinity ? high - Double(count + 1) : low
        let positions = (0..<max(0, count)).map { start + Double($0 + 1) * step }
        let all = [low] + positions + [high]
        return zip(all, all.dropFirst()).allSatisfy { $0 < $1 } ? positions : nil
    }

    /// Whether there is room for so many, and between each two for more.
    ///
    /// - Parameter steps: How many of the smallest steps that a number can make.
    func lasts(_ count: Int, steps: Double) -> Bool {
        let largest = max(low.isFinite ? abs(low) : 0, high.isFinite ? abs(high) : 0)
        return step(count) >= steps * largest.ulp
    }
}
