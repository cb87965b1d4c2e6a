import GRDB

// Renumbering is list labeling: the smallest run of rows around the target that is not crowded is spread evenly. A larger
// run has to be less crowded than a smaller one, so that what was spread takes many more rows before it is spread again.

extension ManualOrder {
    /// Gives the rows around a target new positions, in the same order.
    ///
    /// - Returns: Positions that are left free in their midst.
    func renumber(around neighbours: Neighbours, for count: Int, in db: Database) throws -> [Double] {
        var (reach, steps) = (32, 64.0)
        while true {
            // The last one on either side stays where it is.
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
            if gap.lasts(total, steps: steps), let positions = gap.positions(total) {
                let own = before.prefix(reach).count
                try write(run, Array(positions[..<own] + positions[(own + count)...]), in: db)
                return Array(positions[own..<own + count])
            }
            (reach, steps) = (4 * reach, 1.5 * steps)
        }
    }

    private func write(_ rows: [Neighbour], _ positions: [Double], in db: Database) throws {
        let update = try db.cachedStatement(sql: "UPDATE \(tableName) SET \(name) = ? WHERE rowid = ?")
        for (row, position) in zip(rows, positions) where row.position != position.databaseValue {
            try update.execute(arguments: [position, row.id])
        }
    }

    /// Numbers all rows of the group, one apart.
    private func renumberAll(around neighbours: Neighbours, for count: Int, in db: Database) throws -> [Double] {
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
        return (0..<count).map { origin + Double(own + $0 + 1) }
    }
}
