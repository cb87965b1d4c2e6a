import AviaryText
import AviaryViews

/// What an action came to that failed here, or was not performed here.
///
/// A server before this one, or beside it, may have performed it, and only its answer been lost. So the store is asked
/// for the receipt before a sentence says that nothing was changed. While the store cannot be asked, the window says that
/// the outcome is not known, the action has no answer, and the store is asked again.
///
/// | the action | answer |
/// |---|---|
/// | was asked for first here, and threw an error that is certain | the error |
/// | has a receipt in the store | done |
/// | has none, and will have none | the error |
/// | cannot be asked about at present | none yet |
struct ActionDoubts {
    struct Doubt: Sendable {
        var number: Int
        var receipt: String
        /// What the action has said.
        var said: [SceneMessage]
        /// What the tab is told if the action was not performed.
        var failure: [SceneMessage]

        func answer(isDone: Bool) -> [SceneMessage] { said + (isDone ? [.done(number)] : failure) }
    }

    var open: [Doubt] = []
    /// Whether a task asks about them.
    var isAsking = false
    /// Under this name the scene remembers what its window says of them.
    static let source = "?outcome"
}

extension Scene {
    /// Answers an action that failed here, or was not performed here: with a sentence, unless it was performed elsewhere.
    ///
    /// - Parameters:
    ///   - receipt: That of the action, where a page before has asked for it.
    ///   - isUncertain: Whether the action may be performed, although it failed.
    ///   - said: What the action has said.
    ///   - refusal: For the log of the browser, if the action was not performed.
    func fail(
        _ number: Int, receipt: String? = nil, isUncertain: Bool = false, said: [SceneMessage] = [],
        refusal: SceneMessage? = nil, _ sentence: String
    ) async {
        let failed = SceneMessage.failed(number, sentence: isUncertain ? app.words.wasNotSaved : sentence)
        let failure = (refusal.map { [$0] } ?? []) + [failed]
        // No other server can have heard of what this tab asks for by a higher number than before.
        let isFirst = !isOfPageBefore(receipt, number) && lastAsked.map { number > $0 } == true
        guard isUncertain || !isFirst, let receipt = receipt ?? self.receipt(of: number) else {
            return await answer(number, said + failure)
        }
        let doubt = ActionDoubts.Doubt(number: number, receipt: receipt, said: said, failure: failure)
        // Who has gone may ask another server for the same meanwhile.
        if !isGone, let isDone = try? await app.hasReceipt(receipt) {
            return await answer(number, doubt.answer(isDone: isDone))
        }
        if tab != nil, case .new = answers.state(of: number) { answers.take(number) }
        doubts.open.append(doubt)
        await turn { self.show(self.app.words.outcomeUnknown, for: ActionDoubts.source) }
        askAgain()
    }

    /// Tells the tab what became of an action, now and whenever it asks for it again.
    func answer(_ number: Int, _ messages: [SceneMessage]) async {
        // Without a name the tab cannot come back to ask again.
        if tab != nil {
            if case .new = answers.state(of: number) { answers.take(number) }
            answers.settle(number, messages)
        }
        await turn(andThen: messages) {}
    }

    private func receipt(of number: Int) -> String? { tab.map { "\($0)/\(number)" } }

    /// Whether a page before has asked for an action.
    func isOfPageBefore(_ receipt: String?, _ number: Int) -> Bool {
        receipt.map { $0 != self.receipt(of: number) } ?? false
    }

    private func askAgain() {
        guard !doubts.isAsking else { return }
        doubts.isAsking = true
        // A scene that has gone asks no more: a tab that comes back asks another one for the same.
        Task.detached { [weak self, clock = app.keeper.clock] in
            var pause = Duration.milliseconds(250)
            repeat {
                try? await clock.sleep(for: pause)
                pause = min(pause * 2, .seconds(2))
            } while await self?.settleDoubts() == false
        }
    }

    /// Asks about the actions whose outcome is not known.
    ///
    /// - Returns: Whether none is left.
    private func settleDoubts() async -> Bool {
        while let doubt = doubts.open.first {
            guard !isGone, let isDone = try? await app.hasReceipt(doubt.receipt) else { return false }
            // The scene may have stopped meanwhile, or serve another page.
            guard doubts.open.first?.receipt == doubt.receipt else { continue }
            doubts.open.removeFirst()
            if doubts.open.isEmpty { await turn { self.show(nil, for: ActionDoubts.source) } }
            await answer(doubt.number, doubt.answer(isDone: isDone))
        }
        doubts.isAsking = false
        return true
    }
}
