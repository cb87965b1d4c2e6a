import GRDB
import Logging

extension LiveStore {
    /// The largest number of runs of a write that conflicts with other writes.
    static let upstreamAttempts = 100
    /// The largest number of successive runs for which the file receives nothing new. After so many runs, other writes
    /// are not the reason for the conflict.
    static let upstreamRepetitions = 20

    /// Makes a write in the upstream database.
    ///
    /// - Parameter listener: Is told about the end of the write, on no particular queue.
    func write<T: Sendable>(
        through upstream: any StoreUpstream, receipt: String?, listener: WriteListener,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        do {
            let done = try await certify(upstream, receipt: receipt, updates)
            listener.committed()
            return done.value
        } catch {
            listener.failed(error)
            throw error
        }
    }

    /// Makes a write in the upstream database; see `StoreUpstream`.
    ///
    /// - Parameters:
    ///   - rehearsed: Called with the result and the changes of each run, before the changes are sent.
    ///   - updates: Makes the changes. It runs again after a conflict.
    /// - Returns: The run that was committed. The lists of its tables have followed.
    /// - Throws: The errors of `updates`, `UpstreamError`, and `ResultsError.alreadyDone` when the receipt is stored
    ///   already. After an error nothing is changed, except perhaps after `UpstreamError.unknownOutcome`.
    func certify<T: Sendable>(
        _ upstream: any StoreUpstream, receipt: String?,
        rehearsed: @Sendable (T, [RowChange]) -> Void = { _, _ in },
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> Rehearsal<T> {
        do {
            let done = try await runUntilDone(upstream, receipt: receipt, rehearsed: rehearsed, updates)
            await follower.lags.wait(for: Set(done.changes.map(\.table)))
            return done
        } catch let error as UpstreamError {
            logger.info(
                "A write was not done in the database that decides",
                metadata: ["error": "\(error)", "reason": "\(error.reason ?? "")"])
            throw error
        }
    }

    private func runUntilDone<T: Sendable>(
        _ upstream: any StoreUpstream, receipt: String?, rehearsed: @Sendable (T, [RowChange]) -> Void,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> Rehearsal<T> {
        var reason = ""
        var repetitions = 0
        for attempt in 1...Self.upstreamAttempts {
            let rehearsal: Rehearsal<T>
            do { rehearsal = try await rehearse(upstream, receipt: receipt, updates) } catch is UpstreamUnprepared {
                reason = "new rows got no ids"
                try await upstream.prepare()
                continue
            }
            rehearsed(rehearsal.value, rehearsal.changes)
            if rehearsal.changes.isEmpty, receipt == nil { return rehearsal }
            switch try await upstream.commit(WriteSet(changes: rehearsal.changes, receipt: receipt)) {
            case .done: return rehearsal
            case .alreadyDone: throw ResultsError.alreadyDone(receipt: receipt ?? "")
            case .givenUp: throw UpstreamError.givenUp
            case .conflict(let conflict): reason = conflict
            }
            repetitions = try await waitForNewerRows(than: rehearsal.version, attempt) ? 0 : repetitions + 1
            if repetitions == Self.upstreamRepetitions { break }
        }
        throw UpstreamError.contested(reason: reason)
    }

    /// Runs a write on the store's file, and rolls it back.
    private func rehearse<T: Sendable>(
        _ upstream: any StoreUpstream, receipt: String?, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> Rehearsal<T> {
        let (opened, generation) = (self.opened, self.generation)
        do {
            return try await rehearse(on: opened, generation, upstream, receipt: receipt, updates)
        } catch {
            note(failure: error, of: opened)
            throw error
        }
    }

    private func rehearse<T: Sendable>(
        on opened: OpenedDatabase, _ generation: Int, _ upstream: any StoreUpstream, receipt: String?,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> Rehearsal<T> {
        try await opened.database.writeWithoutTransaction { [schemas] db in
            var rehearsal: Rehearsal<T>?
            let mark = SchemaMark(db)
            defer { if mark.forgetChanges(db) { schemas.forget() } }
            try db.inTransaction {
                if let receipt, let isDone = try Receipts.isDone(receipt, in: db) {
                    throw isDone ? ResultsError.alreadyDone(receipt: receipt) : UpstreamError.givenUp
                }
                let schema = try schemas.schema(db, generation: generation)
                rehearsal = try Rehearsal(of: updates, for: upstream, under: schema, in: db)
                return .rollback
            }
            guard let rehearsal else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
            return rehearsal
        }
    }

    /// Waits after a conflict, until newer rows have come from upstream.
    ///
    /// The first wait has a random length. Its bound grows with each attempt, so that competing writes succeed one
    /// after the other.
    ///
    /// - Returns: `true` when newer rows have come.
    private func waitForNewerRows(than version: Int64, _ attempt: Int) async throws -> Bool {
        let longest = attempt < 8 ? 1 << attempt : 250
        try await clock.sleep(for: .milliseconds(Int.random(in: 0...longest)))
        for _ in 0..<25 {
            if try await read({ db in try History.version(db) }) != version { return true }
            try await clock.sleep(for: .milliseconds(2))
        }
        return false
    }
}
