import GRDB
import Synchronization

/// The writes that wait for the writer of one database. Those that wait together share one transaction.
///
/// The fsync of a commit takes longer than most writes. So what has queued up while the writer was busy becomes one
/// transaction, in which each write has a savepoint of its own and fails by itself. A write that finds nobody waiting has
/// a transaction of its own at once, as always.
///
/// | happens in a shared transaction | then |
/// |---|---|
/// | a write throws, or leaves a deferred foreign key violated | its savepoint is rolled back; it fails, the others stand |
/// | the transaction is `growth` old | it is committed; the writes behind wait for the next one |
/// | a write takes longer than `patience`, and others stand before it | it is interrupted; those before it are committed, then it runs alone |
/// | the transaction cannot begin | all are told why |
/// | the transaction is rolled back, or cannot be committed | each write runs again, alone: it fails for a reason of its own, or not at all |
///
/// Nobody is answered before the COMMIT. A failure may be due to another write whose changes are not committed yet, a
/// receipt that is stored twice for one, so it has to wait, too.
final class WriteQueue: Sendable {
    private struct State {
        var writes: [QueuedWrite] = []
        /// Whether the writer has been asked to run them.
        var isScheduled = false
    }

    /// How long a shared transaction takes in more writes.
    static let growth = Duration.milliseconds(10)
    /// How long others wait for a write that came behind them.
    static let patience = Duration.milliseconds(20)

    private let database: any DatabaseWriter
    private let files: StoreFiles
    private let clock: any Clock<Duration>
    private let onRollback: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - files: Count the commits.
    ///   - clock: Tells how long a write takes.
    ///   - onRollback: Called after a shared transaction was rolled back: what one write has read there of another does
    ///     not hold.
    init(
        _ database: any DatabaseWriter, files: StoreFiles, clock: any Clock<Duration>,
        onRollback: @escaping @Sendable () -> Void
    ) {
        self.database = database
        self.files = files
        self.clock = clock
        self.onRollback = onRollback
    }

    /// How many writes wait.
    var count: Int { state.withLock { $0.writes.count } }

    /// Runs a write when its turn comes.
    ///
    /// - Parameters:
    ///   - isAlone: Whether it has a transaction of its own.
    ///   - committed: Called with the result once it is committed, on the writer queue, in the order of the writes.
    func write<T: Sendable>(
        isAlone: Bool, committed: @escaping @Sendable (T) -> Void,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let cancellation = QueuedWrite.Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(
                    QueuedWrite(isAlone: isAlone, cancellation: cancellation) { db in
                        let value = try updates(db)
                        return {
                            committed(value)
                            continuation.resume(returning: value)
                        }
                    } fail: {
                        continuation.resume(throwing: $0)
                    })
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    // MARK: Turns

    private func add(_ write: QueuedWrite) {
        let isFirst = state.withLock { state in
            state.writes.append(write)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    /// Others who use the writer, those who look for commits of other processes for one, have their turns in between.
    private func schedule() { database.asyncWriteWithoutTransaction { [self] db in runNext(db) } }

    private func runNext(_ db: Database) {
        var writes = takeNext()
        let outcomes = writes.count == 1 ? [runAlone(writes[0], db)] : share(&writes, db)
        let isMore = state.withLock { state in
            state.writes.insert(contentsOf: writes[outcomes.count...], at: 0)
            state.isScheduled = !state.writes.isEmpty
            return state.isScheduled
        }
        if isMore { schedule() }
        for (write, outcome) in zip(writes, outcomes) { write.end(outcome) }
    }

    /// Takes those out that may share the next transaction, or the one that does not share it.
    private func takeNext() -> [QueuedWrite] {
        state.withLock { state in
            let end = state.writes.dropFirst().firstIndex(where: \.isAlone) ?? state.writes.count
            let count = state.writes.first?.isAlone == true ? 1 : end
            defer { state.writes.removeFirst(count) }
            return Array(state.writes[..<count])
        }
    }

    // MARK: Transactions

    private typealias Outcome = Result<QueuedWrite.Answer, any Error>

    private func runAlone(_ write: QueuedWrite, _ db: Database) -> Outcome {
        var answer: QueuedWrite.Answer?
        do {
            try db.inTransaction {
                answer = try write.perform(db)
                return .commit
            }
        } catch { return .failure(error) }
        return answer.map(Outcome.success) ?? .failure(DatabaseError(resultCode: .SQLITE_ABORT))
    }

    /// Runs writes in one transaction.
    ///
    /// - Returns: What came of the first so many of them. The others have to be run again.
    private func share(_ writes: inout [QueuedWrite], _ db: Database) -> [Outcome] {
        var outcomes: [Outcome] = []
        var hasBegun = false
        let commits = files.commits
        do {
            try db.inTransaction {
                hasBegun = true
                // Another program may have had SQLite's lock before.
                let elapsed = clock.stopwatch()
                for index in writes.indices {
                    if index > 0, elapsed() > Self.growth { break }
                    guard let outcome = try runInSavepoint(&writes[index], isFirst: index == 0, db) else { break }
                    outcomes.append(outcome)
                }
                return .commit
            }
            return outcomes
        } catch {
            // The program has ended the transaction itself, within a write: what was done so far is in it.
            if files.commits != commits { return outcomes + [.failure(error)] }
            onRollback()
            guard hasBegun else { return writes.map { _ in .failure(error) } }
            if !writes.contains(where: \.isAlone) { for index in writes.indices { writes[index].isAlone = true } }
            return []
        }
    }

    /// - Returns: What came of it; `nil` when it takes too long and was rolled back. Then it is to run alone.
    /// - Throws: What ends the transaction.
    private func runInSavepoint(_ write: inout QueuedWrite, isFirst: Bool, _ db: Database) throws -> Outcome? {
        var isTooLong = false
        let elapsed = clock.stopwatch()
        try db.execute(sql: "SAVEPOINT \(Self.savepoint)")
        var outcome: Outcome?
        do {
            let answer = try write.perform(db) {
                if !isFirst, elapsed() > Self.patience { isTooLong = true }
                return isTooLong
            }
            try db.checkDeferredForeignKeys()
            outcome = .success(answer)
        } catch {
            outcome = .failure(error)
        }
        if isTooLong {
            // Whatever it has made of the interruption.
            write.isAlone = true
            outcome = nil
        }
        if case .success = outcome {} else { try db.execute(sql: "ROLLBACK TO SAVEPOINT \(Self.savepoint)") }
        try db.execute(sql: "RELEASE SAVEPOINT \(Self.savepoint)")
        try db.stopDeferringForeignKeys()
        return outcome
    }

    private static let savepoint = "aviaryWrite"
}

extension Clock where Duration == Swift.Duration {
    /// Returns a function that tells how much time has passed since this call.
    fileprivate func stopwatch() -> () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
