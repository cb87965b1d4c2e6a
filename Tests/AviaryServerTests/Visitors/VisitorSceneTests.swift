import AviaryServerTesting
import AviaryViews
import Logging
import Synchronization
import Testing

@testable import AviaryServer

/// A scene belongs to the visitor who made it. Whoever else knows the name of its tab gets nothing of it.
@Suite(.timeLimit(.minutes(1)))
struct VisitorSceneTests {
    private final class Notes: Sendable {
        let receipts = Mutex<[String]>([])
        let restored = Mutex<[String]>([])
        let begun = AsyncStream.makeStream(of: Void.self)
        let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
    }

    /// A room with a state that is not stored anywhere else.
    private final class Pocket: ViewController {
        static let storyboard = Storyboard(
            "Pocket",
            Array(
                """
                <p data-outlet="content owner"></p><button data-action="put">Put</button>
                <button data-action="wait">Wait</button>
                """.utf8))
        let page = Page()
        private let notes: Notes
        private var content = ""
        var actions: Actions { ["put": put, "wait": wait] }
        var restorationState: String { content }

        init(_ notes: Notes) { self.notes = notes }

        func viewDidLoad() { page["owner"] = page.visitor?.id }
        func restore(_ state: String) { notes.restored.withLock { $0.append(state) } }

        private func put(_ event: ActionEvent) {
            notes.receipts.withLock { $0.append(event.receipt ?? "") }
            content = event.fields["content"] ?? ""
            page["content"] = content
        }

        private func wait(_ event: ActionEvent) async {
            await withCheckedContinuation { continuation in
                notes.waiting.withLock { $0 = continuation }
                notes.begun.continuation.yield()
            }
        }
    }

    private let notes = Notes()
    private let app: LiveApp
    private let ann = Visitor(id: "ann", name: "Ann")
    private let ben = Visitor(id: "ben", name: "Ben")

