import GRDB
import Synchronization

/// Finds out which lists (`RowsIndex`) a commit may change, and lets them follow the commit.
///
/// GRDB reports the commits of this store's own connection. For commits of other connections, the store has to look
/// itself.
///
/// `@unchecked Sendable`: this is used on the database's writer queue only.
final class CommitFollower: @unchecked Sendable {
    private struct WeakIndex {
        weak var index: RowsIndex?
    }

    /// A lock, because figures are read outside of the writer queue.
    private let known = Mutex<[RequestWording: WeakIndex]>([:])
    private var notes = CommitNotes()
    private var versions = FileVersions()
    /// `true` while lists read rows in a transaction of their own. The commit that ends this transaction is not
    /// followed.
    private(set) var isFollowing = false
    /// `true` when the log has grown since it was last found short enough.
    private var mayTrim = true
    /// `true` when this process has added to the log since the store last looked for commits of other connections.
    private var hasLogged = false
    /// The last entry of the log when the store last looked for commits of other connections.
    private var mark: LogMark?
    /// The first entry of the log when it was last read. `nil` after this process has changed the log, and for another
    /// log.
    private var oldestEntry: Int64?
    /// How many times the log was replaced by another log, which has sequences of its own.
    private let generations = Mutex(0)
    private let commits = Atomic(0)
    /// How many times the store has found commits of other connections.
    private var foreignCommits = 0
    /// The totals over all lists, for metrics.
    let totals = FollowTotals()
    /// The schema at the last commit of this connection. It is compared, because GRDB reports no dropped trigger or
    /// view.
    private var schemaMark: SchemaMark?
    let lags = LaggingLists()
    /// The tables that the running write may have changed so far.
    private var changedTables = Set<String>()
    /// How many rows the connection had changed when lists last followed.
    private var changedRows = 0
    /// The reason why nothing can be read at present; `nil` when the database can be read.
    private var failure: (any Error)?

    /// How many times the log was replaced by another log.
    var generation: Int { generations.withLock { $0 } }

    // MARK: Indexes

    var indexes: [RowsIndex] { known.withLock { $0.values.compactMap(\.index) } }

    func index(for wording: RequestWording) -> RowsIndex? { known.withLock { $0[wording]?.index } }

    /// Returns an index with the same rows. Its declared sections may differ from those of `wording`.
    func index(besidesDeclared wording: RequestWording) -> RowsIndex? {
        known.withLock { known in
            known.lazy.filter { $0.key.isSame(besidesDeclared: wording) }.compactMap(\.value.index).first
        }
    }

    func register(_ index: RowsIndex) {
        known.withLock { $0[index.wording] = WeakIndex(index: index) }
        index.count(in: totals)
        arrange()
        if let failure { index.fail(failure) }
    }

    func closeAll() {
        for index in indexes { index.close() }
        known.withLock { $0 = [:] }
        arrange()
    }

    /// Updates what `notes` watches, after an index was added or has another plan.
    func arrange() {
        known.withLock { known in known = known.filter { $0.value.index != nil } }
        notes.watch(for: indexes.map { ($0.wording, $0.plan) })
    }

    // MARK: Writes

    /// Runs a write, and returns which tables it may have changed; `nil` when it has changed the schema.
    func noting<T>(_ db: Database, _ body: () throws -> T) rethrows -> (value: T, tables: Set<String>?) {
        // SQLite also reports a change of the schema for a first SELECT from `json_each`. So the events do not tell
        // whether the schema has changed.
        let mark = SchemaMark(db)
        changedTables = []
        let value = try body()
        return (value, mark.isCurrent(db) ? changedTables : nil)
    }

    private func noteTable(_ table: String) { changedTables.insert(table) }

    /// Returns whether this connection has changed many rows since the last call. Then lists should follow beside the
    /// writer.
    private func haveManyRowsChanged(_ db: Database) -> Bool {
        defer { changedRows = db.totalChangesCount }
        return db.totalChangesCount - changedRows > lags.most
    }

    // MARK: Following

    /// Runs `body` in one read transaction, in which lists follow. The end of this transaction is not followed as a
    /// commit.
    func following<T>(_ db: Database, _ body: () throws -> T) throws -> T {
        let isNested = isFollowing
        isFollowing = true
        defer { isFollowing = isNested }
        return try db.reading(body)
    }

    /// Does the same as `following`. An error goes to the indexes, because no caller could handle it.
    func follow(_ db: Database, _ body: () -> Void) {
        do { try following(db) { totals.measuring(body) } } catch {
            for index in indexes { index.fall(behind: error) }
        }
    }

    /// Lets one list follow: beside the writer if the log has grown by much, otherwise at once.
    ///
    /// Called inside `Database.reading`.
    ///
    /// - Parameter last: The last entry of the log; `nil` when the log has not grown by much.
    func follow(_ index: RowsIndex, _ cause: RowsIndex.Cause, upTo last: Int64?, _ db: Database) {
        if case .log = cause, let last, lags.follow(index, upTo: last) { return }
        index.follow(db, cause)
    }

    /// Returns the last entry of the log. `nil` when the log has no entry or cannot be read; each list then notices
    /// this itself.
    func lastEntry(_ db: Database) -> Int64? { (try? db.integer(History.lastSequence))?.asSequence }

    /// Lets all lists that read the log read it to its end.
    private func followLogs(_ db: Database) {
        follow(db) {
            let last = lastEntry(db)
            for index in indexes where !index.plan.followed.isEmpty {
                follow(index, index.plan.following == .history ? .log : .rows([]), upTo: last, db)
            }
        }
    }

    /// Reads one list anew, and tells its watchers what changed.
    ///
    /// - Throws: SQLite's error when the database cannot be read, or the error of the list.
    func refetch(_ index: RowsIndex, _ db: Database) throws {
        try catchUp(db)
        follow(db) { index.follow(db, .unknown(index.plan.showsOthers ? .all : .rows([]))) }
        if let error = index.error { throw error }
    }

    /// Tells all lists that nothing can be read. The next `catchUp` that can read the database ends this state.
    func fail(_ error: any Error) {
        failure = error
        for index in indexes { index.fail(error) }
    }
}

// MARK: - Commits of others

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
            if haveOthersCommitted || isSchemaNew { foreignCommits += 1 }
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
        generations.withLock { $0 += 1 }
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
    private func followSchema(_ db: Database, byOthers isByOthers: Bool, isAnew: Bool = false) {
        db.clearSchemaCache()
        let last = (try? History.version(db)) ?? 0
        let isRewound =
            indexes.contains { $0.plan.hasHistory && $0.snapshot.version > last }
            || isByOthers && (try? mark?.isKept(in: db)) == false
        if isRewound {
            oldestEntry = nil
            generations.withLock { $0 += 1 }
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

// MARK: - Commits of ours

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

    /// Counts the commits that the store knows of, by whichever connection. On the writer queue, the number stays the
    /// same as long as `catchUp` finds nothing, and no transaction of this connection is committed.
    var noticedCommits: Int { ownCommits + foreignCommits }

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
                // tables apart. GRDB does not report that a full-text table was dropped.
                let mayBeAnother =
                    notes.mayHaveDropped && index.plan.following != .history || !index.plan.searches.isEmpty
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

// MARK: - Trimming

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

    /// Lets the next `trim` read the bounds of the log again. For tests.
    func forgetLength() { mayTrim = true }
}
