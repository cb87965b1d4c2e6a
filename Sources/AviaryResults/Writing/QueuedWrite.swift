import GRDB
import GRDBSQLite
import Synchronization

/// One write that waits for the writer, or runs.
struct QueuedWrite: Sendable {
    /// Tells the caller the result, after the changes are committed.
    typealias Answer = @Sendable () -> Void

    /// `true` when the write has a transaction of its own.
    var isAlone: Bool
    /// Tells whether the caller's task was cancelled.
    let cancellation: Cancellation
    private let run: @Sendable (Database) throws -> Answer
    private let fail: @Sendable (any Error) -> Void
    /// Called when the changes of the write were rolled back.
    let rolledBack: @Sendable () -> Void

    /// - Parameters:
    ///   - run: Makes the changes. It may be called again after a rollback.
    ///   - fail: Tells the caller an error. Exactly one of the two answers is given.
    init(
        isAlone: Bool, cancellation: Cancellation, rolledBack: @escaping @Sendable () -> Void,
        run: @escaping @Sendable (Database) throws -> Answer, fail: @escaping @Sendable (any Error) -> Void
    ) {
        self.isAlone = isAlone
        self.cancellation = cancellation
        self.rolledBack = rolledBack
        self.run = run
        self.fail = fail
    }

    /// Makes the changes, within a transaction.
    ///
    /// - Parameter mustStop: Called repeatedly while statements run. When it returns `true`, the statement fails with
    ///   `SQLITE_INTERRUPT`, which usually rolls the transaction back.
    func perform(_ db: Database, stoppingWhen mustStop: @escaping () -> Bool = { false }) throws -> Answer {
        if cancellation.isCancelled { throw CancellationError() }
        do {
            let watch = StatementWatch { cancellation.isCancelled || mustStop() }
            let answer = try watch.watching(db) { try run(db) }
            if cancellation.isCancelled { throw CancellationError() }
            return answer
        } catch let error as DatabaseError
            where cancellation.isCancelled && [.SQLITE_INTERRUPT, .SQLITE_ABORT].contains(error.resultCode)
        {
            throw CancellationError()
        }
    }

    func end(_ outcome: Result<Answer, any Error>) {
        switch outcome {
        case .success(let answer): answer()
        case .failure(let error): fail(error)
        }
    }

    /// The cancellation of a task, for code that runs outside of the task.
    final class Cancellation: Sendable {
        private let flag = Atomic(false)

        var isCancelled: Bool { flag.load(ordering: .relaxed) }
        func cancel() { flag.store(true, ordering: .relaxed) }
    }
}

/// Interrupts running statements on demand, with SQLite's progress handler. A connection has at most one such handler.
///
/// `sqlite3_interrupt` is not used, because it is called from another thread, and may interrupt the statement of
/// another write.
final class StatementWatch {
    private let mustStop: () -> Bool

    init(stoppingWhen mustStop: @escaping () -> Bool) { self.mustStop = mustStop }

    /// Runs statements, and interrupts them when `mustStop` returns `true`.
    func watching<T>(_ db: Database, _ body: () throws -> T) rethrows -> T {
        // SQLite takes about 50 µs for so many instructions.
        let instructions: Int32 = 1_000
        sqlite3_progress_handler(
            db.sqliteConnection, instructions,
            { watch in
                guard let watch else { return 0 }
                return Unmanaged<StatementWatch>.fromOpaque(watch).takeUnretainedValue().mustStop() ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        return try withExtendedLifetime(self) { try body() }
    }
}
