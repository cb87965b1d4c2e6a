import AviaryText
import AviaryViews

extension Scene {
    /// Answers an action that failed or was not performed here. The answer is an error, unless the action was
    /// performed elsewhere.
    ///
    /// - Parameters:
    ///   - receipt: The receipt of the action, if an earlier page has asked for the action; `nil` for this page's own
    ///     receipt.
    ///   - isUncertain: Whether the action may have been performed although it failed.
    ///   - said: The sentences that the action has said.
    ///   - refusal: A message for the browser's log, sent if the action was not performed.
    func fail(
        _ number: Int, receipt: String? = nil, isUncertain: Bool = false, said: [SceneMessage] = [],
        refusal: SceneMessage? = nil, _ sentence: String
    ) async {
        let failed = SceneMessage.failed(number: number, sentence: isUncertain ? words.page.wasNotSaved : sentence)
        let failure = (refusal.map { [$0] } ?? []) + [failed]
        // A number above the highest one that the tab had used when it connected is new. So no other server has
        // received it.
        let isFirst = !isOfPageBefore(receipt, number) && lastAsked.map { number > $0 } == true
        guard isUncertain || !isFirst, let receipt = receipt ?? self.receipt(of: number) else {
            return await answer(number, saying: said, failure)
        }
        let doubt = ActionDoubts.Doubt(number: number, receipt: receipt, said: said, failure: failure)
        // A tab that has gone may meanwhile ask another server for the same action. So the outcome stays unknown until
        // the tab returns.
        if !isGone, let isDone = try? await app.hasReceipt(receipt) {
            return await answer(number, doubt.answer(isDone: isDone))
        }
        if tab != nil, case .new = answers.state(of: number) { answers.take(number) }
        doubts.add(doubt)
        await turn { self.show(self.words.page.outcomeUnknown, for: ActionDoubts.source) }
        askAgain()
    }

    /// Answers an action, and stores the answer for a tab that asks again.
    ///
    /// - Parameters:
    ///   - said: The sentences of the action. They go back to the messenger at once, because another turn may come
    ///     first, and a later sentence of that turn must not arrive before them.
    ///   - messages: The answer itself.
    func answer(_ number: Int, saying said: [SceneMessage] = [], _ messages: [SceneMessage]) async {
        // A tab without a name cannot return to ask again, so its answers are not stored.
        if tab != nil {
            if case .new = answers.state(of: number) { answers.take(number) }
            answers.settle(number, said + messages)
        }
        for message in said { stage?.messenger.tell(message) }
        await turn(andThen: messages) {}
    }

    /// The receipt of an action in the store.
    func receipt(of number: Int) -> String? { tab.map { storedReceipt("\($0)/\(number)") } }

    /// A receipt as the store has it. It has the mark of the visitor, so that nobody can use up the receipts of others.
    func storedReceipt(_ receipt: String) -> String { visitor.map { "\($0.mark).\(receipt)" } ?? receipt }

    /// Returns whether a receipt is that of an action for which an earlier page has asked.
    func isOfPageBefore(_ receipt: String?, _ number: Int) -> Bool {
        receipt.map { $0 != self.receipt(of: number) } ?? false
    }

    private func askAgain() {
        guard doubts.beginAsking() else { return }
        // While its tab is gone, the scene does not look for receipts, because the tab may ask another scene for the
        // same action.
        Task.detached { [weak self, clock = app.keeper.clock] in
            var pause = Duration.milliseconds(250)
            repeat {
                try? await clock.sleep(for: pause)
                pause = min(pause * 2, .seconds(2))
            } while await self?.settleDoubts() == false
        }
    }

    /// Looks for the receipts of actions with an unknown outcome.
    ///
    /// - Returns: `true` if all outcomes are known.
    private func settleDoubts() async -> Bool {
        while let doubt = doubts.first {
            guard !isGone, let isDone = try? await app.hasReceipt(doubt.receipt) else { return false }
            guard doubts.removeFirst(doubt.receipt) else { continue }
            if doubts.first == nil { await turn { self.show(nil, for: ActionDoubts.source) } }
            await answer(doubt.number, doubt.answer(isDone: isDone))
        }
        doubts.endAsking()
        return true
    }
}
