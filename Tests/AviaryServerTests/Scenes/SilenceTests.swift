import AviaryTesting
import AviaryViews
import Logging
import Synchronization
import Testing

@testable import AviaryServer

/// A client has ten seconds to send its request. The time that the server takes does not count.
@Suite(.timeLimit(.minutes(1)))
struct SilenceTests {
    private let clock = ManualClock()
    private let closes = AsyncStream.makeStream(of: CloseCode.self)
    private let loads = AsyncStream.makeStream(of: Void.self)
    private let gates = AsyncStream.makeStream(of: Void.self)

    private func session(_ didEnter: @escaping @Sendable (Scene) async -> Void = { _ in }) -> TabSession {
        let (load, gate) = (loads.continuation, gates.stream)
        let app = LiveApp(
            name: "Slow", rooms: [Route("/", title: "Slow") { SlowRoom(load, gate) }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, describe: { error, _ in "\(error)" })
        let connection = TabConnection(send: { _ in }, close: { [closes] in closes.continuation.yield($0) })
        return TabSession(LiveApp(app, keeper: SceneKeeper(clock: clock)).context, on: connection, didEnter: didEnter)
    }

    @Test func aRoomThatOpensSlowlyIsWaitedFor() async {
        let (packets, line) = AsyncStream<String>.makeStream()
        let (entries, enter) = AsyncStream.makeStream(of: Void.self)
        let serving = Task { await session { _ in enter.yield() }.run(packets) }
        await clock.waitForSleepers(1)
        line.yield(#"[["hello","/",{},"tab",""]]"#)
        for await _ in loads.stream { break }
        clock.advance(by: .seconds(60))
        gates.continuation.yield()
        for await _ in entries { break }
        line.finish()
        await serving.value
        closes.continuation.finish()
        for await code in closes.stream { Issue.record("closed with \(code)") }
    }

    @Test(arguments: [nil, #"[["hello","/nowhere",{},"tab",""]]"#, "[]"])
    func aClientThatSaysNothingIsSentAway(packet: String?) async {
        let (packets, line) = AsyncStream<String>.makeStream()
        let serving = Task { await session().run(packets) }
        if let packet { line.yield(packet) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        for await code in closes.stream {
            #expect(code == .policyViolation)
            break
        }
        line.finish()
        await serving.value
    }
}

private final class SlowRoom: ViewController {
    static let storyboard = Storyboard("SlowRoom", Array("<p></p>".utf8))

    let page = Page()
    private let load: AsyncStream<Void>.Continuation
    private let gates: AsyncStream<Void>

    init(_ load: AsyncStream<Void>.Continuation, _ gates: AsyncStream<Void>) { (self.load, self.gates) = (load, gates) }

    func viewDidLoad() async {
        load.yield()
        for await _ in gates { break }
    }
}
