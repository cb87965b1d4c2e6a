import AviarySnapshots
import GRDB
import Logging
import Synchronization

extension RowsIndex {
    /// What is known about the changes that a list has to follow.
    enum Cause {
        /// The history log has the changes.
        case log
        /// The history log has the changes up to this sequence, and none of them is in a table of the list.
        case otherTables(upTo: Int64)
        /// These rows, and no others, may have changed.
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
            case .unknown(let contents): publish(try anew(db, plan: plan, contents: contents))
            case .log: publish(try step(db))
            case .otherTables(let last): publish(untouched(version: last))
            case .rows(let rows): publish(try step(db, rows))
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
    func step(_ db: Database) throws -> Step {
        try mending(db, .log) {
            let version = snapshot.version
            guard let touched = try reading.touched(db, after: version, limit: mostChanges) else {
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

    private func step(_ db: Database, _ rows: Set<Int64>) throws -> Step {
        if rows.count > mostChanges { return try anew(db, plan: plan, contents: .rows(rows)) }
        return try mending(db, .rows(rows)) { try step(db, reading.touched(db, rows: rows)) }
    }

    private func step(_ db: Database, _ touched: TouchedRows, version: Int64? = nil) throws -> Step {
        let (reading, old) = (self.reading, snapshot)
        let (plan, rows) = (reading.plan, old.rows)
        guard !touched.rows.isEmpty else { return untouched(version: version ?? old.version) }
        var edit = RowsEdit(of: old)
        var told: [Int64: ColumnSet] = [:]
        var arriving: [(id: Int64, row: SortedRow)] = []
        for (id, row) in touched.rows {
            let mayMove =
                row.dependsOnOthers || row.sorted == nil || !row.columns.isDisjoint(with: plan.ordering)
                || !rows.contains(id)
            let shown = row.columns.intersection(plan.shown)
            if mayMove || !shown.isEmpty { told[id] = shown }
            guard mayMove else { continue }
            if let sorted = row.sorted {
                if plan.orders != nil, sorted.section == nil, rows.holds(id, at: sorted.key, size: sorted.size) {
                    continue
                }
                arriving.append((id, sorted))
            }
            try edit.remove(id)
        }
        // All rows whose place may have changed are out of the list now, so an arriving row is compared only with rows
        // in the right order.
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
        for id in old.slid(to: new, touched: { told[$0] != nil }) { told[id] = [] }
        var work = ResultsStatistics()
        work.incremental = 1
        work.refills = missing > 0 ? 1 : 0
        work.rowsRead = touched.rows.count + found.count
        let changeset = Changeset(from: old, to: new, touched: told, sections: sections)
        return Step(
            update: Update(from: old, to: new, changeset: changeset), rows: Array(touched.rows.keys), work: work)
    }

    /// Makes another plan for the present schema, and reads the list anew with it.
    private func replan(_ db: Database) throws {
        let plan = try RequestPlan(request, in: db)
        publish(try anew(db, plan: plan, contents: .all))
        state.withLock { $0.plan = plan }
    }

    /// Reads the whole list again, and compares it with the old one.
    private func anew(_ db: Database, plan: RequestPlan, contents: Contents) throws -> Step {
        let (reading, old) = (self.reading(by: plan), snapshot)
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
        let told = updated ?? Dictionary(uniqueKeysWithValues: items.map { ($0, all) })
        let changeset = Changeset(from: old, to: new, updated: told)
        return Step(
            update: Update(from: old, to: new, changeset: changeset), rows: updated.map { Array($0.keys) }, work: work)
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
        guard plan.following == .history else { return logged }
        for dependency in plan.dependencies where dependency.isShown {
            if try reading.changesExceed(mostChanges, of: dependency.shape.name, db, after: version) { return nil }
            for id in try reading.led(by: dependency, db, after: version) { logged?[id] = plan.shown }
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
    func publish(_ step: Step) {
        let update = step.update
        for cache in state.withLock({ Array($0.caches.values) }) { cache.drop(step.rows) }
        let watchers = state.withLock { state -> [Watcher] in
            state.snapshot = update.new
            let isBack = state.error != nil
            state.error = nil
            state.isBehind = false
            if update.changeset.isEmpty, !isBack {
                state.statistics.untouched += 1
            } else {
                state.statistics.add(step.work)
                state.totals?.refetches.add(step.work.refetched, ordering: .relaxed)
            }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.update(update) }
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
