import AviarySnapshots
import GRDB
import Logging
import Synchronization

/// The rows of one request, kept up to date for all its watchers.
///
/// The rows change on the database's writer queue only, one commit after the other. The lock is for readers on other
/// threads.
final class RowsIndex: Sendable {
    typealias Update = SnapshotUpdate<RowsSnapshot>

    /// An observer that is called on the writer queue, usually within the commit.
    struct Watcher: Sendable {
        /// Called after each commit that the list follows, in the transaction that the list was read in. If nothing in
        /// the list changed, only the version of the snapshot is new.
        var update: @Sendable (Update, Database) -> Void
        var failure: @Sendable (ResultsError) -> Void
        var close: @Sendable () -> Void
    }

    private struct State {
        var plan: RequestPlan
        var snapshot: RowsSnapshot
        var error: ResultsError?
        /// `true` when the list could not follow a commit, because a task was cancelled or the file was locked.
        var isBehind = false
        var statistics = ResultsStatistics()
        /// The totals of the store.
        var totals: FollowTotals?
        var isClosed = false
        var nextToken = 0
        var watchers: [Int: Watcher] = [:]
        var caches: [ObjectIdentifier: any RowCaching] = [:]
        /// `true` while the rows after the first ones are being read.
        var isLoading = false
        /// The task that reads the rows after the first ones, and then follows what was committed meanwhile.
        var load: Loading?
        /// Present while the list follows a large commit beside the writer, in a read transaction of its own.
        var lag: LaggingLists.Lag?
        /// `true` when the schema has changed, or the database was replaced, while rows are read beside the writer.
        var needsPlan = false
        /// The number of changes that are always followed row by row, even in a short list.
        var fewChanges = RowsIndex.fewChanges
        /// Makes a reader that replaces the plan. For tests.
        var replacedReading: (@Sendable (RequestPlan) -> any FollowReading)?
    }

    let request: RequestDescription
    /// The key of the index. It stays the same when a change of the schema leads to another plan.
    let wording: RequestWording
    let logger: Logger
    private let state: Mutex<State>

    init(
        _ request: RequestDescription, _ wording: RequestWording, plan: RequestPlan, snapshot: RowsSnapshot,
        logger: Logger
    ) {
        self.request = request
        self.wording = wording
        self.logger = logger
        state = Mutex(State(plan: plan, snapshot: snapshot))
        state.withLock { $0.statistics.firstRows = snapshot.rows.count }
    }

    deinit {
        let (load, lag) = state.withLock { ($0.load, $0.lag) }
        load?.task.cancel()
        lag?.cancel()
    }

    /// Following so many changes row by row takes as long as reading a list of usual length anew.
    private static let fewChanges = 16_384

    var plan: RequestPlan { state.withLock { $0.plan } }
    var snapshot: RowsSnapshot { state.withLock { $0.snapshot } }
    var error: ResultsError? { state.withLock { $0.error } }
    var isBehind: Bool { state.withLock { $0.isBehind } }
    /// The number of changes that are always followed row by row. Set by tests.
    var fewChanges: Int {
        get { state.withLock { $0.fewChanges } }
        set { state.withLock { $0.fewChanges = newValue } }
    }
    /// Makes a reader that replaces the plan. Set by tests.
    var replacedReading: (@Sendable (RequestPlan) -> any FollowReading)? {
        get { state.withLock { $0.replacedReading } }
        set { state.withLock { $0.replacedReading = newValue } }
    }
    /// `true` when the list has followed every commit that `follow` was called for.
    var isReadable: Bool { state.withLock { $0.error == nil && !$0.isBehind } }

    /// Counts what the list does in the totals of the store.
    func count(in totals: FollowTotals) { state.withLock { $0.totals = totals } }

    var statistics: ResultsStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.numberedKeys = state.plan.numbers?.count ?? 0
            return statistics
        }
    }
}

// MARK: - Watching

