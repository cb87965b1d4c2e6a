import AviaryText
import AviaryViews
import Logging

extension Scene {
    /// Claims the waiting actions, unless another task performs them already.
    ///
    /// - Returns: `true` if the caller has to perform them.
    func takeUpActions() -> Bool { queue.takeUp() }

    /// Performs the waiting actions, unless another task does so already.
    func performActions() async { if takeUpActions() { await performTakenUpActions() } }

    /// Performs the waiting actions one after the other, and also those that arrive meanwhile.
    func performTakenUpActions() async {
        while let request = queue.next() {
            let start = app.metrics == nil ? nil : ContinuousClock.now
            defer { if let start { app.metrics?.didPerform(since: start) } }
            await perform(request)
        }
    }

    /// Drops all waiting actions, because the server stops.
    func stop() {
        queue.close()
        doubts.dropAll()
    }

    // MARK: Stopping

    /// Stops an action at the person's request. A waiting action is not begun. The task of a running action is
    /// cancelled, so its transaction is rolled back. A finished action stays done.
    func stopAction(_ number: Int) async { if let request = queue.stop(number) { await answerStopped(request) } }

    /// Stops large actions, including waiting ones, because the tab has left for good.
    func abandon() { queue.abandon() }

    /// Revokes `abandon()`, because the scene is kept from now on and the tab may return to it.
    func endAbandonment() { queue.endAbandonment() }

    private func answerStopped(_ request: ActionQueue.Request) async {
        await app.uploads.discard(request.event.uploads, by: visitor)
        await fail(request.number, receipt: request.event.receipt, words.page.actionStopped)
    }

    /// Offers to stop a large action that takes long. The offer waits while a question to the person is open.
    private func offerStop(of number: Int) -> Task<Void, Never> {
        Task.detached { [weak self, clock = app.keeper.clock] in
            while (try? await clock.sleep(for: ordinaryWait)) != nil, await self?.tellWorking(number) == false {}
        }
    }

    /// - Returns: `true` if the tab was notified, or the action has ended.
    private func tellWorking(_ number: Int) async -> Bool {
        guard queue.isPerforming(number) else { return true }
        guard stage?.isAsking == false else { return false }
        await turn {
            // The action may have ended while this waited for its turn.
            guard self.queue.isPerforming(number) else { return }
            let words = self.words.page
            self.stage?.messenger.tell(.working(number: number, sentence: words.working, title: words.stop))
        }
        return true
    }

    // MARK: Performing

    private func perform(_ request: ActionQueue.Request) async {
        guard !queue.isStopping else { return }
        // The rows are counted only now, because an action that undoes a step may undo the step of the action that was
        // performed just before.
        guard request.admission.willWrite(rows: stage?.rowsWritten(by: request.action) ?? 0) else {
            await app.uploads.discard(request.event.uploads, by: visitor)
            return await refuse(
                tooManyLarge, answering: request.number, receipt: request.event.receipt, words.page.tooManyLargeActions)
        }
        queue.stopIfAbandoned()
        await request.admission.perform { await self.call(request) }
    }

    private func call(_ request: ActionQueue.Request) async {
        guard !queue.isStopping else { return }
        let isLarge = request.admission.isLarge
        guard !queue.isStopped else { return await answerStopped(request) }
        // A task of its own, so that the action can be cancelled without this function.
        let work = Task {
            var receipt = request.event.receipt
            do {
                try await withFiles(of: request.event) { event in
                    try await Asker.$current.withValue(asker) { try await perform(request, event, by: &receipt) }
                }
                return ActionQueue.Outcome(receipt: receipt)
            } catch {
                return ActionQueue.Outcome(receipt: receipt, failure: error)
            }
        }
        queue.begin(work)
        let offering = isLarge ? offerStop(of: request.number) : nil
        let outcome = await work.value
        let wasStopped = queue.end()
        offering?.cancel()
        let path = request.action.path
        // If the sheet of the action was closed meanwhile, messages about its outlets are dropped, because these
        // outlets do not exist any more.
        if Sheet.owns(path), stage?.sheet(of: path) == nil { stage?.messenger.dropOutlets(under: path) }
        let said = stage?.messenger.takeSentences() ?? []
        let faults = outcome.failure as? FieldFaults
        if outcome.failure == nil || faults != nil {
            stage?.page(at: path)?.show(
                faults ?? FieldFaults(), of: request.action, with: request.event.fields.keys)
        }
        guard let failure = outcome.failure else {
            return await answer(request.number, saying: said, [.done(number: request.number)])
        }
        let isStopped = failure is CancellationError && wasStopped
        if !isStopped, faults == nil {
            app.logger.notice(
                "An action failed", metadata: ["action": .outside(request.action), "error": .outside(failure)])
        }
        await fail(
            request.number, receipt: outcome.receipt,
            isUncertain: (failure as? any ReceiptError)?.isUncertain == true, said: said,
            isStopped ? words.page.actionStopped : sentence(about: faults.map { told($0, at: path) } ?? failure))
    }

    /// The faults that do not stand beside their controls. For none of them the sentence is empty, and the tab shows
    /// none.
    private func told(_ faults: FieldFaults, at path: String) -> FieldFaults {
        var told = faults
        for field in faults.fields where stage?.page(at: path)?.showsFault(of: field) == true { told[field] = nil }
        return told
    }

    /// Performs an action by its receipt, or by a derived one if its own receipt was given up.
    ///
    /// A server may have told an earlier page that the action was not done. Before that, the server gave the receipt up
    /// in the store, so that no action can ever use the receipt. If the person asks again nevertheless, the action uses
    /// the receipt with a `+` appended. Every server derives it in the same way.
    private func perform(
        _ request: ActionQueue.Request, _ event: ActionEvent, by receipt: inout String?
    ) async throws {
        var event = event
        while true {
            do {
                let event = event
                return try await confined { try await request.perform.value(event) }
            } catch let error as any ReceiptError where error.isGivenUp && isOfPageBefore(receipt, request.number) {
                receipt?.append("+")
                event.receipt = receipt
            }
        }
    }

    /// Answers an action whose sheet is closed: nothing was done, unless another server has performed the action.
    func failClosed(_ number: Int, receipt: String? = nil) async {
        await fail(number, receipt: receipt, words.page.isClosed)
    }

    /// Hands an action its uploaded files. Afterwards deletes the files that the action has not moved, also when the
    /// action fails.
    private func withFiles(of event: ActionEvent, _ body: (ActionEvent) async throws -> Void) async throws {
        guard !event.uploads.isEmpty else { return try await body(event) }
        var event = event
        event.files = try await app.uploads.claim(event.uploads, by: visitor)
        do {
            try await place(&event)
            try await body(event)
        } catch {
            await app.uploads.discard(event.uploads, by: visitor)
            throw error
        }
        await app.uploads.discard(event.uploads, by: visitor)
    }
}

/// How long a large action may take before the person is offered to stop it.
private let ordinaryWait = Duration.milliseconds(500)
