import AviaryServer
import AviaryServerTesting
import AviaryText
import AviaryViews
import Logging
import Synchronization
import Testing

/// Actions that failed here, and may be performed elsewhere.
struct OutcomeTests {
    /// A server before this one has heard of it, and gave no answer.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func anActionThatIsAskedForAgainGetsTheTrueAnswer(isDone: Bool) async throws {
        let (store, second) = (Ledger(), Ledger())
        let (tab, asking) = try await Self.lose("save", store)
        // It cannot be asked at first.
        second.answers = [nil, nil, isDone]
        try await tab.reconnect(to: Self.app(second))
        await tab.wait { $0.sentences.contains(Words.english.page.outcomeUnknown) }
        #expect(second.calls == ["save"])
        let failure = await asking.value
        #expect(failure == (isDone ? nil : .init(sentence: "It is full.")))
        // A tab that reconnects gets the same outcome, and no further message about the doubt.
        await tab.wait { $0.sentences.last == "" }
        try await tab.reconnect()
        #expect(await tab.sentences.last == "")
        #expect(second.calls == ["save"])
        #expect(second.asked.count == 3)
        await tab.close()
    }

    @Test(.timeLimit(.minutes(1))) func anActionThatIsAskedForFirstFailsAtOnce() async throws {
        let store = Ledger()
        let tab = try await FakeBrowser(Self.app(store))
        for _ in 0..<2 {
            await #expect(throws: FakeBrowser.ActionFailure(sentence: "It is full.")) { try await tab.perform("save") }
        }
        #expect(store.asked == [])
        try await tab.reconnect()
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("save") }
        #expect(store.asked == [])
        await tab.close()
    }

    /// Its error says that it may be performed.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func anOutcomeThatIsNotKnownIsFoundOut(isDone: Bool) async throws {
        let store = Ledger()
        store.answers = [nil, isDone]
        let tab = try await FakeBrowser(Self.app(store))
        let asking = Task { () -> FakeBrowser.ActionFailure? in
            do throws(FakeBrowser.ActionFailure) {
                try await tab.perform("vague")
                return nil
            } catch {
                return error
            }
        }
        // Other actions go on meanwhile.
        await tab.wait { $0.sentences.contains(Words.english.page.outcomeUnknown) }
        try await tab.perform("nothing")
        #expect(await asking.value == (isDone ? nil : .init(sentence: Words.english.page.wasNotSaved)))
        #expect(Set(store.asked).count == 1)
        await tab.close()
    }

    /// An action that a scene refuses without performing it may still have been performed.
    @Test(.timeLimit(.minutes(1)), arguments: ["missing", "sheet1/save"])
    func whatIsRefusedMayBeDone(action: String) async throws {
        let second = Ledger()
        second.answers = [nil, true]
        let (tab, asking) = try await Self.lose("save", Ledger(), as: action)
        try await tab.reconnect(to: Self.app(second))
        #expect(await asking.value == nil)
        #expect(await tab.refusals == [])
        await tab.close()
    }

    /// It was told that the action is not done, and asks by the same receipt: that one is given up for good.
    @Test(.timeLimit(.minutes(1))) func whatWasGivenUpIsDoneByAnotherReceiptWhereAPageAsksAgain() async throws {
        let store = Ledger()
        let tab = try await FakeBrowser(Self.app(store))
        await tab.send(#"[["do",[1,"before/7"],"late",{},null]]"#)
        while store.calls.count < 3 { await Task.yield() }
        #expect(store.calls == ["before/7", "before/7+", "before/7++"])
        #expect(store.asked == [])
        await tab.close()
    }

    // MARK: The app under test

    private static func app(_ store: Ledger) -> LiveApp {
        LiveApp(
            name: "Save", rooms: [Route("/", title: "Save") { Saving(store) }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            hasReceipt: { try store.ask($0) }, describe: { error, _ in "\(error)" })
    }

    /// Asks for an action, the answer to which is lost.
    private static func lose(
        _ action: String, _ store: Ledger, as name: String? = nil
    ) async throws -> (FakeBrowser, Task<FakeBrowser.ActionFailure?, Never>) {
        let tab = try await FakeBrowser(app(store))
        await tab.goDeaf()
        let asking = Task { () -> FakeBrowser.ActionFailure? in
            do throws(FakeBrowser.ActionFailure) {
                try await tab.perform(name ?? action)
                return nil
            } catch {
                return error
            }
        }
        await tab.waitUntilAsked()
        return (tab, asking)
    }
}

/// Answers the question for a receipt: as planned, and then by no.
private final class Ledger: Sendable {
    struct Silence: Error {}

    private let state = Mutex((answers: [Bool?](), asked: [String](), calls: [String]()))

    var answers: [Bool?] {
        get { state.withLock { $0.answers } }
        set { state.withLock { $0.answers = newValue } }
    }
    var asked: [String] { state.withLock { $0.asked } }
    var calls: [String] { state.withLock { $0.calls } }
    func note(_ call: String) { state.withLock { $0.calls.append(call) } }

    func ask(_ receipt: String) throws -> Bool {
        try state.withLock { state in
            state.asked.append(receipt)
            guard !state.answers.isEmpty else { return false }
            guard let answer = state.answers.removeFirst() else { throw Silence() }
            return answer
        }
    }
}

private final class Saving: ViewController {
    struct Full: Error, CustomStringConvertible { var description: String { "It is full." } }
    struct Vague: ReceiptError {
        var isUncertain = true
        var isGivenUp = false
    }

    static let storyboard = Storyboard(
        "Saving",
        Array(
            "<button data-action=\"save\"></button><button data-action=\"vague\"></button><button data-action=\"nothing\"></button><button data-action=\"late\"></button>"
                .utf8))

    let page = Page()
    var actions: Actions { ["save": save, "vague": vague, "late": late, "nothing": { _ in }] }
    private let store: Ledger

    init(_ store: Ledger) { self.store = store }

    private func save(_ event: ActionEvent) throws {
        store.note("save")
        throw Full()
    }
    private func vague(_ event: ActionEvent) throws { throw Vague() }
    private func late(_ event: ActionEvent) throws {
        store.note(event.receipt ?? "")
        if store.calls.count < 3 { throw Vague(isUncertain: false, isGivenUp: true) }
    }
}