extension RowsIndex {
    /// Adds a watcher.
    ///
    /// - Returns: The token that removes the watcher, the snapshot that the first update starts from, and whether the
    ///   list is closed. A closed list sends no update.
    func addWatcher(_ watcher: Watcher) -> (token: Int, snapshot: RowsSnapshot, isClosed: Bool) {
        state.withLock { state in
            state.nextToken += 1
            if !state.isClosed { state.watchers[state.nextToken] = watcher }
            return (state.nextToken, state.snapshot, state.isClosed)
        }
    }

    func removeWatcher(_ token: Int) { state.withLock { $0.watchers[token] = nil } }

    /// Closes the list: tells the watchers, and removes them.
    func close() {
        let (watchers, lag) = state.withLock { state in
            state.isClosed = true
            state.load?.task.cancel()
            defer { state.watchers = [:] }
            return (Array(state.watchers.values), state.lag)
        }
        lag?.cancel()
        for watcher in watchers { watcher.close() }
    }

    /// Returns the cache of one type. Commits remove the rows that they touch from it.
    ///
    /// - Parameter make: Makes the cache if there is none yet.
    func cache<Cache: RowCaching>(_ make: () -> Cache) -> Cache {
        state.withLock { state in
            let kind = ObjectIdentifier(Cache.self)
            if let cache = state.caches[kind] as? Cache { return cache }
            let cache = make()
            state.caches[kind] = cache
            return cache
        }
    }
}

// MARK: - Following

extension RowsIndex {
    /// What is known about the changes that a list has to follow.
    enum Cause {
        /// The history log has the changes.
        case log
        /// The history log has the changes up to this sequence, and none of them is in a table of the list.
        case otherTables(upTo: Int64)
        /// These rows, and no others, may have changed. If there is a history log, it has more rows: these are the rows
        /// that a search may find now, or not find any longer.
        case rows(Set<Int64>)
        /// Any row may have entered, left or moved. The contents may have changed as described by `Contents`.
        case unknown(Contents)
        /// The request may need another plan.
        case schema
    }

    /// The rows whose contents may have changed, for a list that is read anew.
    enum Contents {
        /// The rows that the history log names.
        case log
        case rows(Set<Int64>)
        case all
    }

    /// The next state of a list, before it is published.
    struct Step: Sendable {
        let update: Update
        /// The rows whose contents may have changed; `nil` for all rows.
        let rows: [Int64]?
        /// The work that the step took.
        var work = ResultsStatistics()
    }

    /// Follows one or several commits, and tells the watchers what changed.
    ///
    /// Called inside `Database.reading`, so that all statements see the same moment.
    func follow(_ db: Database, _ cause: Cause) {
        // If the list postpones this commit, it reads the commit from the log later.
        guard !postpones(cause) else { return }
        do {
            switch cause {
            case _ where error != nil || isBehind: try replan(db)
            case .schema: try replan(db)
            case .unknown(let contents): publish(try anew(db, plan: plan, contents: contents), db)
            case .log: publish(try step(db), db)
            case .otherTables(let last): publish(untouched(version: last), db)
            case .rows(let rows): publish(try plan.hasHistory ? step(db, found: rows) : step(db, rows), db)
            }
        } catch {
            // The schema may have changed, so another plan is tried.
            do { try replan(db) } catch { fall(behind: error) }
        }
    }

    private var reading: any FollowReading { reading(by: plan) }

    private func reading(by plan: RequestPlan) -> any FollowReading {
        state.withLock { $0.replacedReading }?(plan) ?? plan
    }

    /// Makes a new plan for the changed schema. If it is the same as the present one, stores it and returns `true`.
    /// `false` also when the list has not followed all commits.
    func keepsPlan(_ db: Database) -> Bool {
        guard error == nil, !isBehind, let plan = try? RequestPlan(request, in: db), plan.isSame(as: self.plan) else {
            return false
        }
        state.withLock { $0.plan = plan }
        return true
    }

    /// Runs `follow`. If the list is out of order, reads it anew.
    private func mending(_ db: Database, _ contents: Contents, _ follow: () throws -> Step) throws -> Step {
        do { return try follow() } catch is RowsDisorder {
            logger.warning(
                "A live query was out of order and is read anew",
                metadata: ["table": "\(request.table)", "version": "\(snapshot.version)"])
            state.withLock { $0.statistics.disorders += 1 }
            return try anew(db, plan: plan, contents: contents)
        }
    }

