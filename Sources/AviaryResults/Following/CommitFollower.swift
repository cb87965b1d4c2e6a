import GRDB
import Synchronization

/// Finds out which indexes a commit concerns, and lets them follow it.
///
/// `@unchecked Sendable`: everything here happens on the database's writer queue.
final class CommitFollower: TransactionObserver, @unchecked Sendable {
    private struct WeakIndex {
        weak var index: RowsIndex?
    }

    /// What the transaction at hand did to one table that somebody watches.
    private struct Watch {
        var shape: TableShape
        var wantsRows = false
        var isTouched = false
        /// Rows may have gone that are not told.
        var isUnknown = false
        /// Somebody said that something changed, but not where.
        var isUnspecified = false
        var rows = Set<Int64>()
    }

    private var indexes: [RequestPlan.Key: WeakIndex] = [:]
    private var watches: [String: Watch] = [:]
    /// A request that is read anew when anything it reads may have changed.
    private struct Refetched {
        let key: RequestPlan.Key
        let plan: RequestPlan
        var isTouched = false
        /// What the record reads of other tables may have changed: nothing tells in which rows.
        var isShownElsewhere = false
    }

    private var refetched: [Refetched] = []
    private var mayHaveChangedSchema = false
    private var mayHaveDropped = false
    /// Reading rows in a transaction of our own ends in a commit, too.
    private var isFollowing = false
    /// Whether the log has grown since it was last found short enough.
    var mayTrim = true
    /// How often another log has come in place of the one before, with sequences of its own.
    let generation = Mutex(0)
    private let commits = Atomic(0)
    private var schemaVersion: Int64?
    private var dataVersion: Int64?
    /// Why nothing can be read at present.
    private var failure: (any Error)?

    // MARK: Indexes

    func index(for key: RequestPlan.Key) -> RowsIndex? { indexes[key]?.index }

    func register(_ index: RowsIndex, for key: RequestPlan.Key) {
        indexes[key] = WeakIndex(index: index)
        arrange()
        if let failure { index.fail(failure) }
    }

    func closeAll() {
        for index in indexes.values { index.index?.close() }
        indexes = [:]
        arrange()
    }

    /// Works out what to look for, after an index came or changed its plan.
    private func arrange() {
        indexes = indexes.filter { $0.value.index != nil }
        let earlier = watches
        watches = [:]
        refetched = []
        for (key, index) in indexes {
            guard let plan = index.index?.plan else { continue }
            if plan.following == .refetch { refetched.append(Refetched(key: key, plan: plan)) }
            for shape in [plan.shape] + plan.dependencies.map(\.shape) where shape.kind == .table {
                var watch = watches[shape.name] ?? earlier[shape.name] ?? Watch(shape: shape)
                watch.shape = shape
                if shape.name == plan.shape.name { watch.wantsRows = watch.wantsRows || !plan.hasHistory }
                watches[shape.name] = watch
            }
        }
    }

    // MARK: Our commits

