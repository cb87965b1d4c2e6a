import GRDB
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
