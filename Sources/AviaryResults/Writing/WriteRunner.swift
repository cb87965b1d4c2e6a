import GRDB

/// Runs queued writes in transactions, on the writer queue.
///
/// | happens in a shared transaction | then |
/// |---|---|
/// | a write throws, or leaves a deferred foreign key violated | its savepoint is rolled back; it fails, the others stand |
/// | the transaction is `growth` old | it is committed; the writes behind wait for the next one |
/// | a write takes longer than `patience`, and others stand before it | it is interrupted; those before it are committed, then it runs alone |
/// | the first write takes long | it goes on, and is committed by itself: those behind would wait for it in any case, and share the next one |
/// | that one cannot be committed | it fails; those behind share the next one |
/// | a write is cancelled within a statement that writes, so that SQLite rolls all back | it fails; the others share a transaction again |
/// | the transaction cannot begin | all are told why |
/// | the transaction is rolled back otherwise, or cannot be committed | each write runs again, alone: it fails for a reason of its own, or not at all |
///
/// Nobody is answered before the COMMIT. A failure may be due to another write whose changes are not committed yet, a
/// receipt that is stored twice for one, so it has to wait, too.
struct WriteRunner: Sendable {
    typealias Outcome = Result<QueuedWrite.Answer, any Error>

    /// How long a shared transaction takes in more writes.
    static let growth = Duration.milliseconds(10)
    /// How long others wait for a write that came behind them.
    static let patience = Duration.milliseconds(20)

    /// Count the commits.
    let files: StoreFiles
    /// Tells how long a write takes.
    let clock: any Clock<Duration>
    /// Called after changes of the schema were rolled back: what was read of the tables meanwhile does not hold.
    let onSchemaRollback: @Sendable () -> Void

    /// Runs writes that may share a transaction, or one.
    ///
    /// - Returns: What came of the first so many of them. The others have to be run again.
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
                // Another program may have had SQLite's lock before.
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
            // The program has ended the transaction itself, within a write: what was done so far is in it.
            if files.commits != commits { return outcomes + [.failure(error)] }
            for write in writes { write.rolledBack() }
            forgetSchema(since: mark, db)
            guard hasBegun else { return writes.map { _ in .failure(error) } }
            // It had the transaction to itself.
            if hasRun, outcomes.count == 1 { return [outcomes[0].flatMap { _ in Outcome.failure(error) }] }
            return regroup(&writes)
        }
    }

    /// Says how writes run again after their transaction was rolled back.
    ///
    /// - Returns: What came of the first so many of them, which do not run again.
    private func regroup(_ writes: inout [QueuedWrite]) -> [Outcome] {
        var (cancelled, others): ([QueuedWrite], [QueuedWrite]) = ([], [])
        for write in writes {
            if write.cancellation.isCancelled { cancelled.append(write) } else { others.append(write) }
        }
        // One whose statement was interrupted is why the others were rolled back, as a rule: they share again.
        if cancelled.isEmpty, !others.contains(where: \.isAlone) {
            for index in others.indices { others[index].isAlone = true }
        }
        writes = cancelled + others
        return cancelled.map { _ in .failure(CancellationError()) }
    }

    /// - Returns: What came of it; `nil` when it takes too long and was rolled back. Then it is to run alone.
    /// - Throws: What ends the transaction.
    private func runInSavepoint(_ write: inout QueuedWrite, isFirst: Bool, _ db: Database) throws -> Outcome? {
        var isTooLong = false
        let elapsed = clock.stopwatch()
        let mark = SchemaMark(db)
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

    /// Tables may not be as they were read within what was rolled back.
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
