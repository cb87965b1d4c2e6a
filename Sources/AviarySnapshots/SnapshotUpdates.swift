public import Synchronization

/// The updates of a list as they come, for one reader: a snapshot to begin with, then changes.
///
///     for await update in list.updates() {
///         switch update {
///         case .changed(let change): show(change.new, after: change.changeset)
///         case .failed(let error): say(error)
///         }
///     }
///
/// Changes that a slow reader has missed are merged into one, and the last failure follows them. When many readers of
/// one list are behind, the merged changeset is made once and shared by them, so a reader may get its missed changes as
/// several merged ones. Iteration ends when the list is closed, and for a reader whose task is cancelled; another
/// reader may continue then.
public final class SnapshotUpdates<S: Snapshot>: AsyncSequence, Sendable {
    /// A change of the list, or the reason why it cannot be read.
    public typealias Element = ListUpdate<S>
    /// Iterating never throws: errors are elements, `ListUpdate.failed`.
    public typealias Failure = Never

    /// The list when the updates were made: the first change leads on from this snapshot.
    public let initial: S

    @usableFromInline let state: Mutex<Waiting>
    private let onEnd: @Sendable () -> Void

    private init(initial: S, at point: UpdatePoint<S>, onEnd: @escaping @Sendable () -> Void) {
        self.initial = initial
        self.onEnd = onEnd
        state = Mutex(Waiting(point: point))
    }

    deinit { onEnd() }

    /// Updates for one reader, and the continuation that sends them: for a live list of your own.
    ///
    /// - Parameters:
    ///   - initial: The list as it is now.
    ///   - onEnd: Called when the updates are deallocated, because the reader has gone.
    public static func makeUpdates(
        from initial: S, onEnd: @escaping @Sendable () -> Void = {}
    ) -> (updates: SnapshotUpdates, continuation: Continuation) {
        let point = UpdatePoint<S>()
        let updates = SnapshotUpdates(initial: initial, at: point, onEnd: onEnd)
        updates.state.withLock { $0.newest = point }
        return (updates, Continuation(updates: updates))
    }

    /// The same for one of many readers, who are all told by `tell()` when a change was appended to the newest point.
    package static func makeUpdates(
        from initial: S, at point: UpdatePoint<S>, onEnd: @escaping @Sendable () -> Void
    ) -> (updates: SnapshotUpdates, continuation: Continuation) {
        let updates = SnapshotUpdates(initial: initial, at: point, onEnd: onEnd)
        return (updates, Continuation(updates: updates))
    }

    /// Sends updates to their reader. It holds the updates weakly; once they are gone, its methods do nothing.
    public struct Continuation: Sendable {
        @usableFromInline weak var updates: SnapshotUpdates?

        fileprivate init(updates: SnapshotUpdates) { self.updates = updates }

        /// Sends a change that leads on from the one before. It is merged with changes that the reader has not taken
        /// yet.
        ///
        /// - Complexity: O(1), but for every 64th change that is not taken: then the waiting changes are joined, in
        ///   O(*k*) for *k* items that they mention.
        public func yield(_ change: SnapshotUpdate<S>) {
            updates?.append(change)
            tell()
        }

        /// Tells that there is a change.
        @inlinable
        package func tell() { updates?.tell() }

        /// Reports that the list cannot be read from now on, until the next change. Only the last failure is kept for a
        /// reader that is behind.
        public func fail(_ error: any Error) { updates?.fail(error) }

        /// Ends the sequence, behind the updates that still wait.
        public func finish() { updates?.finish() }
    }

    /// Ends the wait of the reader that waits at this moment: `next()` returns `nil`, as after cancelling its task. The
    /// reader may call `next()` again, and has lost nothing.
    public func interrupt() {
        let reader = state.withLock { $0.takeReader() }
        reader?.resume(returning: nil)
    }

    /// An iterator over these updates. All iterators take from the same updates; only one of them may wait at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

    /// Takes one update after the other. It keeps the updates alive.
    public struct Iterator: AsyncIteratorProtocol {
        let updates: SnapshotUpdates

        /// Waits for the next update; see `SnapshotUpdates.next()`.
        public mutating func next() async -> Element? { await updates.next() }

        /// Waits for the next update; see `SnapshotUpdates.next()`. The isolation makes no difference.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? { await updates.next() }
    }

    /// Waits for the next update. Call it for one reader at a time.
    ///
    /// - Returns: All changes that wait, merged into one, or the last failure behind them. `nil` at the end of the
    ///   list, when the task is cancelled, after `interrupt()`, and while another reader waits.
    /// - Complexity: O(1) for one change; O(*k* log *n*) to merge several that mention *k* items.
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

    private func append(_ change: SnapshotUpdate<S>) {
        state.withLock { if !$0.isFinished { $0.newest = $0.newest?.append(change) } }
    }

    @inlinable
    func tell() {
        let ready = state.withLock { waiting -> (reader: Reader, step: UpdateStep<S>)? in
            if let reader = waiting.reader, let step = waiting.takeChange() {
                waiting.reader = nil
                return (reader, step)
            }
            waiting.unread += 1
            if waiting.unread.isMultiple(of: maximumUnread) { waiting.point.shorten() }
            return nil
        }
        if let ready { ready.reader.resume(returning: .changed(ready.step.update)) }
    }

    private func fail(_ error: any Error) {
        let reader = state.withLock { waiting -> Reader? in
            guard !waiting.isFinished else { return nil }
            if let reader = waiting.takeReader() { return reader }
            waiting.failure = (error, waiting.point.newest)
            return nil
        }
        reader?.resume(returning: .failed(error))
    }

    private func finish() {
        let reader = state.withLock { waiting in
            waiting.isFinished = true
            return waiting.takeReader()
        }
        reader?.resume(returning: nil)
    }

    @usableFromInline typealias Reader = CheckedContinuation<ListUpdate<S>?, Never>

    /// What waits for the reader, or the reader for it.
    @usableFromInline
    struct Waiting {
        /// Where the reader stands.
        @usableFromInline var point: UpdatePoint<S>
        /// Where `yield` appends changes; `nil` for one of many readers.
        var newest: UpdatePoint<S>?
        /// How many changes were told that the reader has not taken.
        @usableFromInline var unread = 0
        /// The last failure, and the number of the point that it came behind. A change behind it says that all is well.
        @usableFromInline var failure: (error: any Error, number: Int)?
        @usableFromInline var reader: Reader?
        var isFinished = false

        init(point: UpdatePoint<S>) { self.point = point }

        mutating func takeReader() -> Reader? {
            defer { reader = nil }
            return reader
        }

        @inlinable
        mutating func takeChange() -> UpdateStep<S>? {
            guard let step = point.take() else { return nil }
            (point, unread) = (step.end, 0)
            if let known = failure, known.number < point.number { failure = nil }
            return step
        }

        fileprivate mutating func take() -> Ready? {
            if let change = takeChange() { return .change(change) }
            defer { failure = nil }
            return failure.map { .failure($0.error) }
        }
    }

    fileprivate enum Ready {
        case change(UpdateStep<S>), failure(any Error), end

        var update: ListUpdate<S>? {
            switch self {
            case .change(let change): .changed(change.update)
            case .failure(let error): .failed(error)
            case .end: nil
            }
        }
    }
}

/// How many changes are kept apart for a reader that is behind.
@usableFromInline let maximumUnread = 64
