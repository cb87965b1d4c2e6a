import AviarySnapshots
import GRDB
import Synchronization

/// A list whose first rows are shown while the others are read.
///
///     first rows, counts ── the same transaction: all rows ─▶ all rows are known ── the log ─▶ what was committed meanwhile
///
/// All rows are read in the transaction of the first ones. So the list of that moment becomes known as a whole, and changes
/// lead on from it as from any other.
extension RowsIndex {
    var isLoading: Bool { state.withLock { $0.isLoading } }

    struct Loading {
        /// Ends with `finishLoading` or `failLoading`.
        let task: Task<Void, Never>
        let turn: LoadTurn
    }

    func begin(_ load: Loading) { state.withLock { ($0.load, $0.isLoading) = (load, true) } }

    /// Whether a commit is followed later, because rows are being read beside the writer.
    func postpones(_ cause: Cause) -> Bool {
        state.withLock { state in
            let isPostponed = state.isLoading || state.lag != nil
            if isPostponed, case .schema = cause { state.needsPlan = true }
            return isPostponed
        }
    }

    /// Waits until all rows are known, and what was committed meanwhile is told.
    ///
    /// - Throws: Why they cannot be read.
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

    /// Makes all rows known, tells so, and follows what was committed since.
    ///
    /// Called inside `Database.reading`, on the writer queue.
    ///
    /// - Parameters:
    ///   - whole: The list of the moment at which the first rows were read.
    ///   - isSame: Whether the request is still read as it was.
    /// - Returns: How the list goes on from there.
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

    /// Tells why the rows cannot be read. They are read anew at the next occasion.
    ///
    /// Called on the writer queue.
    func failLoading(_ error: any Error) {
        state.withLock { $0.isLoading = false }
        fall(behind: error)
    }
}

// MARK: - Behind a large commit

/// A list that follows a large commit beside the writer.
///
///     snapshot ── a read transaction: the log, or all rows ─▶ the next snapshot, told on the writer queue ── the log ─▶ …
///
/// Meanwhile the list stays as it is, and no commit is followed: all of them are in the log.
extension RowsIndex {
    /// Whether the list follows a large commit beside the writer.
    var isLagging: Bool { state.withLock { $0.lag != nil } }

    func isLagging(by lag: LaggingLists.Lag) -> Bool { state.withLock { $0.lag === lag } }

    /// Whether the list can follow a commit beside the writer now.
    var canLag: Bool {
        state.withLock { state in
            state.plan.following == .history && state.error == nil && !state.isBehind && !state.isClosed
                && !state.isLoading && state.lag == nil
        }
    }

    func begin(_ lag: LaggingLists.Lag) { state.withLock { $0.lag = lag } }

    /// Waits until the list includes all that was committed before this call.
    func waitUntilCaughtUp() async {
        // The work under way may have read the file before this call. The work behind it has not.
        for _ in 0..<2 { await state.withLock { $0.lag }?.wait() }
    }

    /// Tells what the list has become.
    ///
    /// Called inside `Database.reading`, on the writer queue.
    ///
    /// - Parameter step: `nil` when it is not known, or the request is no longer read as it was.
    /// - Returns: How the list goes on from there.
    func finishLagging(_ step: Step?) -> Cause {
        let isCurrent = state.withLock { state in
            defer { (state.lag, state.needsPlan) = (nil, false) }
            return !state.needsPlan && state.error == nil && !state.isBehind
        }
        guard let step, isCurrent else { return .schema }
        publish(step)
        return .log
    }

    /// Gives up the work beside the writer, and follows on the writer queue what the transaction at hand sees.
    func followAtOnce(_ db: Database) {
        let (lag, needsPlan) = state.withLock { state in
            defer { (state.lag, state.needsPlan) = (nil, false) }
            return (state.lag, state.needsPlan)
        }
        lag?.cancel()
        follow(db, needsPlan ? .schema : .log)
    }

    /// Has what was committed followed at the next occasion.
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
