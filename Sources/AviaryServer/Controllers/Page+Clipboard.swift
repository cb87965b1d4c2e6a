public import AviaryText

extension Page {
    /// Puts text on the clipboard of the person's system, and waits until the browser has done so.
    ///
    ///     try await page.copy(text)
    ///     try await store.write { try $0.remove(items) }
    ///
    /// Call this before you remove anything, so that a cut whose text was not copied changes nothing. If the browser
    /// does not allow copying, the page shows the text, and the person can copy it by hand.
    ///
    /// - Throws: `ClipboardError` when the text did not reach the clipboard.
    public func copy(_ text: String) async throws {
        guard let messenger else { throw ClipboardError.disconnected }
        switch await messenger.copies.put(text, over: messenger) {
        case .done: return
        case .refused: throw ClipboardError.refused
        case .disconnected: throw ClipboardError.disconnected
        }
    }
}

/// The reasons why text did not reach the clipboard.
public enum ClipboardError: SpokenError, Hashable, CustomStringConvertible {
    /// The browser did not allow copying, and the person did not copy by hand.
    case refused
    /// There was no connection to the tab, or it was lost before the browser answered.
    case disconnected

    public func sentence(in words: Words) -> String {
        self == .refused ? words.page.notCopied : words.page.copyInterrupted
    }

    /// The sentence in English.
    public var description: String { sentence(in: .english) }
}

/// The texts that the browser was asked to copy, and its answers.
final class PageCopies {
    enum Outcome: Sendable { case done, refused, disconnected }

    private enum State {
        case sent
        case awaited(CheckedContinuation<Outcome, Never>)
        case answered(Outcome)
    }

    private var states: [Int: State] = [:]
    /// The number of the last text. It begins at random, so that an answer meant for an earlier scene of the tab matches
    /// no text here.
    private var count = Int.random(in: 1...1_000_000_000)

    /// Sends the changes of the pages as a packet of its own; `nil` without a connection.
    var sendChanges: (() async -> Void)?

    func put(_ text: String, over messenger: Messenger) async -> Outcome {
        guard let sendChanges else { return .disconnected }
        count += 1
        let number = count
        states[number] = .sent
        messenger.tell(.copy(number: number, text: text))
        await sendChanges()
        defer { states[number] = nil }
        AppCall.awaitPerson()
        return await Door.outsideTurn {
            await withCheckedContinuation { continuation in
                // If the answer came before `sendChanges` returned, the answer is in `states` already.
                guard case .answered(let outcome)? = states[number] else {
                    return states[number] = .awaited(continuation)
                }
                continuation.resume(returning: outcome)
            }
        }
    }

    /// Records whether the browser has copied a text. An unexpected answer is ignored.
    func settle(_ number: Int, _ outcome: Outcome) {
        switch states[number] {
        case .sent: states[number] = .answered(outcome)
        case .awaited(let continuation):
            states[number] = .answered(outcome)
            continuation.resume(returning: outcome)
        case .answered, nil: break
        }
    }

    /// Answers all open requests with `disconnected`, because the connection is lost. Until the next connection new
    /// requests fail at once.
    func disconnect() {
        sendChanges = nil
        for number in states.keys { settle(number, .disconnected) }
    }
}
