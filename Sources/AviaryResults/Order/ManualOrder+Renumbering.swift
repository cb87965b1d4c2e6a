import GRDB

// Renumbering uses list labeling. It takes a run, which is some successive rows around the target, and spaces these
// rows evenly. If a run has not enough room, a larger run is tried. A larger run needs more room for each row than a
// smaller one. So many rows can be added to a run before it is renumbered again.

extension ManualOrder {
    /// Gives the rows around a target new positions, in the same order.
    ///
    /// - Returns: Free positions at the target.
    func renumber(around neighbours: Neighbours, for count: Int, in db: Database) throws -> Room {
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
