import Synchronization

/// The frames that a tab sends, as its session takes them: it asks for the next one when it has received the one before.
final class SentFrames: AsyncSequence, Sendable {
    typealias Element = String
    typealias Failure = Never
    typealias Receipt = CheckedContinuation<Void, Never>

    private struct State {
        var waiting: [(frame: String, receipt: Receipt?)] = []
        /// That of the frame which is being received.
        var receipt: Receipt?
        var reader: CheckedContinuation<String?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Sends a frame.
    ///
    /// - Parameter receipt: Resumed when the frame was received, or nobody will receive it.
    func send(_ frame: String, _ receipt: Receipt? = nil) {
        let (reader, isLost) = state.withLock { state -> (CheckedContinuation<String?, Never>?, Bool) in
            if state.isFinished { return (nil, true) }
            guard let reader = state.reader.take() else {
                state.waiting.append((frame, receipt))
                return (nil, false)
            }
            state.receipt = receipt
            return (reader, false)
        }
        if isLost { receipt?.resume() }
        reader?.resume(returning: frame)
    }

    /// Loses the connection: what was not received is lost.
    func finish() {
        let (reader, receipts) = state.withLock { state in
            state.isFinished = true
            let receipts = ([state.receipt.take()] + state.waiting.map(\.receipt)).compactMap(\.self)
            state.waiting = []
            return (state.reader.take(), receipts)
        }
        reader?.resume(returning: nil)
        for receipt in receipts { receipt.resume() }
    }

    func makeAsyncIterator() -> Iterator { Iterator(frames: self) }

    struct Iterator: AsyncIteratorProtocol {
        let frames: SentFrames

        mutating func next() async -> String? { await frames.next() }
        mutating func next(isolation actor: isolated (any Actor)?) async -> String? { await frames.next() }
    }

    private func next() async -> String? {
        await withCheckedContinuation { continuation in
            let (frame, isOver, received) = state.withLock { state -> (String?, Bool, Receipt?) in
                let received = state.receipt.take()
                if !state.waiting.isEmpty {
                    let (frame, receipt) = state.waiting.removeFirst()
                    state.receipt = receipt
                    return (frame, false, received)
                }
                if state.isFinished { return (nil, true, received) }
                state.reader = continuation
                return (nil, false, received)
            }
            received?.resume()
            if frame != nil || isOver { continuation.resume(returning: frame) }
        }
    }
}
