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
    /// Requests that are read anew when anything they read may have changed.
    private var regions: [(key: RequestPlan.Key, region: DatabaseRegion, isTouched: Bool)] = []
    private var mayHaveChangedSchema = false
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
        regions = []
        for (key, index) in indexes {
            guard let plan = index.index?.plan else { continue }
            if plan.following == .refetch { regions.append((key, plan.region, false)) }
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
        for index in regions.indices where !regions[index].isTouched {
            regions[index].isTouched = regions[index].region.isModified(byEventsOfKind: kind)
        }
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
            if table.hasSuffix("_master") || table.hasSuffix("_schema") { mayHaveChangedSchema = true }
            return false
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
        guard let place = watches.index(forKey: event.tableName), watches.values[place].wantsRows else { return }
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
        isFollowing = true
        defer {
            isFollowing = false
            forget()
        }
        if mayHaveChangedSchema, checkSchema(db) { return followSchema(db) }
        for index in indexes.values {
            guard let index = index.index else { continue }
            if index.error != nil {
                index.follow(db, .schema)
                continue
            }
            let plan = index.plan
            if plan.following == .history {
                if plan.followed.contains(where: { watches[$0]?.isTouched == true }) { index.follow(db, .log) }
                continue
            }
            guard plan.following != .refetch, let watch = watches[plan.shape.name], watch.isTouched else { continue }
            if watch.isUnknown || watch.isUnspecified {
                index.follow(db, .unknown(contents: watch.isUnspecified ? nil : watch.rows))
            } else if !watch.rows.isEmpty {
                index.follow(db, .rows(watch.rows))
            }
        }
        for region in regions where region.isTouched {
            guard let index = indexes[region.key]?.index else { continue }
            // Of a view nobody knows which rows changed.
            let watch = watches[index.plan.shape.name].flatMap { $0.wantsRows && !$0.isUnspecified ? $0 : nil }
            index.follow(db, .unknown(contents: watch?.rows))
        }
    }

    func databaseDidRollback(_ db: Database) { forget() }

    private func forget() {
        mayHaveChangedSchema = false
        for place in watches.values.indices where watches.values[place].isTouched {
            watches.values[place].isTouched = false
            watches.values[place].isUnknown = false
            watches.values[place].isUnspecified = false
            watches.values[place].rows = []
        }
        for index in regions.indices { regions[index].isTouched = false }
    }

    // MARK: Others' commits

    /// Looks whether another connection has committed since the last call, and follows.
    ///
    /// Called on the writer connection, outside a transaction: there `data_version` changes for others' commits only.
    @discardableResult
    func catchUp(_ db: Database) throws -> Bool {
        let version = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
        let isFirst = dataVersion == nil
        let isCommitted = dataVersion != version
        dataVersion = version
        isFollowing = true
        defer { isFollowing = false }
        // Our own VACUUM shows in the schema alone.
        if checkSchema(db) || failure != nil {
            followSchema(db)
            return true
        }
        let behind = indexes.values.compactMap { $0.index.flatMap { $0.isBehind ? $0 : nil } }
        for index in behind { index.follow(db, .schema) }
        guard isCommitted, !isFirst else { return !behind.isEmpty }
        mayTrim = true
        for index in indexes.values {
            guard let index = index.index else { continue }
            index.follow(db, index.plan.following == .history ? .log : .unknown(contents: nil))
        }
        return true
    }

    /// Lets those who follow the log read it to its end.
    func followLogs(_ db: Database) {
        for index in indexes.values {
            guard let index = index.index, index.plan.following == .history else { continue }
            index.follow(db, .log)
        }
    }

    /// Follows another database from now on.
    func restart(_ db: Database) {
        dataVersion = try? Int64.fetchOne(db, sql: "PRAGMA data_version")
        schemaVersion = try? Int64.fetchOne(db, sql: "PRAGMA schema_version")
        mayTrim = true
        generation.withLock { $0 += 1 }
        isFollowing = true
        defer { isFollowing = false }
        followSchema(db)
    }

    /// Tells everybody that nothing can be read, until the next `catchUp` finds that it can.
    func fail(_ error: any Error) {
        failure = error
        for index in indexes.values { index.index?.fail(error) }
    }

    private func followSchema(_ db: Database) {
        failure = nil
        db.clearSchemaCache()
        // Somebody put an older state back into the file.
        let last = (try? History.version(db)) ?? 0
        let isRewound = indexes.values.contains {
            $0.index.map { $0.plan.hasHistory && $0.snapshot.version > last } ?? false
        }
        if isRewound { generation.withLock { $0 += 1 } }
        for index in indexes.values { index.index?.follow(db, .schema) }
        arrange()
    }

    /// Whether the schema changed since the last call.
    private func checkSchema(_ db: Database) -> Bool {
        guard let version = try? Int64.fetchOne(db.cachedStatement(sql: "PRAGMA schema_version")) else { return true }
        defer { schemaVersion = version }
        return schemaVersion != nil && schemaVersion != version
    }
}