    /// The largest number of changes that are followed row by row. One change takes as long as reading some dozen rows
    /// of the list in order. So if there are more changes, the list is read anew.
    private var mostChanges: Int { state.withLock { max($0.fewChanges, $0.snapshot.rows.count / 16) } }

    /// Returns a step without changes if the log names none of the list's tables. Returns `nil` if it names one, or if
    /// entries may be missing.
    func step(by tail: LoggedTables.Tail) -> Step? {
        tail.isSilent(of: plan.followed, behind: snapshot.version) ? untouched(version: tail.last) : nil
    }

    /// Reads the entries of the log after the list's version, and computes the next state of the list.
    ///
    /// Called inside a transaction: on the writer queue, or beside the writer for a list that lags.
    ///
    /// - Parameter found: Rows that a search may find now, or not find any longer.
    func step(_ db: Database, found: Set<Int64> = []) throws -> Step {
        try mending(db, .log) {
            let version = snapshot.version
            if let groups = snapshot.groups { return try step(db, groups) ?? anew(db, plan: plan, contents: .all) }
            guard found.count <= mostChanges,
                let touched = try reading.touched(db, after: version, limit: mostChanges, found: found)
            else {
                return try anew(db, plan: plan, contents: .log)
            }
            let (first, last) = touched.bounds ?? (1, 0)
            guard last >= version, first <= version + 1 else {
                // The log was emptied, or entries were trimmed that the list has not read.
                return try anew(db, plan: plan, contents: .all)
            }
            return try step(db, touched, version: last)
        }
    }

    /// Reads the entries of the log, and computes the next values of a request for aggregates.
    ///
    /// - Returns: `nil` when all values have to be read anew.
    private func step(_ db: Database, _ groups: GroupedValues) throws -> Step? {
        let old = snapshot
        guard let next = try plan.groups(following: groups, db, after: old.version, limit: mostChanges) else {
            return nil
        }
        var work = ResultsStatistics()
        work.incremental = 1
        work.rowsRead = next.rowsRead
        work.groupsRead = next.groupsRead
        let new = RowsSnapshot(next.groups, version: next.version)
        return Step(update: Update(from: old, to: new, changeset: Changeset()), rows: [], work: work)
    }

    private func step(_ db: Database, _ rows: Set<Int64>) throws -> Step {
        if rows.count > mostChanges { return try anew(db, plan: plan, contents: .rows(rows)) }
        return try mending(db, .rows(rows)) { try step(db, reading.touched(db, rows: rows)) }
    }

    private func step(_ db: Database, _ touched: TouchedRows, version: Int64? = nil) throws -> Step {
        let (reading, old) = (self.reading, snapshot)
        let (plan, rows) = (reading.plan, old.rows)
        guard !touched.rows.isEmpty else { return untouched(version: version ?? old.version) }
        var edit = RowsEdit(of: old)
        var changed: [Int64: ColumnSet] = [:]
        var arriving: [(id: Int64, row: SortedRow)] = []
        for (id, row) in touched.rows {
            let mayMove =
                row.dependsOnOthers || row.sorted == nil || !row.columns.isDisjoint(with: plan.ordering)
                || !rows.contains(id)
            let shown = row.columns.intersection(plan.shown)
            if mayMove || !shown.isEmpty { changed[id] = shown }
            guard mayMove else { continue }
            if let sorted = row.sorted {
                if plan.orders != nil, sorted.section == nil, rows.has(id, at: sorted.key, size: sorted.size) {
                    continue
                }
                arriving.append((id, sorted))
            }
            try edit.remove(id)
        }
        // All rows whose place may have changed are out of the list now. So the remaining rows are in the right order,
        // and an arriving row is compared only with them.
        for (id, row) in arriving {
            if plan.orders != nil {
                try edit.insert(id, row)
            } else if try !edit.insert(id, row, unlessPrecedes: { try reading.precedes(id, $0, db) }) {
                // Each row has a number, its label, that gives its place. None is free between the rows before and
                // after this one, so all rows get new labels.
                let contents = version == nil ? Contents.rows(Set(touched.rows.keys)) : .log
                return try anew(db, plan: plan, contents: contents)
            }
        }
        let missing = edit.missing
        var found: [(id: Int64, row: SortedRow)] = []
        if missing > 0 {
            found = try reading.rows(db, beyond: edit.outermost, count: missing)
            try edit.extend(by: found, isLast: found.count < missing, hasLabels: plan.orders == nil)
        }
        let (new, sections) = try edit.finish(version: version ?? old.version + 1)
        for id in old.slid(to: new, touched: { changed[$0] != nil }) { changed[id] = [] }
        var work = ResultsStatistics()
        work.incremental = 1
        work.refills = missing > 0 ? 1 : 0
        work.rowsRead = touched.rows.count + found.count
        let changeset = Changeset(from: old, to: new, touched: changed, sections: sections)
        return Step(
            update: Update(from: old, to: new, changeset: changeset), rows: Array(touched.rows.keys), work: work)
    }

