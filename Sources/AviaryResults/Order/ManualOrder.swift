public import GRDB

/// An order that people make by hand: a column holds a number for each row, with room before and behind it.
///
///     let order = ManualOrder(of: "photo", by: "position", within: "album")
///
///     try await store.write(receipt: event.receipt) { db in
///         try order.move([dragged], .behind(other), in: db)
///     }
///
/// A row that is put between two others is written, and nothing else. When two neighbours are so close that no number lies
/// between them, the rows around them get new positions in the same order: as few as make room that lasts.
///
/// Rows are ordered by the position, then by the rowid, as a `ListRequest` with `Column("position").asc` has them.
/// The table wants an index on the group and the position.
public struct ManualOrder: Sendable {
    /// Where rows are put.
    public enum Target: Hashable, Sendable {
        /// Before all others of a group; `.null` where there are no groups.
        case first(in: DatabaseValue)
        /// Behind all others of a group.
        case last(in: DatabaseValue)
        /// In the group of that row, right before it.
        case before(Int64)
        /// In the group of that row, right behind it.
        case behind(Int64)
    }

    /// Positions for new rows or moved ones.
    public struct NewPositions: Sendable {
        /// The group they belong to, as it is stored. It may be of any type: any program may have written it.
        public var group: DatabaseValue
        /// In ascending order, as many as were asked for.
        public var positions: [Double]
    }

    let table: String
    let position: String
    let group: String?
    let origin: @Sendable () -> Double

    /// - Parameters:
    ///   - table: One with rowids.
    ///   - position: Its column of numbers.
    ///   - group: The column of what is ordered by itself, an album for photos; `nil` for one order of all rows.
    ///   - origin: Where numbering begins: the first row stands before it, the last behind. Where other programs insert
    ///     rows that are to come first, the column's DEFAULT may be the time, negative, and so is the origin then.
    public init(
        of table: String, by position: String, within group: String? = nil,
        origin: @escaping @Sendable () -> Double = { 0 }
    ) {
        self.table = table
        self.position = position
        self.group = group
        self.origin = origin
    }

    /// Finds positions for some rows at a target.
    ///
    /// - Throws: `RecordError.recordNotFound` when the row beside which they are to stand is gone.
    /// - Complexity: O(log *n* + *count*) mostly. Rows that are put again and again at one target have others renumbered,
    ///   O(log² *n*) of *n* for each, on average. Only where most positions are equal, or are no numbers, does the first
    ///   call number all rows of the group.
    public func makePositions(for count: Int, _ target: Target, in db: Database) throws -> NewPositions {
        let rows = try neighbours(of: target, in: db)
        let gap = Gap(low: rows.low, high: rows.high)
        if let positions = gap.positions(count) { return NewPositions(group: rows.group, positions: positions) }
        return try NewPositions(group: rows.group, positions: renumber(around: rows, for: count, in: db))
    }

    /// Puts rows at a target, in the order they are given in. Those that are gone are left out.
    ///
    /// - Throws: As `makePositions`.
    /// - Complexity: O(*count* log *n*), beyond that of `makePositions`.
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
