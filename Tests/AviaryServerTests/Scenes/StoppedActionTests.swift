import AviaryServerTesting
import AviaryTesting
import Logging
import Synchronization
import Testing

@testable import AviaryServer

/// A person stops what takes long, and so does a tab that has gone for good.
@Suite(.timeLimit(.minutes(1)))
struct StoppedActionTests {
    private let clock = ManualClock()
    private let work = Work()

    private func app() -> LiveApp {
        let work = work
        let app = LiveApp(name: "Work", rooms: [Route("/", title: "Work") { WorkController(work) }])
        return LiveApp(app, keeper: SceneKeeper(clock: clock))
    }

    /// Lets time pass until something is so.
    private func wait(_ time: Duration = .milliseconds(500), until isSo: () async -> Bool) async {
        while await !isSo() {
            if clock.sleepers > 0 { clock.advance(by: time) }
            await Task.yield()
        }
    }

    @Test func aLargeActionThatTakesLongIsToldOfAndCanBeStopped() async throws {
        let tab = try await FakeBrowser(app())
        let asked = Task { try await tab.perform("large") }
        await wait { await tab.workingAction == 1 }
        #expect(work.begun == 1)
        await tab.stop()
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "Stopped.")) { try await asked.value }
        #expect(work.stopped == 1)
        #expect(await tab.workingAction == nil)
        try await tab.perform("quick")
        await tab.close()
    }

    @Test func whatWaitsBehindIsStoppedWithoutBeingBegun() async throws {
        let tab = try await FakeBrowser(app())
        let first = Task { try await tab.perform("large") }
        await wait { await tab.workingAction == 1 }
        let second = Task { try await tab.perform("large") }
        while await tab.scene?.queue.count != 1 { await Task.yield() }
        await tab.send(#"[["stop",2]]"#)
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "Stopped.")) { try await second.value }
        #expect(work.begun == 1 && work.stopped == 0)
        await tab.send(#"[["stop",9],["stop",1]]"#)
        _ = await first.result
        #expect(work.stopped == 1)
        await tab.close()
    }

    /// An action whose answer is on its way is no longer said to be under way, and cannot be stopped.
    @Test func anActionThatHasEndedIsPerformedNoMore() throws {
        let admission = try #require(Door().admit(fields: [:], selected: 0, of: Asker().account))
        var queue = ActionQueue()
        queue.add(
            ActionQueue.Request(
                number: 1, action: "large", perform: OnScene({ _ in }), event: ActionEvent(), admission: admission))
        let hasBegun = queue.takeUp() && queue.next()?.number == 1
        #expect(hasBegun && queue.isPerforming(1))
        _ = queue.stop(1)
        let wasStopped = queue.end()
        #expect(wasStopped)
        #expect(!queue.isPerforming(1) && !queue.isStopped)
    }

    @Test func aLargeActionIsStoppedWhenItsTabHasGoneForGood() async throws {
        let tab = try await FakeBrowser(app())
        let asked = Task { try await tab.perform("large") }
        await work.hasBegun()
        async let gone: Void = tab.vanish()
        await wait(.seconds(2)) { work.stopped == 1 }
        await gone
        try await tab.reconnect()
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "Stopped.")) { try await asked.value }
        await tab.close()
    }

    @Test func whatIsNotLargeIsDoneAlsoWhenItsTabHasGone() async throws {
        let tab = try await FakeBrowser(app())
        let asked = Task { try await tab.perform("small") }
        await work.hasBegun()
        async let gone: Void = tab.vanish()
        // The tab is known to be gone: two seconds pass, which begin then.
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .seconds(2))
        for _ in 0..<100 { await Task.yield() }
        work.finish()
        await gone
        #expect(work.stopped == 0)
        try await tab.reconnect()
        try await asked.value
        await tab.close()
    }

    @Test func aLargeActionGoesOnForATabThatIsBack() async throws {
        let app = app()
        func serve(_ packets: AsyncStream<String>) -> Task<Void, Never> {
            let session = TabSession(app.context, on: TabConnection { _ in })
            return Task { await session.run(packets) }
        }
        let (first, line) = AsyncStream<String>.makeStream()
        let serving = serve(first)
        line.yield(#"[["hello","/",{},"tab",""],["do",1,"large",{},null]]"#)
        await work.hasBegun()
        line.finish()
        let (second, nextLine) = AsyncStream<String>.makeStream()
        let servingNext = serve(second)
        nextLine.yield(#"[["hello","/",{},"tab",""]]"#)
        while await !app.context.keeper.isAwaited("tab") { await Task.yield() }
        while clock.sleepers < 2 { await Task.yield() }
        clock.advance(by: .seconds(2))
        for _ in 0..<100 { await Task.yield() }
        work.finish()
        await serving.value
        #expect(work.stopped == 0)
        nextLine.finish()
        await servingNext.value
    }
}

/// Work that runs until it is finished or stopped.
private final class Work: Sendable {
    private struct State {
        var begun = 0
        var stopped = 0
        var continuation: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())
    private let beginnings = AsyncStream.makeStream(of: Void.self)

    var begun: Int { state.withLock { $0.begun } }
    var stopped: Int { state.withLock { $0.stopped } }

    func run() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            state.begun += 1
            state.continuation = continuation
        }
        beginnings.continuation.yield()
        for await _ in stream {}
        if Task.isCancelled {
            state.withLock { $0.stopped += 1 }
            throw CancellationError()
        }
    }

    func hasBegun() async { for await _ in beginnings.stream { return } }
    func finish() { state.withLock { $0.continuation }?.finish() }
}

private final class WorkController: ViewController {
    static let storyboard = Storyboard(
        "Work",
        Array(
            #"<button data-action="large">A</button><button data-action="small">B</button><button data-action="quick">C</button>"#
                .utf8))

    let page = Page()
    private let work: Work
    var actions: Actions {
        ["large": { _ in try await self.work.run() }, "small": { _ in try await self.work.run() }, "quick": { _ in }]
    }
    func rowsWritten(by action: String) -> Int { action == "large" ? 1_001 : 0 }

    init(_ work: Work) { self.work = work }
}
