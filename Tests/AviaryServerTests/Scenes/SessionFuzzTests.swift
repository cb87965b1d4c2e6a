import AviaryTesting
import AviaryText
import AviaryViews
import Logging
import Synchronization
import Testing

@testable import AviaryServer

/// Tabs lose their connections at any moment, reconnect twice at once, send invalid messages, and repeat requests. Each
/// action is done once and in order, and tabs that have gone leave nothing behind.
struct SessionFuzzTests {
    private static let seeds = 0..<UInt64(8)

    @Test(.timeLimit(.minutes(10)), arguments: seeds)
    func whateverConnectionsDoEachActionIsDoneOnce(seed: UInt64) async throws {
        await SessionFuzz(seed: seed).run(steps: draws(16_000, long: 1_600_000) / Self.seeds.count)
    }

    /// A session waits for the task that performs actions, and not for a second task that found nothing to do.
    @Test func actionsAreTakenUpOnce() async throws {
        let ledger = FuzzLedger()
        let app = LiveApp(name: "One", rooms: [Route("/", title: "One") { FuzzController(ledger) }])
        let scene = try #require(app.scene(at: "/"))
        _ = await scene.appear(
            BrowserMessage.HelloMessage(address: "/", scrollPositions: [:], tab: "a"), on: TabConnection(send: { _ in })
        )
        await scene.receive("[[\"do\",1,\"add\",{},null]]")
        #expect(await scene.takeUpActions())
        #expect(await !scene.takeUpActions())
        await scene.performTakenUpActions()
        #expect(ledger.receipts == ["a/1"])
        #expect(await !scene.takeUpActions())
    }

    /// A tab without a name has no memory, because its numbers mean nothing.
    @Test func aTabWithoutANameHasSoManyActionsWaitingAndNoMore() async throws {
        let app = LiveApp(
            name: "One", rooms: [Route("/", title: "One") { FuzzController(FuzzLedger()) }],
            logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
        let scene = try #require(app.scene(at: "/"))
        let told = Mutex<[String]>([])
        _ = await scene.appear(
            BrowserMessage.HelloMessage(address: "/", scrollPositions: [:]),
            on: TabConnection(send: { packet in told.withLock { $0.append(packet) } }))
        for number in 1...129 { await scene.receive("[[\"do\",\(number),\"wait\",{},null]]") }
        await scene.receive("[[\"do\",\(Int.min),\"wait\",{},null]]")
        #expect(told.withLock { $0.count { $0.contains("too many actions are waiting") } } == 65)
        await scene.performActions()
        let done = told.withLock { packets in (1...129).filter { packets.contains("[[\"done\",\($0)]]") } }
        #expect(done == Array(1...64))
        await scene.receive("[[\"do\",1,\"wait\",{},null]]")
        #expect(await scene.takeUpActions(), "it is asked for once more, and done once more")
        await scene.performTakenUpActions()
    }
}

/// One app, some tabs, and a clock that moves when the draw says so.
private final class SessionFuzz {
    private let ledger = FuzzLedger()
    private let clock = ManualClock()
    private let app: LiveApp
    private let seed: UInt64
    private var random: SeededGenerator
    private let tabs = (0..<6).map { FuzzTab(name: "tab-\($0)") }
    private var sessions: [Task<Void, Never>] = []

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        let ledger = ledger
        let app = LiveApp(
            name: "Fuzz",
            rooms: [
                Route("/", title: "One") { FuzzController(ledger) },
                Route("/two", title: "Two") { FuzzController(ledger) },
            ], logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() },
            hasReceipt: { [ledger] in ledger.has($0) })
        self.app = LiveApp(app, keeper: SceneKeeper(clock: clock))
    }

    func run(steps: Int) async {
        for step in 0..<steps {
            await self.step()
            // Bounded by the tabs, however long it goes on.
            if step.isMultiple(of: 500) {
                let population = await app.context.keeper.population
                #expect(population.connected <= tabs.count && population.kept <= 2 * tabs.count, "seed \(seed)")
            }
        }
        await settle()
    }

    private func step() async {
        let tab = tabs.randomElement(using: &random)!
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: tab.ask(["add", "add", "add", "fail", "wait"].randomElement(using: &random)!)
        case 40..<55: connect(tab, saying: hello(of: tab))
        case 55..<65: tab.hangUp()
        case 65..<70: tab.goDeaf()
        case 70..<82: tab.say(nonsense(of: tab))
        case 82..<85: clock.advance(by: .seconds(Int.random(in: 1...200, using: &random)))
        default: for _ in 0..<Int.random(in: 1...40, using: &random) { await Task.yield() }
        }
        if tab.isOffline, Bool.random(using: &random) { connect(tab, saying: hello(of: tab)) }
        ledger.tick()
    }

    private func connect(_ tab: FuzzTab, saying hello: [String]) {
        let (connection, frames) = tab.connect(saying: hello)
        let session = TabSession(app.context, on: connection)
        sessions.append(Task { await session.run(frames) })
    }

    /// The first message of a tab, or an invalid one in its place.
    private func hello(of tab: FuzzTab) -> [String] {
        let own = "[[\"hello\",\"/\",{},\"\(tab.name)\",\"\"]]"
        let other = tabs.randomElement(using: &random)!.name
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return ["[[\"ping\"]]", own]
        case 1: return ["[[\"hello\",\"/nowhere\",{},\"\(tab.name)\",\"\"]]", own]
        case 2: return ["[[\"hello\",\"/\",{},\"\(tab.name)\",\"\",\"\(other)\"]]"]
        case 3: return ["[[\"hello\",\"/two\",{},\"\(tab.name)\",\"\"]]"]
        case 4: return ["", "[", "[[]]", "[[\"hello\"]]", own]
        case 5:
            return ["[[\"hello\",\"/\",{\"x\":[0,0,1e300,-1]},\"\(tab.name)\",\"{\\\"\\\":\\\"\(other)\\\"}\"]]", own]
        default: return [own]
        }
    }

    private func nonsense(of tab: FuzzTab) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: "[[\"hello\",\"/\",{},\"\(tab.name)\",\"\"]]"
        case 1: "[[\"hello\",\"/two\",{},\"\(tab.name)\",\"\"]]"
        case 2: tab.frame(Int.random(in: 0...tab.asked, using: &random))
        case 3: "[[\"do\",-1,\"add\",{},null]]"
        case 4: "[[\"copied\",\(Int.random(in: 0...9, using: &random)),true]]"
        case 5: "[[\"tap\",\"none\",\"x\"],[\"edit\",\"none\",[]]]"
        case 6: "[[\"ping\"],[\"ping\"],[\"view\",\"none\",[0,0,1,1]]]"
        default: "[[\"do\",1"
        }
    }

    /// All lines work again: each tab hears of all that it has asked for, and then everybody leaves.
    private func settle() async {
        for tab in tabs {
            repeat {
                connect(tab, saying: ["[[\"hello\",\"/\",{},\"\(tab.name)\",\"\"]]"])
                var patience = 0
                while !tab.isOffline, !(tab.isAnswered && tab.shown == ledger.ticks) {
                    await Task.yield()
                    patience += 1
                    // A page that says it takes another's place waits for that one's farewell.
                    if patience.isMultiple(of: 2_000) { clock.advance(by: .seconds(2)) }
                }
            } while tab.isOffline
        }
        for tab in tabs { tab.leave() }
        for session in sessions { await session.value }
        let done = ledger.receipts
        for tab in tabs {
            let own = done.filter { $0.hasPrefix(tab.name + "/") }
            #expect(own == tab.added.map { "\(tab.name)/\($0)" }, "seed \(seed)")
        }
        #expect(ledger.faults == [], "seed \(seed)")
        #expect(await app.context.keeper.population.connected == 0)
        while await app.context.keeper.population.kept > 0 {
            clock.advance(by: .seconds(180))
            await Task.yield()
        }
        while ledger.controllers > 0 { await Task.yield() }
    }
}

