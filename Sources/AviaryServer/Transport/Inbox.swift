import NIOCore
import Synchronization

/// The received messages of a socket, until its only reader takes them.
///
/// While many messages wait, the channel is not read. So a slow reader holds up the peer. The event loop adds messages,
/// and the socket's task takes them. All messages of one read are added, until `mostWaiting` messages wait.
final class Inbox: Sendable {
    private let state = Mutex(State())
    /// Continues reading the channel, from any thread.
    private let readOn: @Sendable () -> Void

    init(readingOnBy readOn: @escaping @Sendable () -> Void) { self.readOn = readOn }

    /// Adds a message. After the end messages are ignored.
    ///
    /// - Returns: `false` if there was no room for the message.
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

    /// Ends the messages. Those that wait can still be taken.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }

    /// Returns whether the channel may be read. If not, reading continues once the reader has taken all waiting
    /// messages.
    func takesMore() -> Bool {
        state.withLock { state in
            state.isPaused = state.waiting.count >= enoughWaiting
            return !state.isPaused
        }
    }

    /// Waits for the next message. Only one reader may wait at a time.
    ///
    /// - Returns: The message; `nil` at the end, and when the task is cancelled.
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
        /// Whether the channel is not read because many messages wait.
        var isPaused = false

        mutating func step(of reader: Reader) -> Step {
            // A cancelled task must not begin to wait, because nothing would resume it.
            if Task.isCancelled { return .answer(nil) }
            if !waiting.isEmpty {
                let message = waiting.removeFirst()
                guard waiting.isEmpty else { return .answer(message) }
                // Releases the memory of a burst of messages.
                waiting = CircularBuffer(initialCapacity: 1)
                defer { isPaused = false }
                return .answer(message, readsOn: isPaused)
            }
            // There must be one reader only, so a second one ends at once.
            if isFinished || self.reader != nil { return .answer(nil) }
            self.reader = reader
            return .wait
        }
    }

    /// The result of a reader's call.
    private enum Step {
        case wait
        case answer(ByteBuffer?, readsOn: Bool = false)
    }
}

/// The number of waiting messages at which the channel is not read any more.
private let enoughWaiting = 10
/// The most waiting messages. One read of the channel yields up to 256 KB, which is more than 40,000 empty messages.
private let mostWaiting = 1_024
