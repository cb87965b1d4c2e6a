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

    /// Whether a commit is followed when all rows are known.
    func postpones(_ cause: Cause) -> Bool {
        state.withLock { state in
            if state.isLoading, case .schema = cause { state.needsPlan = true }
            return state.isLoading
        }
    }

    /// Waits until all rows are known, and what was committed meanwhile is told.
    ///
    /// - Throws: Why they cannot be read.
    func waitUntilLoaded() async throws {
        let load = state.withLock { $0.load }
        load?.turn.come()
        await load?.task.value
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
    func finishLoading(_ whole: RowsSnapshot, isSame: Bool, in db: Database) {
        let (first, watchers, isSame) = state.withLock { state in
            defer { (state.snapshot, state.isLoading, state.needsPlan) = (whole, false, false) }
            return (state.snapshot, Array(state.watchers.values), isSame && !state.needsPlan)
        }
        first.learn(whole)
        let update = Update(from: first, to: whole, changeset: Changeset())
        for watcher in watchers { watcher.update(update) }
        follow(db, isSame ? .log : .schema)
    }

    /// Tells why the rows cannot be read. They are read anew at the next occasion.
    ///
    /// Called on the writer queue.
    func failLoading(_ error: any Error) {
        state.withLock { $0.isLoading = false }
        fall(behind: error)
    }
}
