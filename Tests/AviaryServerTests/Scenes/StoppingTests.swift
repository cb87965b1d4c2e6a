import AviarySnapshots
import AviaryViews
import Logging
import Synchronization
import Testing

@testable import AviaryServer

/// A server that stops ends in the middle of what a tab has asked for.
struct StoppingTests {
    @Test(.timeLimit(.minutes(1))) func theRestOfAPacketIsLeft() async throws {
        let source = GatedSource()
        let app = LiveApp(
            name: "Numbers", rooms: [Route("/", title: "Numbers") { Numbers(source) }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, describe: { error, _ in "\(error)" })
        let (packets, line) = AsyncStream<String>.makeStream()
        let (scenes, entered) = AsyncStream<Scene>.makeStream()
        let session = TabSession(app.context, on: TabConnection { _ in }) { entered.yield($0) }
        let serving = Task { await session.run(packets) }
        line.yield(#"[["hello","/",{"list":[0,0,300,400]},"tab",""]]"#)
        var entering = scenes.makeAsyncIterator()
        let scene = try #require(await entering.next())

        source.close()
        let scrolls = (1...64).map { "[\"scroll\",\"list\",[0,\($0 * 10_000),300,400]]" }
        line.yield("[\(scrolls.joined(separator: ","))]")
        for await count in source.counts where count == 1 { break }
        serving.cancel()
        while await !scene.queue.isStopping { await Task.yield() }
        source.open()
        await serving.value
        #expect(source.count == 1)
    }
}

private final class Numbers: ViewController {
    static let storyboard = Storyboard(
        "Numbers",
        Array(
            """
            <div data-collection="list"></div><template data-cell="Number"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    private let source: GatedSource

    init(_ source: GatedSource) { self.source = source }

    func viewDidLoad() { list.dataSource = source }
}

/// A hundred thousand numbers, which come when the gate is open.
private final class GatedSource: CollectionViewDataSource, Sendable {
    private struct State {
        var isClosed = false
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let snapshot: any Snapshot<Int> = ListSnapshot(uniqueSections: [(0, Array(0..<100_000))])
    /// How often numbers were asked for at the gate.
    let counts: AsyncStream<Int>
    private let counting: AsyncStream<Int>.Continuation
    private let state = Mutex(State())

    init() { (counts, counting) = AsyncStream<Int>.makeStream() }

    var count: Int { state.withLock { $0.count } }
    func close() { state.withLock { $0.isClosed = true } }
    func open() {
        let waiting = state.withLock { state in
            state.isClosed = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for each in waiting { each.resume() }
    }

    func prepare(_ items: [Int]) async throws {
        await withCheckedContinuation { continuation in
            let count: Int? = state.withLock { state in
                state.count += state.isClosed || state.count > 0 ? 1 : 0
                guard state.isClosed else { return nil }
                state.waiting.append(continuation)
                return state.count
            }
            if let count { counting.yield(count) } else { continuation.resume() }
        }
    }

    func nextUpdate() async -> CollectionUpdate<Int>? { nil }
    func didApply(_ snapshot: any Snapshot<Int>) {}
    func reuseIdentifier(for item: Int) -> String? { nil }
    func attach(to view: CollectionView<Int>) {}
    func configure(_ cell: Cell, for item: Int) -> Bool {
        cell["text"] = "\(item)"
        return true
    }
}
