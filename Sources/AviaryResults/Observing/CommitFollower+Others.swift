import GRDB
import Synchronization

/// Follows the commits of other connections, of this or other processes, and changes of the schema.
extension CommitFollower {
    /// Looks whether another connection has committed since the last call. Lets the lists follow what it finds.
    ///
    /// Called on the writer connection, outside a transaction.
    ///
    /// - Returns: `true` when there was something to follow.
    @discardableResult
    func catchUp(_ db: Database) throws -> Bool {
        try following(db) {
            let haveOthersCommitted = try versions.haveOthersCommitted(db, inAttached: notes.readsAttached)
            // A VACUUM of this connection changes only the version of the schema, so that version is compared, too.
            let isSchemaNew = versions.hasChangedSchema(db)
            defer { if haveOthersCommitted || isSchemaNew || hasLogged { markLog(db) } }
            if isSchemaNew || failure != nil {
                totals.measuring { followSchema(db, byOthers: haveOthersCommitted) }
                return true
            }
            let indexes = indexes
            let behind = indexes.filter(\.isBehind)
            for index in behind { index.follow(db, .schema) }
            guard haveOthersCommitted else { return !behind.isEmpty }
            mayTrim = true
            totals.measuring { followOthers(indexes, db) }
            return true
        }
    }

    /// Lets all lists follow the commits of other connections. Lists that are read anew take longest, so they follow
    /// last.
    private func followOthers(_ indexes: [RowsIndex], _ db: Database) {
        let all = indexes.map { (index: $0, plan: $0.plan) }
        let followed = all.filter { $0.plan.following == .history }
        // If all lists show the same tables, each list has to read the log. Then `LoggedTables` saves nothing.
        let areOfSameTables = followed.allSatisfy { $0.plan.followed == followed[0].plan.followed }
        var tables = areOfSameTables ? nil : LoggedTables()
        let last = followed.isEmpty ? nil : lastEntry(db)
        for (index, _) in followed {
            if let last, lags.follow(index, upTo: last) { continue }
            index.follow(db, tables?.cause(for: index, db) ?? .log)
        }
        for (index, plan) in all where plan.following != .history { index.follow(db, .othersCommits(for: plan)) }
    }

    /// Remembers the last entry of the log. Called when the store looks for commits of other connections.
    func markLog(_ db: Database) {
        hasLogged = false
        mark = try? LogMark(db)
    }

    /// Follows another database from now on.
    func restart(_ db: Database) {
        versions.restart(db)
        mayTrim = true
        oldestEntry = nil
        generation.withLock { $0 += 1 }
        follow(db) {
            followSchema(db, byOthers: false, isAnew: true)
            markLog(db)
        }
    }

    /// Lets all lists follow a change of the schema.
    ///
    /// - Parameters:
    ///   - isByOthers: `true` when another connection may have changed the schema. It may also have restored an older
    ///     state of the file, as `.restore` does. This changes the version of the schema, too.
    ///   - isAnew: `true` to read all lists anew.
    func followSchema(_ db: Database, byOthers isByOthers: Bool, isAnew: Bool = false) {
        db.clearSchemaCache()
        let last = (try? History.version(db)) ?? 0
        let isRewound =
            indexes.contains { $0.plan.hasHistory && $0.snapshot.version > last }
            || isByOthers && (try? mark?.isKept(in: db)) == false
        if isRewound {
            oldestEntry = nil
            generation.withLock { $0 += 1 }
        }
        // The mark says nothing about entries that this process has logged after it. If an older state was restored,
        // other entries may have the same sequences by now. So all lists are read anew.
        let isAnew = isAnew || isRewound || failure != nil || isByOthers && hasLogged
        failure = nil
        for index in indexes {
            if isAnew || !index.keepsPlan(db) {
                index.follow(db, .schema)
            } else {
                follow(index, .othersCommits(for: index.plan), upTo: last, db)
            }
        }
        arrange()
    }
}
