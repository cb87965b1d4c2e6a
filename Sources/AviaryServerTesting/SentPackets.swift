import Synchronization

/// The packets that a tab sends to its session. The session asks for the next packet when it has handled the previous
/// one.
final class SentPackets: AsyncSequence, Sendable {
    typealias Element = String
    typealias Failure = Never
    typealias Receipt = CheckedContinuation<Void, Never>

    private struct State {
        var waiting: [(packet: String, receipt: Receipt?)] = []
        /// The receipt of the packet that is being handled.
        var receipt: Receipt?
        var reader: CheckedContinuation<String?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Sends a packet.
    ///
    /// - Parameter receipt: Resumed when the packet was handled, or when the connection closes.
    func send(_ packet: String, _ receipt: Receipt? = nil) {
        let (reader, isLost) = state.withLock { state -> (CheckedContinuation<String?, Never>?, Bool) in
            if state.isFinished { return (nil, true) }
            guard let reader = state.reader.take() else {
                state.waiting.append((packet, receipt))
                return (nil, false)
            }
            state.receipt = receipt
            return (reader, false)
        }
        if isLost { receipt?.resume() }
        reader?.resume(returning: packet)
    }

    /// Closes the connection. Packets that were not received are lost.
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

    func makeAsyncIterator() -> Iterator { Iterator(packets: self) }

    struct Iterator: AsyncIteratorProtocol {
        let packets: SentPackets

        mutating func next() async -> String? { await packets.next() }
        mutating func next(isolation actor: isolated (any Actor)?) async -> String? { await packets.next() }
    }

    private func next() async -> String? {
        await withCheckedContinuation { continuation in
            let (packet, isOver, received) = state.withLock { state -> (String?, Bool, Receipt?) in
                let received = state.receipt.take()
                if !state.waiting.isEmpty {
                    let (packet, receipt) = state.waiting.removeFirst()
                    state.receipt = receipt
                    return (packet, false, received)
                }
                if state.isFinished { return (nil, true, received) }
                state.reader = continuation
                return (nil, false, received)
            }
            received?.resume()
            if packet != nil || isOver { continuation.resume(returning: packet) }
        }
    }
}
