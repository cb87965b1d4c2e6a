public import Synchronization

/// The updates of a list for one reader: a snapshot to begin with, then changes.
///
///     for await update in list.updates() {
///         switch update {
///         case .success(let update): show(update.new, after: update.changeset)
///         case .failure(let error): say(error)
///         }
///     }
///
/// Changes that a slow reader has missed are merged into one, followed by the last failure. When many readers of one
/// list are behind, they share merged changesets. So a reader may get its missed changes as several merged ones.
/// Iteration ends when the list is closed, or when the reader's task is cancelled. After a cancellation another reader
/// may continue.
public final class SnapshotUpdates<S: Snapshot>: AsyncSequence, Sendable {
    /// An update of the list, or the reason why it cannot be read.
    ///
    /// After a failure the list stays the same until the next success. This means that the list can be read again, so
    /// the changeset of that update may be empty.
    public typealias Element = Result<SnapshotUpdate<S>, any Error>
    /// Iterating never throws, because the sequence goes on after an error. So errors are elements.
    public typealias Failure = Never

    /// The list when the updates were made. The first change continues from this snapshot.
    public let initial: S

    @usableFromInline let state: Mutex<Waiting>
    private let onEnd: @Sendable () -> Void

    private init(initial: S, at point: UpdatePoint<S>, onEnd: @escaping @Sendable () -> Void) {
        self.initial = initial
        self.onEnd = onEnd
        state = Mutex(Waiting(point: point))
    }

    deinit { onEnd() }

    /// Creates updates for one reader, and the continuation that sends them, for your own live list.
    ///
    /// - Parameters:
    ///   - initial: The present list.
    ///   - onEnd: Called when the updates are deallocated, because the reader is gone.
    public static func makeUpdates(
        from initial: S, onEnd: @escaping @Sendable () -> Void = {}
    ) -> (updates: SnapshotUpdates, continuation: Continuation) {
        let point = UpdatePoint<S>()
        let updates = SnapshotUpdates(initial: initial, at: point, onEnd: onEnd)
        updates.state.withLock { $0.newest = point }
        return (updates, Continuation(updates: updates))
    }

    /// Creates updates for one of many readers. `wake()` wakes the reader after a change was appended to the newest
    /// point.
    package static func makeUpdates(
        from initial: S, at point: UpdatePoint<S>, onEnd: @escaping @Sendable () -> Void
    ) -> (updates: SnapshotUpdates, continuation: Continuation) {
        let updates = SnapshotUpdates(initial: initial, at: point, onEnd: onEnd)
        return (updates, Continuation(updates: updates))
    }

    /// Sends updates to their reader. A continuation holds the updates weakly. When they are gone, its methods do
    /// nothing.
    public struct Continuation: Sendable {
        @usableFromInline weak var updates: SnapshotUpdates?

        fileprivate init(updates: SnapshotUpdates) { self.updates = updates }

        /// Sends a change that continues from the previous one. If the reader has not taken earlier changes yet, all
        /// are merged.
        ///
        /// - Complexity: O(1). Every 64th change that is not taken merges the waiting changes in O(*k*), for *k* items
        ///   in them.
        public func yield(_ change: SnapshotUpdate<S>) {
            updates?.append(change)
            wake()
        }

        /// Wakes the reader, because there is a change.
        @inlinable
        package func wake() { updates?.wake() }

        /// Reports that the list cannot be read until the next change. A reader that is behind gets only the last
        /// failure.
        public func fail(_ error: any Error) { updates?.fail(error) }

        /// Ends the sequence after the updates that still wait.
        public func finish() { updates?.finish() }
    }

    /// Ends the present wait of the reader: `next()` returns `nil`, as after a cancellation. The reader may call
    /// `next()` again without any loss.
    public func interrupt() {
        let reader = state.withLock { $0.takeReader() }
        reader?.resume(returning: nil)
    }

    /// Creates an iterator over these updates. All iterators share the updates, and only one of them may wait at a
    /// time.
    public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

    /// Returns one update after the other. The iterator keeps the updates alive.
    public struct Iterator: AsyncIteratorProtocol {
        let updates: SnapshotUpdates

        /// Waits for the next update; see `SnapshotUpdates.next()`.
        public mutating func next() async -> Element? { await updates.next() }

        /// Waits for the next update; see `SnapshotUpdates.next()`. The isolation makes no difference.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? { await updates.next() }
    }

    /// Waits for the next update. Call it for one reader at a time.
    ///
    /// - Returns: Waiting changes, merged into one. If no change waits, the last failure. `nil` at the end of the list,
    ///   when the task is cancelled, after `interrupt()`, and while another reader waits.
    /// - Complexity: O(1) for one change; O(*k* log *n*) to merge several with *k* items.
    public func next() async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { waiting -> Ready? in
                    if Task.isCancelled { return .end }
                    if let ready = waiting.take() { return ready }
                    // After the end of the list, and while another reader waits, this reader gets `nil` at once.
                    if waiting.isFinished || waiting.reader != nil { return .end }
                    waiting.reader = continuation
                    return nil
                }
                // A changeset is computed here, outside of the lock.
                if let ready { continuation.resume(returning: ready.update) }
            }
        } onCancel: {
            // The closure above finds an earlier cancellation before it waits. This call ends the wait after a later
            // one.
            interrupt()
        }
    }

    private func append(_ change: SnapshotUpdate<S>) {
        state.withLock { if !$0.isFinished { $0.newest = $0.newest?.append(change) } }
    }

    @inlinable
    func wake() {
        let ready = state.withLock { waiting -> (reader: Reader, step: UpdateStep<S>)? in
            if let reader = waiting.reader, let step = waiting.takeChange() {
                waiting.reader = nil
                return (reader, step)
            }
            waiting.unread += 1
            if waiting.unread.isMultiple(of: maximumUnread) { waiting.point.shorten() }
            return nil
        }
        if let ready { ready.reader.resume(returning: .success(ready.step.update)) }
    }

    private func fail(_ error: any Error) {
        let reader = state.withLock { waiting -> Reader? in
            guard !waiting.isFinished else { return nil }
            if let reader = waiting.takeReader() { return reader }
            waiting.failure = (error, waiting.point.newest)
            return nil
        }
        reader?.resume(returning: .failure(error))
    }

    private func finish() {
        let reader = state.withLock { waiting in
            waiting.isFinished = true
            return waiting.takeReader()
        }
        reader?.resume(returning: nil)
    }

    @usableFromInline typealias Reader = CheckedContinuation<Element?, Never>

    /// The updates that wait for the reader, or the reader that waits for updates.
    @usableFromInline
    struct Waiting {
        /// The point that the reader has reached.
        @usableFromInline var point: UpdatePoint<S>
        /// Where `yield` appends changes; `nil` for one of many readers.
        var newest: UpdatePoint<S>?
        /// How many of the sent changes the reader has not taken.
        @usableFromInline var unread = 0
        /// The last failure, and the number of the point before it. A later change means that the list can be read
        /// again.
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

        var update: Element? {
            switch self {
            case .change(let change): .success(change.update)
            case .failure(let error): .failure(error)
            case .end: nil
            }
        }
    }
}

extension Result {
    /// The update, if this is one; otherwise `nil`. For tests, because code that shows a list has to show a failure,
    /// too.
    package var change: Success? { try? get() }
}

/// How many changes are kept separately for a reader that is behind.
@usableFromInline let maximumUnread = 64