    /// Makes another plan for the present schema, and reads the list anew with it.
    private func replan(_ db: Database) throws {
        let plan = try RequestPlan(request, in: db)
        publish(try anew(db, plan: plan, contents: .all), db)
        state.withLock { $0.plan = plan }
    }

    /// Reads the whole list again, and compares it with the old one.
    private func anew(_ db: Database, plan: RequestPlan, contents: Contents) throws -> Step {
        let (reading, old) = (self.reading(by: plan), snapshot)
        if let before = old.groups { return try anew(db, reading, before) }
        var updated: [Int64: ColumnSet]?
        switch contents {
        case .log: updated = try logged(reading, db, after: old.version)
        case .rows(let rows): updated = Dictionary(uniqueKeysWithValues: rows.map { ($0, plan.shown) })
        case .all: break
        }
        let version = plan.hasHistory ? try reading.version(db) : old.version + 1
        let new = try reading.snapshot(db, version: version, logger: logger)
        var work = ResultsStatistics()
        work.refetched = 1
        work.rowsRead = new.numberOfItems
        guard old.isWhole else { return Step(update: Update(replacing: old, by: new), rows: nil, work: work) }
        let all = plan.showsOthers ? ColumnSet.all : plan.shown
        let items = updated == nil ? new.changedItems(since: old) : []
        let changed = updated ?? Dictionary(uniqueKeysWithValues: items.map { ($0, all) })
        let changeset = Changeset(from: old, to: new, updated: changed)
        return Step(
            update: Update(from: old, to: new, changeset: changeset), rows: updated.map { Array($0.keys) }, work: work)
    }

    /// Reads all values of a request for aggregates again.
    private func anew(_ db: Database, _ reading: any FollowReading, _ before: GroupedValues) throws -> Step {
        let old = snapshot
        let version = reading.plan.hasHistory ? try reading.version(db) : old.version + 1
        let groups = try reading.snapshot(db, version: version, logger: logger).groups ?? before
        var work = ResultsStatistics()
        work.refetched = 1
        work.groupsRead = groups.count
        let new = RowsSnapshot(groups.following(before), version: version)
        return Step(update: Update(from: old, to: new, changeset: Changeset()), rows: nil, work: work)
    }

    /// Returns the rows whose contents have changed according to the log, with the changed columns; `nil` when the log
    /// does not tell.
    private func logged(
        _ reading: any FollowReading, _ db: Database, after version: Int64
    ) throws -> [Int64: ColumnSet]? {
        let plan = reading.plan
        var logged = try reading.changes(db, after: version)?.mapValues {
            plan.knowsColumns ? $0.intersection(plan.shown) : plan.shown
        }
        guard plan.following != .refetch else { return logged }
        for dependency in plan.dependencies where dependency.isShown {
            if try reading.changesExceed(mostChanges, of: dependency.shape.name, db, after: version) { return nil }
            for id in try reading.rows(dependingOn: dependency, db, after: version) { logged?[id] = plan.shown }
        }
        return logged
    }

