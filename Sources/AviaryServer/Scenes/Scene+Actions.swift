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
    }

    private func perform(_ request: Request) async {
        if let admission = request.admission { return await admission.perform { await call(request) } }
        // Only now: an action before this one may have made the step that this one takes back.
        let weight = ActionWeight(rows: stage?.rowsWritten(by: request.action) ?? 0)
        guard weight.isLarge, !isStopping else { return await call(request) }
        guard let admission = app.largeActions.admit(weight, of: visitor) else {
            if tab != nil {
                answers.settle(
                    request.number, [.failed(request.number, sentence: app.words.tooManyLargeActions)])
            }
            await app.uploads.discard(request.event.uploads)
            return await refuse(tooManyLarge, answering: request.number, app.words.tooManyLargeActions)
        }
        await admission.perform { await call(request) }
    }

    private func call(_ request: Request) async {
        guard !isStopping else { return }
        let answer: SceneMessage
        do {
            try await withFiles(of: request.event) { event in
                try await confined { try await request.perform.value(event) }
            }
            answer = .done(request.number)
        } catch {
            answer = await answerToFailure(error, of: request)
        }
        let path = request.action.path
        // Outlets of a sheet that was closed meanwhile are nowhere any more.
        if Sheet.owns(path), stage?.sheet(of: path) == nil { stage?.messenger.dropOutlets(under: path) }
        let said = stage?.messenger.takeSentences() ?? []
        // Without a name the tab cannot come back to ask again.
        if tab != nil { answers.settle(request.number, said + [answer]) }
        await turn(andThen: said + [answer]) {}
    }

    /// Nothing is done for a sheet that is gone.
    func failClosed(_ number: Int) async {
        let answer = SceneMessage.failed(number, sentence: app.words.isClosed)
        if tab != nil { answers.settle(number, [answer]) }
        await turn(andThen: [answer]) {}
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

    /// The answer to an action that threw. If the action was committed before its server was killed, the retry violates
    /// the UNIQUE constraint of the receipt, and is reported as done.
    private func answerToFailure(_ error: any Error, of request: Request) async -> SceneMessage {
        if let receipt = request.event.receipt, await app.hasReceipt(receipt) { return .done(request.number) }
        app.logger.notice("An action failed", metadata: ["action": .outside(request.action), "error": .outside(error)])
        return .failed(request.number, sentence: app.sentence(about: error))
    }
}
