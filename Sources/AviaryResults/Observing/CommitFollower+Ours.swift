import GRDB
import Synchronization

/// The commits of this process. GRDB asks before each statement that writes, and tells of each row.
extension CommitFollower: TransactionObserver {
    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        if kind.table == History.log {
            mayTrim = true
            hasLogged = true
            // Perhaps no list shows the changed table. Then no list knows the last entry of the log.
            oldestEntry = nil
        }
        noteTable(kind.table)
        return notes.noteStatement(kind)
    }

    func databaseDidChange(with event: DatabaseEvent) { notes.noteRow(event) }

    func databaseDidChange() { notes.noteUnspecifiedChange() }

    /// How often a transaction here was about to be committed: before anything of it is written, as a rule.
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
            // Somebody may have put an older state back into the file just before.
            if isSchemaNew, versions.hasMissedCommits(db) { return followSchema(db, byOthers: true) }
            if isSchemaNew { db.clearSchemaCache() }
            let last = haveManyRowsChanged(db) ? lastEntry(db) : nil
            for index in indexes {
                // A table that was made anew has another history.
                let mayBeAnother = notes.mayHaveDropped && index.plan.following != .history
                if index.error != nil || isSchemaNew && (mayBeAnother || !index.keepsPlan(db)) {
                    index.follow(db, .schema)
                } else if let cause = notes.cause(
                    // `catchUp` finds once more what others committed in between.
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
