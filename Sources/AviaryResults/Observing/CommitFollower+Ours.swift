import GRDB
import Synchronization

/// Follows the commits of this store's own connection. GRDB calls `observes` before each statement that writes, and
/// `databaseDidChange` for each row.
extension CommitFollower: TransactionObserver {
    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        if kind.table == History.log {
            mayTrim = true
            hasLogged = true
            // If no list shows the changed table, no list knows the last entry of the log. So the log's bounds must be
            // read again.
            oldestEntry = nil
        }
        noteTable(kind.table)
        return notes.noteStatement(kind)
    }

    func databaseDidChange(with event: DatabaseEvent) { notes.noteRow(event) }

    func databaseDidChange() { notes.noteUnspecifiedChange() }

    /// How many transactions of this connection have begun to commit. A transaction usually counts before the file is
    /// written.
    var ownCommits: Int { commits.load(ordering: .relaxed) }

    func databaseWillCommit() { commits.add(1, ordering: .relaxed) }

    func databaseDidCommit(_ db: Database) {
        guard !isFollowing else { return }
        defer { notes.forget() }
        follow(db) {
            let isMarked = schemaMark?.isCurrent(db) ?? false
            defer { if !isMarked { schemaMark = SchemaMark(db) } }
            let mayBeNew = notes.mayHaveChangedSchema || notes.hasShiftingRowids || !isMarked
            let isSchemaNew = mayBeNew && versions.hasChangedSchema(db)
            // Another connection may have restored an older state of the file just before.
            if isSchemaNew, versions.hasMissedCommits(db) { return followSchema(db, byOthers: true) }
            if isSchemaNew { db.clearSchemaCache() }
            let last = haveManyRowsChanged(db) ? lastEntry(db) : nil
            for index in indexes {
                // A table that was dropped and made again may have the same plan, unless its history tells the two
                // tables apart.
                let mayBeAnother = notes.mayHaveDropped && index.plan.following != .history
                if index.error != nil || isSchemaNew && (mayBeAnother || !index.keepsPlan(db)) {
                    index.follow(db, .schema)
                } else if let cause = notes.cause(
                    // `hasMissedCommits` does not mark the commits of others as seen, so `catchUp` finds them again.
                    for: index.plan, index.wording, hasMissedCommits: { versions.hasMissedCommits(db) })
                {
                    follow(index, cause, upTo: last, db)
                }
            }
            if isSchemaNew { arrange() }
        }
    }

    func databaseDidRollback(_ db: Database) { notes.forget() }
}
