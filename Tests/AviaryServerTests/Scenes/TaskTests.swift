import AviaryServer
import AviaryServerTesting
import AviarySnapshots
import AviaryTesting
import AviaryViews
import Dispatch
import Logging
import Synchronization
import Testing

@testable import AviaryServer

/// Tasks of a controller run in its scene, and end with it.
struct TaskTests {
    private func app(_ source: Source) -> LiveApp {
        LiveApp(
            name: "Clocks", rooms: [Route("/", title: "Clock") { Clock(source) }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, describe: { error, _ in "\(error)" })
    }

    @Test func aFirstPaintRunsNoTask() async throws {
        let source = Source()
        let app = app(source)
        let scene = try #require(app.scene(at: "/"))
        let body = try await scene.paint().body
        // Values that `observe` reads at once are in the first paint.
        #expect(body.contains(">one, two</p>"))
        #expect(source.begun == 0)
    }

    @Test func eachElementIsHandledInATurnThatEndsWithOneFrame() async throws {
        let source = Source()
        let tab = try await FakeBrowser(app(source))
        await source.wait { $0.begun == 1 }
        let frames = await tab.framesReceived
        source.send(5)
        await tab.wait { $0.outlets["shown"] == "\"5\"" }
        #expect(await tab.outlets["total"] == "5")
        #expect(await tab.framesReceived == frames + 1)
        source.send(-1)
        await tab.wait { $0.sentences == ["-1 is below zero"] }
        source.send(6)
        await tab.wait { $0.outlets["total"] == "11" }
        await tab.close()
    }

    @Test func aTaskShowsItsProgressAndItsEnd() async throws {
        let source = Source()
        let tab = try await FakeBrowser(app(source))
        try await tab.perform("work")
        await tab.wait { $0.outlets["progress"] == "0.5" }
        source.go()
        await tab.wait { $0.outlets["progress"] == "1" }
        try await tab.perform("fail")
        await tab.wait { $0.sentences == ["the work failed"] }
        await tab.close()
    }

    @Test func aListIsFollowedWithItsElements() async throws {
        let source = Source()
        let tab = try await FakeBrowser(app(source))
        #expect(await tab.outlets["names"] == "\"one, two\"")
        source.names.set(["one", "three"])
        await tab.wait { $0.outlets["names"] == "\"one, three\"" }
        source.names.fail()
        await tab.wait { $0.sentences.last == "the names cannot be read" }
        source.names.set(["four"])
        await tab.wait { $0.outlets["names"] == "\"four\"" && $0.sentences.last == "" }
        await tab.close()
    }

    @Test func whatWindowsAreToldAgainIsNotEncodedAgain() async throws {
        let source = Source()
        let app = app(source)
        let tab = try await FakeBrowser(app)
        for (name, encoded) in [("three", 1), ("four", 2), ("three", 2), ("four", 2)] {
            source.names.set([name])
            await tab.wait { $0.outlets["names"] == "\"\(name)\"" }
            #expect(app.context.packets.encoded == encoded)
        }
        await tab.close()
    }

    @Test func whatHappensWithoutAConnectionIsThereWhenTheTabIsBack() async throws {
        let source = Source()
        let tab = try await FakeBrowser(app(source))
        await tab.close()
        source.send(9)
        await source.wait { $0.handled == 1 }
        try await tab.reconnect()
        #expect(await tab.outlets["shown"] == "\"9\"")
        #expect(source.begun == 1, "it was not begun anew")
        await tab.close()
    }

    @Test func tasksEndWithTheirScene() async throws {
        let (source, clock) = (Source(), ManualClock())
        let app = LiveApp(app(source), keeper: SceneKeeper(clock: clock))
        do {
            let tab = try await FakeBrowser(app)
            await source.wait { $0.begun == 1 }
            try await tab.perform("work")
            await tab.close()
        }
        #expect(source.ended == 0, "a tab may come back to its scene")
        while await app.context.keeper.population.kept > 0 {
            clock.advance(by: .seconds(180))
            await Task.yield()
        }
        await source.wait { $0.ended == 1 && $0.controllers == 0 }
    }

    /// 256 scenes are kept at most; the last of a crowd ends with three minutes over.
    @Test func memoryIsGivenBackAfterManyScenesAndBehindTheLast() async throws {
        let clock = ManualClock()
        let given = Mutex(0)
        let app = LiveApp(
            app(Source()), keeper: SceneKeeper(clock: clock, givingBackMemoryBy: { given.withLock { $0 += 1 } }))
        func windows(_ count: Int) async throws {
            for _ in 0..<count { await (try await FakeBrowser(app)).close() }
        }
        try await windows(256 + 255)
        #expect(given.withLock { $0 } == 0)
        try await windows(1)
        #expect(given.withLock { $0 } == 1)
        try await windows(10)
        while await app.context.keeper.population.kept > 0 {
            clock.advance(by: .seconds(180))
            await Task.yield()
        }
        #expect(given.withLock { $0 } == 3, "after 256 more, and behind the last")
    }
}

extension TaskTests {
    /// The last reference to a scene may be released on any thread. The state of its tasks changes on its executor
    /// only.
    @Test func aSceneEndsBesideNoneOfItsTasks() async {
        let (executor, source) = (SceneExecutor(), Source())
        let clock = OnScene(Clock(source))
        var stage: Stage? = Stage(clock.value, on: executor)
        let gate = DispatchSemaphore(value: 0)
        let job = Task.detached(executorPreference: executor) {
            source.note { $0.begun += 1 }
            compute(until: gate)
            return clock.value.page.tasks.takesMore
        }
        await source.wait { $0.begun == 1 }
        #expect(stage != nil)
        stage = nil
        gate.signal()
        #expect(await job.value, "it ended beneath its task")
        await Task.detached(executorPreference: executor) { #expect(!clock.value.page.tasks.takesMore) }.value
    }

    @Test func whatIsBegunTooLateHoldsNoController() async {
        let source = Source()
        do {
            let executor = SceneExecutor()
            let clock = OnScene(Clock(source))
            do { _ = Stage(clock.value, on: executor) }
            await Task.detached(executorPreference: executor) {
                clock.value.task { await clock.value.viewDidLoad() }
            }.value
        }
        #expect(source.controllers == 0)
    }
}

/// A computation that takes time and never suspends.
private func compute(until gate: DispatchSemaphore) { gate.wait() }

/// The source of a clock's values, with counters.
private final class Source: Sendable {
    struct Counts { var begun = 0, ended = 0, handled = 0, controllers = 0 }

