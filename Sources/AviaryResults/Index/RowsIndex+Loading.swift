import AviarySnapshots
import GRDB
import Synchronization

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
    func postpones(_ cause: Cause) -> Bool {
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
    func finishLoading(_ whole: RowsSnapshot, isSame: Bool) -> Cause {
        let (first, watchers, isSame) = state.withLock { state in
            defer { (state.snapshot, state.isLoading, state.needsPlan) = (whole, false, false) }
            return (state.snapshot, Array(state.watchers.values), isSame && !state.needsPlan)
        }
        first.learn(whole)
        let update = Update(from: first, to: whole, changeset: Changeset())
        for watcher in watchers { watcher.update(update) }
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
    func finishLagging(_ step: Step?) -> Cause {
        let isCurrent = state.withLock { state in
            defer { (state.lag, state.needsPlan) = (nil, false) }
            return !state.needsPlan && state.error == nil && !state.isBehind
        }
        guard let step, isCurrent else { return .schema }
        publish(step)
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
