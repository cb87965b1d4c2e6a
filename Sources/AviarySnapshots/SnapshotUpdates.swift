import Synchronization

/// The updates of a list as they come, for one reader: a snapshot to begin with, then changes.
///
///     for await update in list.updates() {
///         switch update {
///         case .changed(let change): show(change.new, after: change.changeset)
///         case .failed(let error): say(error)
///         }
///     }
///
/// A reader that falls behind gets the changes it missed as one, and the last failure behind them. Which items a change
/// speaks of is noted as it comes, in O(*k*) for *k* of them; the changeset is made by the reader. Iteration ends when the
/// list does, and for a reader whose task is cancelled; then another may go on.
public final class SnapshotUpdates<S: Snapshot>: AsyncSequence, Sendable {
    public typealias Element = ListUpdate<S>
    public typealias Failure = Never

    /// The snapshot from which the first change leads on.
    public let initial: S

    private let state = Mutex(Waiting())
    private let onEnd: @Sendable () -> Void

    private init(initial: S, onEnd: @escaping @Sendable () -> Void) {
        self.initial = initial
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    /// Updates for one reader, and what tells them: for a live list of your own.
    ///
    /// - Parameters:
    ///   - initial: The list as it is now.
    ///   - onEnd: Called when the reader has gone.
    public static func makeUpdates(
        from initial: S, onEnd: @escaping @Sendable () -> Void = {}
    ) -> (updates: SnapshotUpdates, continuation: Continuation) {
        let updates = SnapshotUpdates(initial: initial, onEnd: onEnd)
        return (updates, Continuation(updates: updates))
    }

    /// Tells the updates to their reader, which it does not keep.
    public struct Continuation: Sendable {
        private weak var updates: SnapshotUpdates?

        fileprivate init(updates: SnapshotUpdates) { self.updates = updates }

        /// Tells of a change that leads on from the one before. It is merged with changes that still wait.
        public func yield(_ change: SnapshotUpdate<S>) {
            updates?.tell(.changed(change)) { waiting in
                waiting.failure = nil
                if waiting.change == nil { waiting.change = PendingUpdate(change) } else { waiting.change?.add(change) }
            }
        }

        /// Tells that the list cannot be read, until the next change.
        public func fail(_ error: any Error) { updates?.tell(.failed(error)) { $0.failure = error } }

        /// Ends the sequence, behind the updates that still wait.
        public func finish() { updates?.finish() }
    }

    /// Lets the reader go that waits at this moment, with `nil`, as cancelling its task does. It may come back.
    public func interrupt() {
        let reader = state.withLock { $0.takeReader() }
        reader?.resume(returning: nil)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

    public struct Iterator: AsyncIteratorProtocol {
        let updates: SnapshotUpdates

        public mutating func next() async -> Element? { await updates.next() }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? { await updates.next() }
    }

    /// The next update, for the one reader; see `makeAsyncIterator()`.
    public func next() async -> ListUpdate<S>? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { waiting -> Ready? in
                    if Task.isCancelled { return .end }
                    if let ready = waiting.take() { return ready }
                    // Updates go to one reader: a second one ends at once.
                    if waiting.isFinished || waiting.reader != nil { return .end }
                    waiting.reader = continuation
                    return nil
                }
                // A changeset is worked out here, outside of the lock.
                if let ready { continuation.resume(returning: ready.update) }
            }
        } onCancel: {
            // Once cancelled a task does not begin to wait, so nobody waits here for good.
            interrupt()
        }
    }

    private func tell(_ update: ListUpdate<S>, orWait wait: (inout Waiting) -> Void) {
        let reader = state.withLock { waiting -> CheckedContinuation<ListUpdate<S>?, Never>? in
            guard !waiting.isFinished else { return nil }
            if let reader = waiting.takeReader() { return reader }
            wait(&waiting)
            return nil
        }
        reader?.resume(returning: update)
    }

    private func finish() {
        let reader = state.withLock { waiting in
            waiting.isFinished = true
            return waiting.takeReader()
        }
        reader?.resume(returning: nil)
    }

    /// What waits for the reader, or the reader for it.
    private struct Waiting {
        var change: PendingUpdate<S>?
        /// What came behind the change.
        var failure: (any Error)?
        var reader: CheckedContinuation<ListUpdate<S>?, Never>?
        var isFinished = false

        mutating func takeReader() -> CheckedContinuation<ListUpdate<S>?, Never>? {
            defer { reader = nil }
            return reader
        }

        mutating func take() -> Ready? {
            if let change {
                self.change = nil
                return .change(change)
            }
            if let failure {
                self.failure = nil
                return .failure(failure)
            }
            return nil
        }
    }

    private enum Ready {
        case change(PendingUpdate<S>), failure(any Error), end

        var update: ListUpdate<S>? {
            switch self {
            case .change(let change): .changed(change.update)
            case .failure(let error): .failed(error)
            case .end: nil
            }
        }
    }
}