    let names = Names()
    private let counts = Mutex(Counts())
    private let ticks = AsyncStream.makeStream(of: Int.self)
    private let gate = AsyncStream.makeStream(of: Void.self)

    var begun: Int { counts.withLock { $0.begun } }
    var ended: Int { counts.withLock { $0.ended } }
    var controllers: Int { counts.withLock { $0.controllers } }
    func send(_ tick: Int) { ticks.continuation.yield(tick) }
    func go() { gate.continuation.yield() }
    func pass() async { for await _ in gate.stream { return } }
    func note(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }

    var stream: AsyncStream<Int> { ticks.stream }

    /// Goes on until it is cancelled.
    func stay() async {
        note { $0.begun += 1 }
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(1_000)) }
        note { $0.ended += 1 }
    }

    func wait(until condition: (Counts) -> Bool) async {
        while !counts.withLock({ condition($0) }) { await Task.yield() }
    }
}

private final class Clock: ViewController {
    static let storyboard = Storyboard(
        "Clock",
        Array(
            """
            <p data-outlet="shown total:number progress:number"></p><p data-outlet="names"></p>
            <button data-action="work">Work</button><button data-action="fail">Fail</button>
            """.utf8))

    let page = Page()
    var actions: Actions { ["work": work, "fail": fail] }
    private let source: Source

    init(_ source: Source) {
        self.source = source
        source.note { $0.controllers += 1 }
    }
    deinit { source.note { $0.controllers -= 1 } }

    func viewDidLoad() async {
        task { await self.source.stay() }
        observe(source.stream) { tick in try self.show(tick) }
        await observe(source.names) { names in self.page["names"] = names.joined(separator: ", ") }
    }

    private func show(_ tick: Int) throws {
        source.note { $0.handled += 1 }
        guard tick >= 0 else { throw Failure(description: "\(tick) is below zero") }
        page["shown"] = "\(tick)"
        page["total"] = (page["total"] ?? 0) + Double(tick)
    }

    private func work(_ event: ActionEvent) {
        task {
            await self.page.update { self.page["progress"] = 0.5 }
            await self.source.pass()
            self.page["progress"] = 1.0
        }
    }

    private func fail(_ event: ActionEvent) {
        task { throw Failure(description: "the work failed") }
    }
}

private struct Failure: Error, CustomStringConvertible { let description: String }

/// A list that says what it is told to.
private final class Names: LiveList {
    private struct State {
        var names = ["one", "two"]
        var readers: [SnapshotUpdates<ListSnapshot<Int, String>>.Continuation] = []
    }
    private let state = Mutex(State())

    func updates() -> SnapshotUpdates<ListSnapshot<Int, String>> {
        state.withLock { state in
            let (updates, reader) = SnapshotUpdates.makeUpdates(
                from: ListSnapshot<Int, String>(uniqueSections: [(0, state.names)]))
            state.readers.append(reader)
            return updates
        }
    }

    func elements(for items: [String]) async throws -> [String: String] {
        Dictionary(uniqueKeysWithValues: items.map { ($0, $0) })
    }

    func fail() {
        state.withLock { state in
            for reader in state.readers { reader.fail(Failure(description: "the names cannot be read")) }
        }
    }

    func set(_ names: [String]) {
        state.withLock { state in
            let (old, new) = (
                ListSnapshot<Int, String>(uniqueSections: [(0, state.names)]),
                ListSnapshot<Int, String>(uniqueSections: [(0, names)])
            )
            state.names = names
            for reader in state.readers {
                reader.yield(SnapshotUpdate(from: old, to: new, changeset: Changeset(from: old, to: new)))
            }
        }
    }
}
