import GRDB

/// Runs queued writes in transactions, on the writer queue.
///
/// A shared transaction handles these cases:
///
/// - A write throws, or leaves a deferred foreign key violated. Its savepoint is rolled back, and it fails. The other
///   writes stay.
/// - The transaction is older than `growth`. It is committed, and the remaining writes wait for the next one.
/// - A write takes longer than `sharedWriteLimit`, and other writes came before it. It is interrupted, the earlier
///   writes are committed, and it runs again alone.
/// - The first write takes long. It continues and is committed alone, because the later writes have to wait in any
///   case. They share the next transaction.
/// - A transaction of a single write cannot be committed. The write fails, and the later writes share the next
///   transaction.
/// - A write is cancelled within a statement that writes, so that SQLite rolls everything back. The write fails, and
///   the others share a transaction again.
/// - The transaction cannot begin. All writes fail with the same error.
/// - The transaction is rolled back for another reason, or cannot be committed. Each write runs again alone, so that
///   only a faulty write fails.
///
/// No caller gets an answer before the COMMIT. This includes failures, because the reason may be a change of another
/// write that is not committed yet. An example is a receipt that is stored twice.
struct WriteRunner: Sendable {
    typealias Outcome = Result<QueuedWrite.Answer, any Error>

    /// How long a shared transaction accepts further writes.
    static let growth = Duration.milliseconds(10)
    /// How long earlier writes wait for a later write in their transaction.
    static let sharedWriteLimit = Duration.milliseconds(20)

    /// Counts the commits.
    let files: StoreFiles
    /// Measures how long a write takes.
    let clock: any Clock<Duration>
    /// Called after changes of the schema were rolled back, because tables may have been read in that state.
    let onSchemaRollback: @Sendable () -> Void

    /// Runs one write, or several that may share a transaction.
    ///
    /// - Returns: The outcomes of the first writes. The remaining writes have to run again.
    func run(_ writes: inout [QueuedWrite], _ db: Database) -> [Outcome] {
        writes.count == 1 ? [runAlone(writes[0], db)] : share(&writes, db)
    }

    private func runAlone(_ write: QueuedWrite, _ db: Database) -> Outcome {
        var answer: QueuedWrite.Answer?
        let mark = SchemaMark(db)
        do {
            try db.inTransaction {
                answer = try write.perform(db)
                return .commit
            }
        } catch {
            forgetSchema(since: mark, db)
            return .failure(error)
        }
        return answer.map(Outcome.success) ?? .failure(DatabaseError(resultCode: .SQLITE_ABORT))
    }

    /// Runs writes in one transaction.
    private func share(_ writes: inout [QueuedWrite], _ db: Database) -> [Outcome] {
        var outcomes: [Outcome] = []
        var (hasBegun, hasRun) = (false, false)
        let commits = files.commits
        let mark = SchemaMark(db)
        do {
            try db.inTransaction {
                hasBegun = true
                // Measured from here, because another program may have held SQLite's lock before.
                let elapsed = clock.stopwatch()
                for index in writes.indices {
                    if index > 0, elapsed() > Self.growth { break }
                    guard let outcome = try runInSavepoint(&writes[index], isFirst: index == 0, db) else { break }
                    outcomes.append(outcome)
                }
                hasRun = true
                return .commit
            }
            return outcomes
        } catch {
            // If there was a commit, the program has ended the transaction itself, within a write. The earlier changes
            // are committed.
            if files.commits != commits { return outcomes + [.failure(error)] }
            for write in writes { write.rolledBack() }
            forgetSchema(since: mark, db)
            guard hasBegun else { return writes.map { _ in .failure(error) } }
            // If the write was alone in the transaction, it need not run again.
            if hasRun, outcomes.count == 1 { return [outcomes[0].flatMap { _ in Outcome.failure(error) }] }
            return regroup(&writes)
        }
    }

    /// Decides how writes run again after their transaction was rolled back.
    ///
    /// - Returns: The outcomes of the first writes, which do not run again.
    private func regroup(_ writes: inout [QueuedWrite]) -> [Outcome] {
        var (cancelled, others): ([QueuedWrite], [QueuedWrite]) = ([], [])
        for write in writes {
            if write.cancellation.isCancelled { cancelled.append(write) } else { others.append(write) }
        }
        // If a write was cancelled, its interruption is usually the reason for the rollback. Then the others may share
        // a transaction again. Otherwise each runs alone, unless one is marked to run alone already.
        if cancelled.isEmpty, !others.contains(where: \.isAlone) {
            for index in others.indices { others[index].isAlone = true }
        }
        writes = cancelled + others
        return cancelled.map { _ in .failure(CancellationError()) }
    }

    /// - Returns: The outcome; `nil` when the write took too long and was rolled back. Then it has to run alone.
    /// - Throws: An error that ends the transaction.
    private func runInSavepoint(_ write: inout QueuedWrite, isFirst: Bool, _ db: Database) throws -> Outcome? {
        var isTooLong = false
        let elapsed = clock.stopwatch()
        let mark = SchemaMark(db)
        try db.execute(sql: "SAVEPOINT \(Self.savepoint)")
        var outcome: Outcome?
        do {
            let answer = try write.perform(db) {
                if !isFirst, elapsed() > Self.sharedWriteLimit { isTooLong = true }
                return isTooLong
            }
            try db.checkDeferredForeignKeys()
            outcome = .success(answer)
        } catch {
            outcome = .failure(error)
        }
        if isTooLong {
            // This holds even if the write has caught the interruption.
            write.isAlone = true
            outcome = nil
        }
        if case .success = outcome {
        } else {
            try db.execute(sql: "ROLLBACK TO SAVEPOINT \(Self.savepoint)")
            write.rolledBack()
            forgetSchema(since: mark, db)
        }
        try db.execute(sql: "RELEASE SAVEPOINT \(Self.savepoint)")
        try db.stopDeferringForeignKeys()
        return outcome
    }

    private static let savepoint = "aviaryWrite"

    /// Drops table schemas that were read in the state that was rolled back.
    private func forgetSchema(since mark: SchemaMark, _ db: Database) {
        if mark.forgetChanges(db) { onSchemaRollback() }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns a function that tells how much time has passed since this call.
    fileprivate func stopwatch() -> () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
