import AviaryServerTesting
import AviaryViews
import Logging
import Synchronization
import Testing

@testable import AviaryServer

/// Windows that all ask for something large at the same time.
struct CrowdTests {
    @Test(.timeLimit(.minutes(1))) func aHundredPastesAreBoundedAndHoldUpNobody() async throws {
        let store = SlowStore()
        let app = store.app
        var windows: [FakeBrowser] = []
        for _ in 0..<100 { windows.append(try await FakeBrowser(app)) }
        let outcomes = windows.map { window in
            Task { () -> String? in
                do throws(FakeBrowser.ActionFailure) {
                    try await window.perform("paste", fields: ["text": String(repeating: "red\n", count: 6_000)])
                    return nil
                } catch { return error.sentence }
            }
        }
        // Refusals come at once. The first paste is being written and blocks.
        for await count in store.refusedOrBegun where count == 69 { break }
        #expect(store.begun == 1)
        #expect(app.context.door.load.count == 32)
        let bystander = try await FakeBrowser(app)
        try await bystander.perform("add")
        #expect(store.begun == 1 && store.added == 1)

        store.release()
        var sentences: [String] = []
        for outcome in outcomes { if let sentence = await outcome.value { sentences.append(sentence) } }
        #expect(sentences.count == 68)
        #expect(
            Set(sentences) == ["Nothing was done: too many large changes are waiting; try again in a moment."])
        #expect(store.begun == 32 && store.most == 1)
        for window in windows + [bystander] { await window.close() }
        // A receipt is sent before its action lets go of its place; a connection ends behind both.
        #expect(app.context.door.load == (0, 0))
    }

    /// An action that writes all there is comes with nothing that could be weighed.
    @Test(.timeLimit(.minutes(1))) func whatWritesManyRowsTakesTurnsAndHoldsUpNobody() async throws {
        let store = SlowStore()
        let app = store.app
        var windows: [FakeBrowser] = []
        for _ in 0..<40 { windows.append(try await FakeBrowser(app)) }
        let outcomes = windows.map { window in Task { try await window.perform("clear") } }
        for await count in store.refusedOrBegun where count == 9 { break }
        #expect(store.begun == 1 && app.context.door.load.count == 32)
        let bystander = try await FakeBrowser(app)
        try await bystander.perform("add")
        #expect(store.begun == 1 && store.added == 1)
        store.release()
        var refused = 0
        for outcome in outcomes { if case .failure = await outcome.result { refused += 1 } }
        #expect(refused == 8 && store.begun == 32 && store.most == 1)
        for window in windows + [bystander] { await window.close() }
        #expect(app.context.door.load == (0, 0))
    }

    @Test(.timeLimit(.minutes(1))) func whatWasLetInIsDoneAlsoWhenItsWindowHasGone() async throws {
        let store = SlowStore()
        let window = try await FakeBrowser(store.app)
        await window.goDeaf()
        let text = String(repeating: "red\n", count: 6_000)
        let paste = Task { try await window.perform("paste", fields: ["text": text]) }
        for await count in store.refusedOrBegun where count == 1 { break }
        async let closed: Void = window.close()
        store.release()
        await closed
        #expect(store.begun == 1)
        try await window.reconnect()
        try await paste.value
        #expect(store.begun == 1, "its receipt is sent, and nothing is done twice")
        await window.close()
    }
}

/// Writes large changes once they are released, and counts.
private final class SlowStore: Sendable {
    private struct State {
        var begun = 0
        var refused = 0
        var added = 0
        var running = 0
        var most = 0
        var isReleased = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let events = AsyncStream.makeStream(of: Int.self)

    var begun: Int { state.withLock { $0.begun } }
    var added: Int { state.withLock { $0.added } }
    var most: Int { state.withLock { $0.most } }
    /// After each of these, how many were refused or have begun.
    var refusedOrBegun: AsyncStream<Int> { events.stream }

    var app: LiveApp {
        let logger = Logger(label: "test") { _ in
            RefusalCounter { [self] in
                events.continuation.yield(
                    state.withLock { state in
                        state.refused += 1
                        return state.refused + state.begun
                    })
            }
        }
        return LiveApp(name: "Store", rooms: [Route("/", title: "Store") { StoreController(self) }], logger: logger)
    }

    func add() { state.withLock { $0.added += 1 } }

    func paste() async {
        let number = state.withLock { state in
            state.begun += 1
            state.running += 1
            state.most = max(state.most, state.running)
            return state.refused + state.begun
        }
        events.continuation.yield(number)
        await withCheckedContinuation { continuation in
            let isReleased = state.withLock { state in
                if !state.isReleased { state.waiting.append(continuation) }
                return state.isReleased
            }
            if isReleased { continuation.resume() }
        }
        state.withLock { $0.running -= 1 }
    }

    func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

private final class StoreController: ViewController {
    static let storyboard = Storyboard(
        "Store",
        Array(
            #"<button data-action="add">Add</button><button data-action="paste">Paste</button><button data-action="clear">Clear</button>"#
                .utf8))

    let page = Page()
    private let store: SlowStore
    var actions: Actions {
        [
            "add": { _ in self.store.add() }, "paste": { _ in await self.store.paste() },
            "clear": { _ in await self.store.paste() },
        ]
    }
    func rowsWritten(by action: String) -> Int { action == "clear" ? 1_001 : 1_000 }

    init(_ store: SlowStore) { self.store = store }
}

/// A log in which refusals are counted.
private struct RefusalCounter: LogHandler {
    let count: @Sendable () -> Void
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    init(count: @escaping @Sendable () -> Void) { self.count = count }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        if "\(event.message)" == "A message was refused" { count() }
    }
}