/// A tab that behaves like the client: it numbers its requests, and repeats unanswered ones on each new connection.
private final class FuzzTab: Sendable {
    private struct State {
        var asked = 0
        var pending: [(number: Int, action: String)] = []
        var actions: [String] = []
        var shown = -1
        /// Counts connections; frames of earlier ones are not listened to.
        var line = 0
        /// The connections that this side has not closed.
        var lost: [AsyncStream<String>.Continuation] = []
        var isDeaf = false
        var frames: AsyncStream<String>.Continuation?
    }

    let name: String
    private let state = Mutex(State())

    init(name: String) { self.name = name }

    var asked: Int { state.withLock { $0.asked } }
    var added: [Int] {
        state.withLock { state in state.actions.indices.filter { state.actions[$0] == "add" }.map { $0 + 1 } }
    }
    var shown: Int { state.withLock { $0.shown } }
    var isAnswered: Bool { state.withLock { $0.pending.isEmpty } }
    var isOffline: Bool { state.withLock { $0.frames == nil } }

    /// Opens another connection. The one before is left as it is: nobody knows yet that it is gone.
    func connect(saying hello: [String]) -> (TabConnection, AsyncStream<String>) {
        let (stream, frames) = AsyncStream.makeStream(of: String.self)
        let line = state.withLock { state in
            state.line += 1
            if let frames = state.frames { state.lost.append(frames) }
            state.frames = frames
            state.isDeaf = false
            for frame in hello { frames.yield(frame) }
            for (number, action) in state.pending { frames.yield(Self.frame(number, action)) }
            return state.line
        }
        let connection = TabConnection(
            send: { [weak self] frame throws(ServerError) in try self?.hear(frame, on: line) },
            close: { [weak self] _ in
                frames.finish()
                self?.state.withLock { if $0.line == line { $0.frames = nil } }
            })
        return (connection, stream)
    }