    /// Returns a step that changes nothing but the version of the list.
    private func untouched(version: Int64) -> Step {
        let old = snapshot
        var new = old
        new.version = version
        return Step(update: Update(from: old, to: new, changeset: Changeset()), rows: [])
    }

    /// Makes a step the present state, and tells the watchers. Called on the writer queue.
    private func publish(_ step: Step, _ db: Database) {
        let update = step.update
        for cache in state.withLock({ Array($0.caches.values) }) { cache.drop(step.rows) }
        let watchers = state.withLock { state -> [Watcher] in
            state.snapshot = update.new
            let isBack = state.error != nil
            state.error = nil
            state.isBehind = false
            if update.changeset.isEmpty, update.old.groups?.revision == update.new.groups?.revision, !isBack {
                state.statistics.untouched += 1
            } else {
                state.statistics.add(step.work)
                state.totals?.count(refetches: step.work.refetched)
            }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.update(update, db) }
    }

    /// Handles an error of a list that could not follow. After a temporary error, the list is read anew at the next
    /// commit, or when the store next looks for commits of other connections. Any other error is reported to the
    /// watchers.
    func fall(behind error: any Error) {
        if error.isPassing { state.withLock { $0.isBehind = true } } else { fail(error) }
    }

    /// Tells the watchers why the list cannot be read. The same error is reported only once, until the list can be read
    /// again.
    func fail(_ underlying: any Error) {
        let error =
            underlying as? ResultsError ?? .unreadable(table: request.table, underlying: underlying)
        let watchers = state.withLock { state -> [Watcher]? in
            defer { state.error = error }
            if let known = state.error, "\(known)" == "\(error)" { return nil }
            return Array(state.watchers.values)
        }
        guard let watchers else { return }
        logger.error("A live query cannot be read", metadata: ["table": "\(request.table)", "error": "\(error)"])
        for watcher in watchers { watcher.failure(error) }
    }
}

extension Error {
    /// `true` when the same work may succeed a moment later: the task was cancelled, or another connection has locked
    /// the file.
    fileprivate var isPassing: Bool {
        switch self {
        case is CancellationError: true
        case let error as DatabaseError: [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
        default: false
        }
    }
}

// MARK: - Loading

/// A list whose first rows are shown while the others are read.
///
///     first rows, counts ── same transaction: all rows ─▶ all rows known ── the log ─▶ what was committed meanwhile
///
/// All rows are read in the transaction of the first rows. So the whole list of that moment becomes known. After that,
/// the list follows later commits like any other list.
extension RowsIndex {
    var isLoading: Bool { state.withLock { $0.isLoading } }

    struct Loading {
        /// Ends with `finishLoading` or `failLoading`.
        let task: Task<Void, Never>
        let turn: LoadTurn
    }

    func begin(_ load: Loading) { state.withLock { ($0.load, $0.isLoading) = (load, true) } }

    /// Returns whether a commit is followed later, because rows are being read beside the writer.
    private func postpones(_ cause: Cause) -> Bool {
        state.withLock { state in
            let isPostponed = state.isLoading || state.lag != nil
            if isPostponed, case .schema = cause { state.needsPlan = true }
            return isPostponed
        }
    }

    /// Waits until all rows are known, and the watchers know what was committed meanwhile.
    ///
    /// - Throws: A `ResultsError` that says why the rows cannot be read.
    func waitUntilLoaded() async throws {
        let load = state.withLock { $0.load }
        load?.turn.come()
        await load?.task.value
        await waitUntilCaughtUp()
        if let error { throw error }
        guard !snapshot.isWhole else { return }
        if state.withLock({ $0.isClosed }) { throw ResultsError.closed }
        throw ResultsError.unreadable(table: request.table, underlying: DatabaseError(resultCode: .SQLITE_BUSY))
    }

