import AviaryText
import AviaryViews
import Logging

extension Scene {
    /// An action that was asked for.
    struct Request: Sendable {
        var number: Int
        var action: String
        /// What does it. It was found when it was asked for: a sheet that is closed before its turn comes changes nothing.
        var perform: OnScene<(ActionEvent) async throws -> Void>
        var event: ActionEvent
        /// Whether it is performed in the slow lane.
        var isSlow = false
        /// That of a large action, which is performed in turn with those of other windows.
        var admission: LargeActions.Admission?
    }

    /// What an action came to.
    struct Outcome: Sendable {
        /// The one by which it was performed.
        var receipt: String?
        var failure: (any Error)?
    }

    /// An action that is performed.
    struct Performance {
        let number: Int
        var isLarge: Bool
        /// Whether the person has stopped it, or is gone.
        var isStopped = false
        /// What does it, once its turn has come.
        var work: Task<Outcome, Never>?

        mutating func stop() {
            isStopped = true
            work?.cancel()
        }
    }

    /// Takes on the actions that wait, unless another task performs them already.
    ///
    /// - Returns: Whether the caller has to perform them: no other task does.
    func takeUpActions() -> Bool {
        guard !requests.isEmpty, !isPerforming else { return false }
        isPerforming = true
        return true
    }

    /// Performs the actions that were asked for, unless somebody does.
    func performActions() async { if takeUpActions() { await performTakenUpActions() } }

    /// Performs the actions that were asked for, and those that are meanwhile, one after the other.
    func performTakenUpActions() async {
        defer { isPerforming = false }
        while !requests.isEmpty {
            let request = requests.removeFirst()
            performance = Performance(number: request.number, isLarge: request.admission != nil)
            defer { performance = nil }
            if request.isSlow {
                await app.slowLane.run { await self.perform(request) }
            } else {
                await perform(request)
            }
        }
    }

    /// Lets go of all that waits: the server stops. A tab has no answer of it, and asks the next server.
    func stop() {
        isStopping = true
        requests = []
        doubts.open = []
    }

    // MARK: Stopping

    /// Stops an action that the person does not want any more. A waiting action is not begun. The task of a running one is
    /// cancelled, so its transaction is rolled back. An action that is done stays done.
    func stopAction(_ number: Int) async {
        if performance?.number == number {
            performance?.stop()
        } else if let index = requests.firstIndex(where: { $0.number == number }) {
            await answerStopped(requests.remove(at: index))
        }
    }

    /// Stops large actions, those that wait included: the tab has gone for good.
    func abandon() {
        isAbandoned = true
        if performance?.isLarge == true { performance?.stop() }
    }

    /// The tab may come back to the scene yet, however late.
    func endAbandonment() { isAbandoned = false }

    private func answerStopped(_ request: Request) async {
        await app.uploads.discard(request.event.uploads)
        await fail(request.number, receipt: request.event.receipt, app.words.actionStopped)
    }

    /// Tells the tab of a large action that takes long, so that the person can stop it. Not while the person is asked something.
    private func tellLong(_ number: Int) -> Task<Void, Never> {
        Task.detached { [weak self, clock = app.keeper.clock] in
            while (try? await clock.sleep(for: ordinaryWait)) != nil, await self?.tellWorking(number) == false {}
        }
    }

    /// - Returns: Whether it is told, or need not be any more.
    private func tellWorking(_ number: Int) async -> Bool {
        guard performance?.number == number else { return true }
        guard stage?.isAsking == false else { return false }
        let message = SceneMessage.working(number, sentence: app.words.working, title: app.words.stop)
        await turn(andThen: [message]) {}
        return true
    }

    // MARK: Performing

    private func perform(_ request: Request) async {
        if let admission = request.admission { return await admission.perform { await call(request) } }
        // Only now: an action before this one may have made the step that this one takes back.
        let weight = ActionWeight(rows: stage?.rowsWritten(by: request.action) ?? 0)
        guard weight.isLarge, !isStopping else { return await call(request) }
        performance?.isLarge = true
        guard let admission = app.largeActions.admit(weight, of: visitor) else {
            await app.uploads.discard(request.event.uploads)
            return await refuse(
                tooManyLarge, answering: request.number, receipt: request.event.receipt, app.words.tooManyLargeActions)
        }
        await admission.perform { await call(request) }
    }

    private func call(_ request: Request) async {
        guard !isStopping else { return }
        let isLarge = performance?.isLarge == true
        if isLarge, isAbandoned { performance?.stop() }
        guard performance?.isStopped != true else { return await answerStopped(request) }
        // A task of its own, which can be cancelled.
        let work = Task {
            var receipt = request.event.receipt
            do {
                try await withFiles(of: request.event) { event in
                    try await Asker.$current.withValue(asker) { try await perform(request, event, by: &receipt) }
                }
                return Outcome(receipt: receipt)
            } catch {
                return Outcome(receipt: receipt, failure: error)
            }
        }
        performance?.work = work
        let telling = isLarge ? tellLong(request.number) : nil
        let outcome = await work.value
        telling?.cancel()
        let path = request.action.path
        // Outlets of a sheet that was closed meanwhile are nowhere any more.
        if Sheet.owns(path), stage?.sheet(of: path) == nil { stage?.messenger.dropOutlets(under: path) }
        let said = stage?.messenger.takeSentences() ?? []
        guard let failure = outcome.failure else { return await answer(request.number, said + [.done(request.number)]) }
        let isStopped = failure is CancellationError && performance?.isStopped == true
        if !isStopped {
            app.logger.notice(
                "An action failed", metadata: ["action": .outside(request.action), "error": .outside(failure)])
        }
        await fail(
            request.number, receipt: outcome.receipt,
            isUncertain: (failure as? any ReceiptError)?.isUncertain == true, said: said,
            isStopped ? app.words.actionStopped : app.sentence(about: failure))
    }

    /// Performs an action once, by its receipt.
    ///
    /// A page before may have been told that it was not done, and asks for it again all the same. Then it is done by another
    /// receipt, the same one on each server: the one before is given up.
    private func perform(_ request: Request, _ event: ActionEvent, by receipt: inout String?) async throws {
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

    /// Nothing is done for a sheet that is gone.
    func failClosed(_ number: Int, receipt: String? = nil) async {
        await fail(number, receipt: receipt, app.words.isClosed)
    }

    /// Hands an action the files that were sent for it. Whatever came of it, those that it has not moved are gone then.
    private func withFiles(of event: ActionEvent, _ body: (ActionEvent) async throws -> Void) async throws {
        guard !event.uploads.isEmpty else { return try await body(event) }
        var event = event
        event.files = try await app.uploads.claim(event.uploads)
        do {
            try await place(&event)
            try await body(event)
        } catch {
            await app.uploads.discard(event.uploads)
            throw error
        }
        await app.uploads.discard(event.uploads)
    }
}

/// How long a large action may take before the person is told of it.
private let ordinaryWait = Duration.milliseconds(500)
