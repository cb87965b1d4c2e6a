import Synchronization

/// The updates of a list as they come, for one reader: a snapshot to begin with, then changes.
///
/// A reader that falls behind gets what it missed as one update, so at most one waits. Which items it speaks of is noted
/// as they come, in O(*k*) for *k* of them; the changeset is made by the reader. Iteration ends when the list does, and
/// for a reader whose task is cancelled; then another may go on.
public final class SnapshotUpdates<S: Snapshot>: AsyncSequence, Sendable {
    public typealias Element = SnapshotUpdate<S>
    public typealias Failure = Never

    /// The snapshot from which the first update leads on.
    public let initial: S

    private struct State {
        var pending: PendingUpdate<S>?
        var reader: CheckedContinuation<Element?, Never>?
        var isFinished = false
    }
    private let state = Mutex(State())
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: Called when the reader has gone.
    public init(initial: S, onEnd: @escaping @Sendable () -> Void = {}) {
        self.initial = initial
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    /// Hands an update to the reader, merged with one that still waits.
    public func send(_ update: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            guard !state.isFinished else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            if state.pending == nil { state.pending = PendingUpdate(update) } else { state.pending?.add(update) }
            return nil
        }
        reader?.resume(returning: update)
    }

    /// Ends the sequence, after the update that still waits.
    public func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// Lets the reader go that waits at this moment, with `nil`, as cancelling its task does. It may come back.
    public func interrupt() {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

    public struct Iterator: AsyncIteratorProtocol {
        let updates: SnapshotUpdates

        public mutating func next() async -> Element? { await updates.next() }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? { await updates.next() }
    }

    /// The next update, for the one reader; see `makeAsyncIterator()`.
    public func next() async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> PendingUpdate<S>?? in
                    if Task.isCancelled { return .some(nil) }
                    if let pending = state.pending {
                        state.pending = nil
                        return .some(pending)
                    }
                    // Updates go to one reader: a second one ends at once.
                    if state.isFinished || state.reader != nil { return .some(nil) }
                    state.reader = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready?.update) }
            }
        } onCancel: {
            // Once cancelled a task does not begin to wait, so nobody waits here for good.
            interrupt()
        }
    }
}