    /// Makes all rows known, and tells the watchers. After that, the caller follows what was committed meanwhile.
    ///
    /// Called inside `Database.reading`, on the writer queue.
    ///
    /// - Parameters:
    ///   - whole: The list of the moment at which the first rows were read.
    ///   - isSame: `true` when a new plan for the request is the same as the plan of the first rows.
    /// - Returns: The cause for following what was committed meanwhile.
    func finishLoading(_ whole: RowsSnapshot, isSame: Bool, _ db: Database) -> Cause {
        let (first, watchers, isSame) = state.withLock { state in
            defer { (state.snapshot, state.isLoading, state.needsPlan) = (whole, false, false) }
            return (state.snapshot, Array(state.watchers.values), isSame && !state.needsPlan)
        }
        first.learn(whole)
        let update = Update(from: first, to: whole, changeset: Changeset())
        for watcher in watchers { watcher.update(update, db) }
        return isSame ? .log : .schema
    }

    /// Ends the loading after an error. After a temporary error, the rows are read anew at the next commit, or when the
    /// store next looks for commits. Any other error is reported to the watchers.
    ///
    /// Called on the writer queue.
    func failLoading(_ error: any Error) {
        state.withLock { $0.isLoading = false }
        fall(behind: error)
    }
}

// MARK: - After a large commit

/// A list that follows a large commit beside the writer, in a read transaction that does not block the writer.
///
///     snapshot ── read transaction: the log, or all rows ─▶ next snapshot, on the writer queue ── the log ─▶ …
///
/// Meanwhile the list stays the same, and follows no commit. Later it reads these commits from the log.
extension RowsIndex {
    /// `true` while the list follows a large commit beside the writer.
    var isLagging: Bool { state.withLock { $0.lag != nil } }

    func isLagging(by lag: LaggingLists.Lag) -> Bool { state.withLock { $0.lag === lag } }

    /// `true` when the list can follow a commit beside the writer now.
    var canLag: Bool {
        state.withLock { state in
            state.plan.following == .history && state.error == nil && !state.isBehind && !state.isClosed
                && !state.isLoading && state.lag == nil
        }
    }

    func begin(_ lag: LaggingLists.Lag) { state.withLock { $0.lag = lag } }

    /// Waits until the list includes all that was committed before this call.
    func waitUntilCaughtUp() async {
        // The work that runs now may have read the file before this call, so the work that begins after it is awaited,
        // too.
        for _ in 0..<2 { await state.withLock { $0.lag }?.wait() }
    }

    /// Ends the work beside the writer, and publishes its result.
    ///
    /// Called inside `Database.reading`, on the writer queue.
    ///
    /// - Parameter step: The next state; `nil` when it could not be computed, or when the request needs another plan.
    /// - Returns: The cause for following what was committed meanwhile.
    func finishLagging(_ step: Step?, _ db: Database) -> Cause {
        let isCurrent = state.withLock { state in
            defer { (state.lag, state.needsPlan) = (nil, false) }
            return !state.needsPlan && state.error == nil && !state.isBehind
        }
        guard let step, isCurrent else { return .schema }
        publish(step, db)
        return .log
    }

    /// Cancels the work beside the writer. Follows on the writer queue what the present transaction sees.
    func followAtOnce(_ db: Database) {
        let (lag, needsPlan) = state.withLock { state in
            defer { (state.lag, state.needsPlan) = (nil, false) }
            return (state.lag, state.needsPlan)
        }
        lag?.cancel()
        follow(db, needsPlan ? .schema : .log)
    }

    /// Ends the work beside the writer after an error. After a temporary error, the list is read anew at the next
    /// commit, or when the store next looks for commits. Any other error is reported to the watchers.
    ///
    /// Called on the writer queue.
    func fail(_ lag: LaggingLists.Lag, _ error: any Error) {
        let isCurrent = state.withLock { state in
            guard state.lag === lag else { return false }
            (state.lag, state.needsPlan) = (nil, false)
            return true
        }
        if isCurrent { fall(behind: error) }
    }
}

/// A cache from which commits remove rows.
protocol RowCaching: Sendable {
    /// - Parameter rows: `nil` for all.
    func drop(_ rows: [Int64]?)
}