    /// GRDB asks before each statement that writes; nothing else tells of changes in tables without rowids and of the
    /// schema. A statement that fails or is rolled back later has at worst made us look in vain.
    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        let table: String
        var isInsertOrUpdate = true
        switch kind {
        case .insert(let name): table = name
        case .update(let name, _): table = name
        case .delete(let name):
            table = name
            isInsertOrUpdate = false
        }
        if table.hasPrefix("sqlite_") {
            if table.hasSuffix("_master") || table.hasSuffix("_schema") {
                mayHaveChangedSchema = true
                // A table that is dropped and made again in one transaction may look the same.
                if case .update(_, ["rootpage"]) = kind { mayHaveDropped = true }
            }
            return false
        }
        for place in refetched.indices {
            let plan = refetched[place].plan
            if plan.region.isModified(byEventsOfKind: kind) { refetched[place].isTouched = true }
            if plan.isShownElsewhere(kind, table) { refetched[place].isShownElsewhere = true }
        }
        if table == History.log { mayTrim = true }
        guard let place = watches.index(forKey: table) else { return false }
        watches.values[place].isTouched = true
        guard watches.values[place].wantsRows else { return false }
        let shape = watches.values[place].shape
        // A REPLACE deletes other rows in silence, and of a changed rowid only the new one is told.
        if isInsertOrUpdate, !shape.uniqueIndexes.isEmpty || shape.hasOpaqueUniqueIndex {
            watches.values[place].isUnknown = true
        }
        if case .update(_, let columns) = kind,
            columns.contains(where: { [shape.rowidColumn?.lowercased(), "rowid"].contains($0.lowercased()) })
        {
            watches.values[place].isUnknown = true
        }
        return true
    }

    func databaseDidChange(with event: DatabaseEvent) {
        // Other tables' events come along, those of full-text shadow tables for one.
        // A temporary or attached table may have the same name.
        guard let place = watches.index(forKey: event.tableName), watches.values[place].wantsRows,
            event.databaseName == "main"
        else { return }
        watches.values[place].rows.insert(event.rowID)
    }

    func databaseDidChange() {
        for place in watches.values.indices where watches.values[place].wantsRows {
            watches.values[place].isUnspecified = true
        }
    }

    /// How often a transaction here was about to be committed: before anything of it is written, as a rule.
    var ownCommits: Int { commits.load(ordering: .relaxed) }

    func databaseWillCommit() { commits.add(1, ordering: .relaxed) }

    func databaseDidCommit(_ db: Database) {
        guard !isFollowing else { return }
        defer { forget() }
        follow(db) {
            let isSchemaNew = mayHaveChangedSchema && checkSchema(db)
            if isSchemaNew { db.clearSchemaCache() }
            for (key, index) in indexes {
                guard let index = index.index else { continue }
                if index.error != nil || isSchemaNew && (mayHaveDropped || !index.keepsPlan(db)) {
                    index.follow(db, .schema)
                } else if let cause = cause(for: index.plan, key, db) {
                    index.follow(db, cause)
                }
            }
            if isSchemaNew { arrange() }
        }
    }

    /// What the transaction at hand means for a request; `nil` when nothing.
    private func cause(for plan: RequestPlan, _ key: RequestPlan.Key, _ db: Database) -> RowsIndex.Cause? {
        if plan.following == .history {
            return plan.followed.contains { watches[$0]?.isTouched == true } ? .log : nil
        }
        let watch = watches[plan.shape.name]
        let entry = refetched.first { $0.key == key }
        guard entry?.isTouched ?? watch?.isTouched ?? false else { return nil }
        // What others commit in between is seen here, but not told by the observer. `catchUp` finds it once more.
        if hasMissedCommits(db) { return .unknown(contents(ofAnyRowsOf: plan)) }
        if entry?.isShownElsewhere == true { return .unknown(.all) }
        if plan.hasHistory { return .unknown(.log) }
        // Nobody knows which rows of a view changed.
        guard let watch, !watch.isUnspecified else { return .unknown(.all) }
        if entry != nil || watch.isUnknown { return .unknown(.rows(watch.rows)) }
        return watch.rows.isEmpty ? nil : .rows(watch.rows)
    }

    /// The rows that anybody's commits may have changed.
    private func contents(ofAnyRowsOf plan: RequestPlan) -> RowsIndex.Contents {
        plan.hasHistory && !plan.showsOthers ? .log : .all
    }

    func databaseDidRollback(_ db: Database) { forget() }

    private func forget() {
        mayHaveChangedSchema = false
        mayHaveDropped = false
        for place in watches.values.indices where watches.values[place].isTouched {
            watches.values[place].isTouched = false
            watches.values[place].isUnknown = false
            watches.values[place].isUnspecified = false
            watches.values[place].rows = []
        }
        for place in refetched.indices where refetched[place].isTouched || refetched[place].isShownElsewhere {
            refetched[place].isTouched = false
            refetched[place].isShownElsewhere = false
        }
    }

    // MARK: Others' commits

    /// Looks whether another connection has committed since the last call, and follows.
    ///
    /// Called on the writer connection, outside a transaction.
    @discardableResult
    func catchUp(_ db: Database) throws -> Bool {
        try following(db) {
            let version = try dataVersion(db)
            let isFirst = dataVersion == nil
            let isCommitted = dataVersion != version
            dataVersion = version
            // Our own VACUUM shows in the schema alone.
            let isSchemaNew = checkSchema(db)
            if isSchemaNew || failure != nil {
                followSchema(db)
                return true
            }
            let behind = indexes.values.compactMap { $0.index.flatMap { $0.isBehind ? $0 : nil } }
            for index in behind { index.follow(db, .schema) }
            guard isCommitted, !isFirst else { return !behind.isEmpty }
            mayTrim = true
            for index in indexes.values { if let index = index.index { followOthers(index, db) } }
            return true
        }
    }

    private func followOthers(_ index: RowsIndex, _ db: Database) {
        let plan = index.plan
        index.follow(db, plan.following == .history ? .log : .unknown(contents(ofAnyRowsOf: plan)))
    }

    /// Whether others have committed something that `catchUp` has not followed yet.
    private func hasMissedCommits(_ db: Database) -> Bool { (try? dataVersion(db)) != dataVersion }

    /// Changes for others' commits only, as far as the transaction at hand sees them.
    private func dataVersion(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
    }

    /// Lets all indexes follow what one transaction sees, and none of the commits that end such transactions.
    private func following<T>(_ db: Database, _ body: () throws -> T) throws -> T {
        let isNested = isFollowing
        isFollowing = true
        defer { isFollowing = isNested }
        return try db.reading(body)
    }

    /// The same, where an error can be told to nobody but the indexes.
    private func follow(_ db: Database, _ body: () -> Void) {
        do { try following(db, body) } catch {
            for index in indexes.values { index.index?.fall(behind: error) }
        }
    }

    /// Lets those who follow the log read it to its end.
    func followLogs(_ db: Database) {
        follow(db) {
            for index in indexes.values {
                guard let index = index.index, index.plan.following == .history else { continue }
                index.follow(db, .log)
            }
        }
    }

    /// Reads one list anew, and tells what changed.
    func refetch(_ index: RowsIndex, _ db: Database) throws {
        try catchUp(db)
        follow(db) { index.follow(db, .unknown(index.plan.showsOthers ? .all : .rows([]))) }
        if let error = index.error { throw error }
    }

    /// Follows another database from now on.
    func restart(_ db: Database) {
        dataVersion = try? Int64.fetchOne(db, sql: "PRAGMA data_version")
        schemaVersion = try? Int64.fetchOne(db, sql: "PRAGMA schema_version")
        mayTrim = true
        generation.withLock { $0 += 1 }
        follow(db) { followSchema(db, isOther: true) }
    }

    /// Tells everybody that nothing can be read, until the next `catchUp` finds that it can.
    func fail(_ error: any Error) {
        failure = error
        for index in indexes.values { index.index?.fail(error) }
    }

    /// - Parameter isOther: Whether another database took the place of the one before.
    private func followSchema(_ db: Database, isOther: Bool = false) {
        let isAnew = isOther || failure != nil
        failure = nil
        db.clearSchemaCache()
        // Somebody put an older state back into the file.
        let last = (try? History.version(db)) ?? 0
        let isRewound = indexes.values.contains {
            $0.index.map { $0.plan.hasHistory && $0.snapshot.version > last } ?? false
        }
        if isRewound { generation.withLock { $0 += 1 } }
        for index in indexes.values {
            guard let index = index.index else { continue }
            if isAnew || isRewound || !index.keepsPlan(db) {
                index.follow(db, .schema)
            } else {
                followOthers(index, db)
            }
        }
        arrange()
    }

    /// Whether the schema changed since the last call.
    private func checkSchema(_ db: Database) -> Bool {
        guard let version = try? Int64.fetchOne(db.cachedStatement(sql: "PRAGMA schema_version")) else { return true }
        defer { schemaVersion = version }
        return schemaVersion != nil && schemaVersion != version
    }
}
