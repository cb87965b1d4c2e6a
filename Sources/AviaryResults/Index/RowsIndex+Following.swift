import AviarySnapshots
import GRDB
import Logging
import Synchronization

extension RowsIndex {
    /// What is known of a commit.
    enum Cause {
        /// The history log has it.
        case log
        /// The history log has it, up to this sequence, and names none of the tables that the list is of.
        case otherTables(upTo: Int64)
        /// These rows, and no others, may have changed.
        case rows(Set<Int64>)
        /// The list may have changed anywhere.
        case unknown(Contents)
        /// The request may mean something else.
        case schema
    }

    /// Which rows may show something else, where the list is read anew.
    enum Contents {
        /// Those that the history log names.
        case log
        case rows(Set<Int64>)
        case all
    }

    /// The next state of a list, before the watchers are told.
    struct Step: Sendable {
        let update: Update
        /// Whose contents may have changed; `nil` for all rows.
        let rows: [Int64]?
        /// The work that it took.
        var work = ResultsStatistics()
    }

    /// Follows one commit or several, and tells everybody what changed.
    ///
    /// Called inside `Database.reading`, so that all that is read is of one moment.
    func follow(_ db: Database, _ cause: Cause) {
        // The log has this commit, and is read afterwards.
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
            // The schema may have changed under the statement.
            do { try replan(db) } catch { fall(behind: error) }
        }
    }

    private var reading: any FollowReading { reading(by: plan) }

    private func reading(by plan: RequestPlan) -> any FollowReading {
        state.withLock { $0.replacedReading }?(plan) ?? plan
    }

    /// Whether the request is read as before under a schema that changed.
    func keepsPlan(_ db: Database) -> Bool {
        guard error == nil, !isBehind, let plan = try? RequestPlan(request, in: db), plan.isSame(as: self.plan) else {
            return false
        }
        state.withLock { $0.plan = plan }
        return true
    }

    /// Reads the list anew when it is found out of order.
    private func mending(_ db: Database, _ contents: Contents, _ follow: () throws -> Step) throws -> Step {
        do { return try follow() } catch is RowsDisorder {
            logger.warning(
                "A live query was out of order and is read anew",
                metadata: ["table": "\(request.table)", "version": "\(snapshot.version)"])
            state.withLock { $0.statistics.disorders += 1 }
            return try anew(db, plan: plan, contents: contents)
        }
    }

    /// How many changes are followed row by row. Each takes as long as reading some dozen rows of the list in order, so when
    /// there are more, the list is read anew.
    private var mostChanges: Int { state.withLock { max($0.fewChanges, $0.snapshot.rows.count / 16) } }

    /// The step when the log names none of the list's tables; `nil` when it names one, or may have been cut.
    func step(by tail: LoggedTables.Tail) -> Step? {
        tail.isSilent(of: plan.followed, behind: snapshot.version) ? untouched(version: tail.last) : nil
    }

    /// Reads what the log has behind the list, and works out what the list becomes.
    ///
    /// Called inside a transaction, on the writer queue or, of a list that lags, beside it.
    func step(_ db: Database) throws -> Step {
        try mending(db, .log) {
            let version = snapshot.version
            guard let touched = try reading.touched(db, after: version, limit: mostChanges) else {
                return try anew(db, plan: plan, contents: .log)
            }
            let (first, last) = touched.bounds ?? (1, 0)
            guard last >= version, first <= version + 1 else {
                // The log was trimmed past what we have read, or emptied.
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
        // All changed rows are out of the list now, so an arriving row is compared only with rows in their right order.
        for (id, row) in arriving {
            if plan.orders != nil {
                try edit.insert(id, row)
            } else if try !edit.insert(id, row, unlessPrecedes: { try reading.precedes(id, $0, db) }) {
                // No label is left between two rows: all are labelled anew.
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

    /// Works out anew how to read and follow the request, for the schema as it is.
    private func replan(_ db: Database) throws {
        let plan = try RequestPlan(request, in: db)
        publish(try anew(db, plan: plan, contents: .all))
        state.withLock { $0.plan = plan }
    }

    /// Reads everything again and compares.
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

    /// The rows that show something else according to the log, with their columns; `nil` when it does not tell.
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

    /// A step that changes the version of the list alone.
    private func untouched(version: Int64) -> Step {
        let old = snapshot
        var new = old
        new.version = version
        return Step(update: Update(from: old, to: new, changeset: Changeset()), rows: [])
    }

    /// Called on the writer queue.
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
            }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.update(update) }
    }

    /// Follows at the next occasion what could not be read.
    func fall(behind error: any Error) {
        if error.isPassing { state.withLock { $0.isBehind = true } } else { fail(error) }
    }

    /// Tells everybody why the list cannot be read: once, until it can or the reason is another.
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
    /// Whether the same may succeed a moment later: the task was cancelled, or somebody else has locked the file.
    fileprivate var isPassing: Bool {
        switch self {
        case is CancellationError: true
        case let error as DatabaseError: [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
        default: false
        }
    }
}
