import GRDB
import Synchronization

/// The commits of other connections, in whatever process, and what they do to the schema.
extension CommitFollower {
    /// Looks whether another connection has committed since the last call, and follows.
    ///
    /// Called on the writer connection, outside a transaction.
    @discardableResult
    func catchUp(_ db: Database) throws -> Bool {
        try following(db) {
            let haveOthersCommitted = try versions.haveOthersCommitted(db, inAttached: notes.readsAttached)
            // Our own VACUUM shows in the schema alone.
            let isSchemaNew = versions.hasChangedSchema(db)
            defer { if haveOthersCommitted || isSchemaNew || hasLogged { markLog(db) } }
            if isSchemaNew || failure != nil {
                followSchema(db, byOthers: haveOthersCommitted)
                return true
            }
            let indexes = indexes
            let behind = indexes.filter(\.isBehind)
            for index in behind { index.follow(db, .schema) }
            guard haveOthersCommitted else { return !behind.isEmpty }
            mayTrim = true
            followOthers(indexes, db)
            return true
        }
    }

    /// Lets all lists follow what others committed. Those that are read anew take longest, and are told last.
    private func followOthers(_ indexes: [RowsIndex], _ db: Database) {
        let all = indexes.map { (index: $0, plan: $0.plan) }
        let followed = all.filter { $0.plan.following == .history }
        // Where all lists are of the same tables, each has to read the log.
        let areOfSameTables = followed.allSatisfy { $0.plan.followed == followed[0].plan.followed }
        var tables = areOfSameTables ? nil : LoggedTables()
        let last = followed.isEmpty ? nil : lastEntry(db)
        for (index, _) in followed {
            if let last, lags.follow(index, upTo: last) { continue }
            index.follow(db, tables?.cause(for: index, db) ?? .log)
        }
        for (index, plan) in all where plan.following != .history { index.follow(db, .othersCommits(for: plan)) }
    }

    /// Takes note of the log as it is when others' commits are looked for.
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

    /// - Parameters:
    ///   - isByOthers: Whether others may have changed the schema. Then they may also have put an older state back into the
    ///     file, as `.restore` does: it counts as a change of the schema.
    ///   - isAnew: Whether all lists are to be read anew.
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
        // Entries that this process logged since the last look are behind the mark. They may as well be entries by which
        // an older log has grown.
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