    init() {
        let notes = notes
        app = LiveApp(
            name: "Pocket", rooms: [Route("/", title: "Pocket") { Pocket(notes) }],
            visitors: VisitorCheck { _ in .anonymous },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// A tab whose name the test chooses.
    private final class Tab: Sendable {
        let line: AsyncStream<String>.Continuation
        private let received: AsyncStream<String>
        private let serving: Task<Void, Never>
        private let closed = Closed()
        /// The code with which the server has closed the tab.
        var closeCode: CloseCode? { closed.code.withLock { $0 } }

        private final class Closed: Sendable { let code = Mutex<CloseCode?>(nil) }

        init(_ app: LiveApp, of visitor: Visitor?, hello: String) {
            let (packets, line) = AsyncStream<String>.makeStream()
            let (received, receive) = AsyncStream<String>.makeStream()
            (self.line, self.received) = (line, received)
            let connection = TabConnection(
                of: visitor, send: { receive.yield($0) },
                close: { [closed] code in
                    closed.code.withLock { $0 = code }
                    line.finish()
                })
            serving = Task {
                await TabSession(app.context, on: connection).run(packets)
                receive.finish()
            }
            line.yield(hello)
        }

        /// All that has come until a packet has a text, or until the end.
        func read(until text: String) async -> String {
            var all = ""
            for await packet in received {
                all += packet
                if packet.contains(text) { break }
            }
            return all
        }

        func leave() async {
            line.finish()
            await serving.value
        }
    }

    private func hello(_ tab: String, predecessor: String? = nil) -> String {
        #"[["hello","/",{},"\#(tab)","",\#(predecessor.map { "\"\($0)\"" } ?? "null")]]"#
    }

    private func put(_ content: String, number: String = "1") -> String {
        #"[["do",\#(number),"put",{"content":"\#(content)"},null]]"#
    }

    @Test func aStolenNameOfATabLeadsToNothing() async {
        let own = Tab(app, of: ann, hello: hello("tab"))
        #expect(await own.read(until: "owner").contains("ann"))
        own.line.yield(put("secret"))
        _ = await own.read(until: "done")

        // While the window is open, it is not disturbed.
        for visitor in [ben, nil] {
            let thief = Tab(app, of: visitor, hello: hello("tab"))
            let shown = await thief.read(until: "owner")
            #expect(!shown.contains("secret") && !shown.contains("ann"))
            await thief.leave()
        }
        let heir = Tab(app, of: ben, hello: hello("other", predecessor: "tab"))
        #expect(!(await heir.read(until: "owner").contains("secret")))
        await heir.leave()
        #expect(own.closeCode == nil)

        // While its scene is kept, neither.
        await own.leave()
        for visitor in [ben, nil] {
            for hello in [hello("tab"), hello("next", predecessor: "tab")] {
                let thief = Tab(app, of: visitor, hello: hello)
                #expect(!(await thief.read(until: "owner").contains("secret")))
                await thief.leave()
            }
        }
        let back = Tab(app, of: ann, hello: hello("tab"))
        #expect(await back.read(until: "owner").contains("secret"))
        await back.leave()
    }

    @Test func aVisitorWhoseRoleHasChangedGetsAnotherScene() async {
        let guest = Tab(app, of: Visitor(id: "ann", info: "admin"), hello: hello("tab"))
        _ = await guest.read(until: "owner")
        guest.line.yield(put("secret"))
        _ = await guest.read(until: "done")
        await guest.leave()
        let back = Tab(app, of: Visitor(id: "ann", info: "guest"), hello: hello("tab"))
        #expect(!(await back.read(until: "owner").contains("secret")))
        await back.leave()
    }

    /// A receipt of one person cannot be used up by another one.
    @Test func receiptsBelongToVisitors() async {
        for visitor in [ann, ben, nil] {
            let tab = Tab(app, of: visitor, hello: hello("tab"))
            _ = await tab.read(until: "owner")
            tab.line.yield(put("x"))
            _ = await tab.read(until: "done")
            tab.line.yield(put("y", number: #"[2,"earlier/7"]"#))
            _ = await tab.read(until: "done")
            await tab.leave()
        }
        let receipts = notes.receipts.withLock { $0 }
        #expect(
            receipts == [
                "\(ann.mark).tab/1", "\(ann.mark).earlier/7", "\(ben.mark).tab/1", "\(ben.mark).earlier/7", "tab/1",
                "earlier/7",
            ])
    }

    /// The action that has begun is finished. The one behind it is not begun any more.
    @Test func aSignOutDropsTheActionsThatWait() async throws {
        let (packets, line) = AsyncStream<String>.makeStream()
        let (scenes, enter) = AsyncStream<Scene>.makeStream()
        let connection = TabConnection(of: ann, send: { _ in }, close: { _ in line.finish() })
        let serving = Task { [app, ann] in
            await app.context.withWindow(of: VisitorEntry(ann), closing: { connection.close(.signedOut) }) {
                await TabSession(app.context, on: connection, didEnter: { enter.yield($0) }).run(packets)
            }
        }
        line.yield(hello("tab"))
        line.yield(#"[["do",1,"wait",{},null],["do",2,"put",{"content":"late"},null]]"#)
        let scene = try #require(await scenes.first { _ in true })
        for await _ in notes.begun.stream { break }
        app.signOut("ann")
        // The cancelled session stops the scene in a task of its own.
        while await !scene.queue.isStopping { await Task.yield() }
        notes.waiting.withLock { $0.take() }?.resume()
        await serving.value
        #expect(notes.receipts.withLock { $0 } == [])
        #expect(app.context.windows.count == 0)
    }

    @Test func aWindowThatWasSignedOutMeanwhileDoesNotRun() async {
        let entry = VisitorEntry(ann)
        app.signOut("ann")
        let calls = Mutex<[String]>([])
        await app.context.withWindow(of: entry, closing: { calls.withLock { $0.append("close") } }) {
            calls.withLock { $0.append("run") }
        }
        #expect(calls.withLock { $0 } == ["close"])
    }

    @Test func aFirstPaintIsMadeForItsVisitor() async throws {
        let first = try await #require(app.scene(at: "/", for: ann)).paint()
        let second = try await #require(app.scene(at: "/", for: ben)).paint()
        #expect(first.body.contains(">ann<") && second.body.contains(">ben<"))
        #expect(first.version != second.version)
        #expect(Scene.isPage(ofVersion: first.version, for: ann) && !Scene.isPage(ofVersion: first.version, for: ben))
        #expect(!Scene.isPage(ofVersion: first.version, for: nil) && Scene.isPage(ofVersion: "", for: nil))
    }

    @Test func aFakeBrowserBelongsToAVisitor() async throws {
        let tab = try await FakeBrowser(app, as: ben)
        #expect(await tab.outlets["owner"] == "\"ben\"")
        try await tab.perform("put", fields: ["content": "x"])
        try await tab.reconnect()
        #expect(await tab.outlets["content"] == "\"x\"")
    }
}
