import NIOCore
import Synchronization

/// The way in of a socket: holds what the peer has sent until its one reader takes it.
///
/// While many messages wait, the peer is not read, so that a reader which lags makes the peer wait. The event loop adds
/// messages, and the task of the socket takes them. What one read yields is added whole, up to a limit.
final class Inbox: Sendable {
    private let state = Mutex(State())
    /// Has the peer read on, from any thread.
    private let readOn: @Sendable () -> Void

    init(readingOnBy readOn: @escaping @Sendable () -> Void) { self.readOn = readOn }

    /// Adds a message. Nothing is added behind the end.
    ///
    /// - Returns: Whether there was room for it.
    func add(_ message: ByteBuffer) -> Bool {
        let (reader, hasRoom) = state.withLock { state -> (Reader?, Bool) in
            guard !state.isFinished else { return (nil, true) }
            if let reader = state.reader.take() { return (reader, true) }
            guard state.waiting.count < mostWaiting else { return (nil, false) }
            state.waiting.append(message)
            return (nil, true)
        }
        reader?.resume(returning: message)
        return hasRoom
    }

    /// Ends the messages, behind those that wait.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }

    /// Whether the peer may be read. If not, it is read on when the reader has taken all that waits.
    func takesMore() -> Bool {
        state.withLock { state in
            state.isHeldBack = state.waiting.count >= enoughWaiting
            return !state.isHeldBack
        }
    }

    /// Waits for the next message. Call it for one reader at a time.
    ///
    /// - Returns: `nil` at the end, and when the task is cancelled.
    func next() async -> ByteBuffer? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                guard case .answer(let message, let readsOn) = state.withLock({ $0.step(of: reader) }) else { return }
                if readsOn { readOn() }
                reader.resume(returning: message)
            }
        } onCancel: {
            let reader = state.withLock { $0.reader.take() }
            reader?.resume(returning: nil)
        }
    }

    private typealias Reader = CheckedContinuation<ByteBuffer?, Never>

    private struct State {
        var waiting = CircularBuffer<ByteBuffer>(initialCapacity: 1)
        var reader: Reader?
        var isFinished = false
        /// Whether the peer is not read because so much waits.
        var isHeldBack = false

        mutating func step(of reader: Reader) -> Step {
            // Once cancelled a task does not begin to wait, so nobody waits here for good.
            if Task.isCancelled { return .answer(nil) }
            if !waiting.isEmpty {
                let message = waiting.removeFirst()
                guard waiting.isEmpty else { return .answer(message) }
                // A burst of messages leaves no room behind.
                waiting = CircularBuffer(initialCapacity: 1)
                defer { isHeldBack = false }
                return .answer(message, readsOn: isHeldBack)
            }
            // Messages go to one reader: a second one ends at once.
            if isFinished || self.reader != nil { return .answer(nil) }
            self.reader = reader
            return .wait
        }
    }

    /// What becomes of a reader that asks.
    private enum Step {
        case wait
        case answer(ByteBuffer?, readsOn: Bool = false)
    }
}

/// So many messages wait before the peer is not read any more.
private let enoughWaiting = 10
/// There is room for so many. One read of the channel yields up to 256 KB: as empty messages more than 40,000.
private let mostWaiting = 1_024
