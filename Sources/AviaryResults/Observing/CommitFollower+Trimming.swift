import GRDB

extension CommitFollower {
    /// Deletes the oldest changes of a log that is too long: at most 5,000, so that other writes do not wait long.
    func trim(_ db: Database, to limit: Int64) throws {
        // A list that lags still needs the entries, because they name the rows whose contents have changed.
        guard mayTrim, !indexes.contains(where: \.isLagging) else { return }
        mayTrim = false
        // The first entry of a log only moves upwards, and lists that follow the log know a late entry. So most calls
        // need no SQL.
        if let oldestEntry, let newest = newestKnownEntry, !isTooLong(from: oldestEntry, to: newest, limit) { return }
        guard try History.exists(in: db) else { return }
        let bounds = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT (SELECT min(seq) FROM main.\(History.log)), (\(History.lastSequence))"))
        guard let first = bounds?.loggedInteger(0)?.asSequence, let last = bounds?.loggedInteger(1)?.asSequence
        else { return }
        oldestEntry = first
        guard isTooLong(from: first, to: last, limit) else { return }
        mayTrim = true
        try db.inTransaction(.immediate) {
            // All lists read the log to its end, so that none of them loses entries that it has not read.
            followLogs(db)
            guard !indexes.contains(where: \.isLagging) else { return .commit }
            let oldest = min(last - max(limit, 1), first + 4999)
            try db.execute(sql: "DELETE FROM main.\(History.log) WHERE seq <= ?", arguments: [oldest])
            if try History.hasZeroLog(db) {
                try db.execute(sql: "DELETE FROM main.\(History.zeroLog) WHERE seq <= ?", arguments: [oldest])
            }
            return .commit
        }
    }

    /// Returns whether the log is too long. It may exceed the limit a little, so that not every commit causes a
    /// deletion.
    private func isTooLong(from first: Int64, to last: Int64, _ limit: Int64) -> Bool {
        last - first - min(max(limit, 0) / 8, 1000) > limit
    }

    /// The last entry of the log that a list of this store has read.
    private var newestKnownEntry: Int64? {
        indexes.lazy.filter { $0.plan.following == .history }.map(\.snapshot.version).max()
    }
}
