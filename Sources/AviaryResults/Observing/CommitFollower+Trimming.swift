import GRDB

extension CommitFollower {
    /// Deletes the oldest changes of a log that is too long, at most 5,000, so that the writer is not held up.
    func trim(_ db: Database, to limit: Int64) throws {
        guard mayTrim else { return }
        mayTrim = false
        guard try History.exists(in: db) else { return }
        let bounds = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT (SELECT min(seq) FROM main.\(History.log)), (\(History.lastSequence))"))
        guard let first = bounds?.loggedInteger(0)?.asSequence, let last = bounds?.loggedInteger(1)?.asSequence
        else { return }
        // Some slack, so that not every commit is followed by a deletion.
        guard last - first - min(max(limit, 0) / 8, 1000) > limit else { return }
        mayTrim = true
        try db.inTransaction(.immediate) {
            // No reader here may lose entries that it has not read.
            followLogs(db)
            let oldest = min(last - max(limit, 1), first + 4999)
            try db.execute(sql: "DELETE FROM main.\(History.log) WHERE seq <= ?", arguments: [oldest])
            if try History.hasZeroLog(db) {
                try db.execute(sql: "DELETE FROM main.\(History.zeroLog) WHERE seq <= ?", arguments: [oldest])
            }
            return .commit
        }
    }
}
