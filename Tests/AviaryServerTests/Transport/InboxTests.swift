import NIOCore
import Synchronization
import Testing

@testable import AviaryServer

struct InboxTests {
    /// Counts how often the peer was read on.
    private let reads = Reads()
    private let inbox: Inbox

    init() { inbox = Inbox { [reads] in reads.count.withLock { $0 += 1 } } }

    private func add(_ texts: some Sequence<String>) { for text in texts { _ = inbox.add(ByteBuffer(string: text)) } }

    private func next() async -> String? { await inbox.next().map { String(buffer: $0) } }

    @Test func messagesComeInTheirOrder() async {
        add((0..<1_000).map { "\($0)" })
        for number in 0..<1_000 { #expect(await next() == "\(number)") }
        let reader = Task { await next() }
        add(["last"])
        #expect(await reader.value == "last")
    }

    @Test func theEndComesBehindWhatWaitsAndNothingBehindTheEnd() async {
        add(["a", "b"])
        inbox.finish()
        add(["c"])
        #expect(await next() == "a")
        #expect(await next() == "b")
        #expect(await next() == nil)
        #expect(await next() == nil)
    }

    @Test func theEndEndsAWait() async {
        let reader = Task { await next() }
        inbox.finish()
        #expect(await reader.value == nil)
    }

    @Test func aCancelledReaderLosesNothing() async {
        let reader = Task { await next() }
        reader.cancel()
        #expect(await reader.value == nil)
        add(["a"])
        #expect(await next() == "a")
    }

    @Test func aReaderThatLagsHoldsThePeerBackUntilItHasTakenAll() async {
        add((0..<9).map { "\($0)" })
        #expect(inbox.takesMore())
        add(["9", "10"])
        #expect(!inbox.takesMore())
        for _ in 0..<10 { _ = await next() }
        #expect(reads.count.withLock { $0 } == 0, "one waits still")
        #expect(await next() == "10")
        #expect(reads.count.withLock { $0 } == 1)
        #expect(inbox.takesMore())
        add(["11"])
        #expect(await next() == "11")
        #expect(reads.count.withLock { $0 } == 1, "nobody was held back")
    }

    @Test func thereIsRoomForABurstAndNotForMore() async {
        let message = ByteBuffer(string: "a")
        for _ in 0..<1_024 { #expect(inbox.add(message)) }
        #expect(!inbox.add(message))
        _ = await inbox.next()
        #expect(inbox.add(message) && !inbox.add(message))
        inbox.finish()
        #expect(inbox.add(message), "nothing is missed behind the end")
        var count = 0
        while await inbox.next() != nil { count += 1 }
        #expect(count == 1_024)
    }

    private final class Reads: Sendable {
        let count = Mutex(0)
    }
}