    func ask(_ action: String) {
        state.withLock { state in
            // A scene lets only so many wait.
            guard state.pending.count < 40 else { return }
            state.asked += 1
            state.pending.append((state.asked, action))
            state.actions.append(action)
            state.frames?.yield(Self.frame(state.asked, action))
        }
    }

    /// Repeats the request with a number.
    func frame(_ number: Int) -> String {
        state.withLock { number == 0 ? "[]" : Self.frame(number, $0.actions[number - 1]) }
    }

    func say(_ frame: String) { state.withLock { _ = $0.frames?.yield(frame) } }

    /// Ends all lines it ever had.
    func leave() {
        hangUp()
        state.withLock { state in
            for frames in state.lost { frames.finish() }
            state.lost = []
        }
    }

    func hangUp() {
        state.withLock { state in
            state.frames?.finish()
            state.frames = nil
        }
    }

    /// Hears nothing more on this connection, and does not know.
    func goDeaf() { state.withLock { $0.isDeaf = true } }

    private func hear(_ frame: String, on line: Int) throws(ServerError) {
        guard case .array(let messages)? = JSON(parsing: frame) else { return }
        try state.withLock { state throws(ServerError) in
            guard state.line == line, !state.isDeaf else { throw .connectionClosed }
            for case .array(let parts) in messages {
                switch parts.first {
                case .string("done"), .string("failed"):
                    guard case .number(let number) = parts[1] else { continue }
                    state.pending.removeAll { $0.number == Int(number) }
                case .string("outlet"):
                    if case .number(let number) = parts[2] { state.shown = Int(number) }
                case .string("notFound"):
                    state.frames?.finish()
                    state.frames = nil
                default: continue
                }
            }
        }
    }

    private static func frame(_ number: Int, _ action: String) -> String {
        "[[\"do\",\(number),\"\(action)\",{},null]]"
    }
}

/// A stand-in for the store: it holds each receipt once, and a number that all tabs see.
private final class FuzzLedger: Sendable {
    private struct State {
        var receipts: [String] = []
        var known: Set<String> = []
        var faults: [String] = []
        var controllers = 0
        var ticks = 0
        var readers: [Int: AsyncStream<Int>.Continuation] = [:]
        var count = 0
    }

    struct WrittenTwice: Error {}

    private let state = Mutex(State())

    var receipts: [String] { state.withLock { $0.receipts } }
    var faults: [String] { state.withLock { $0.faults } }
    var ticks: Int { state.withLock { $0.ticks } }
    var controllers: Int { state.withLock { $0.controllers } }
    func has(_ receipt: String) -> Bool { state.withLock { $0.known.contains(receipt) } }
    func count(_ change: Int) { state.withLock { $0.controllers += change } }
    func fault(_ what: String) { state.withLock { if $0.faults.count < 9 { $0.faults.append(what) } } }

    func write(_ receipt: String) throws {
        try state.withLock { state in
            guard state.known.insert(receipt).inserted else { throw WrittenTwice() }
            state.receipts.append(receipt)
        }
    }

    func tick() {
        state.withLock { state in
            state.ticks += 1
            for reader in state.readers.values { reader.yield(state.ticks) }
        }
    }

    var stream: AsyncStream<Int> {
        let (stream, reader) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.count += 1
            state.readers[state.count] = reader
            reader.yield(state.ticks)
            reader.onTermination = { [weak self, count = state.count] _ in
                // Not while it is told of something.
                Task { self?.state.withLock { $0.readers[count] = nil } }
            }
        }
        return stream
    }
}

private final class FuzzController: ViewController {
    static let storyboard = Storyboard(
        "Fuzz",
        Array(
            """
            <p data-outlet="ticks:number"></p><button data-action="add">Add</button>
            <button data-action="fail">Fail</button><button data-action="wait">Wait</button>
            """.utf8))

    let page = Page()
    var actions: Actions { ["add": add, "fail": fail, "wait": wait] }
    private let ledger: FuzzLedger
    private var isShown = false
    private var isActing = false

    init(_ ledger: FuzzLedger) {
        self.ledger = ledger
        ledger.count(1)
    }
    deinit { ledger.count(-1) }

    func viewDidLoad() { observe(ledger.stream) { [unowned self] ticks in page["ticks"] = Double(ticks) } }

    func viewWillAppear() {
        if isShown { ledger.fault("one scene, two connections") }
        isShown = true
    }
    func viewWillDisappear() {
        if isActing { ledger.fault("left while an action is performed") }
    }
    func viewDidDisappear() { isShown = false }

    func add(_ event: ActionEvent) async throws {
        try await alone {
            await Task.yield()
            try ledger.write(event.receipt ?? "")
        }
    }

    func fail(_ event: ActionEvent) async throws {
        try await alone { throw CancellationError() }
    }

    func wait(_ event: ActionEvent) async throws {
        await alone { for _ in 0..<20 { await Task.yield() } }
    }

    /// Actions of a scene wait for each other.
    private func alone(_ body: () async throws -> Void) async rethrows {
        if isActing { ledger.fault("two actions at once") }
        isActing = true
        defer { isActing = false }
        try await body()
    }
}
