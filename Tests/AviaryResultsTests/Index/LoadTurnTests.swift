import AviaryTesting
import Testing

@testable import AviaryResults

/// When rows are read that nobody waits for, by a clock that the test moves.
struct LoadTurnTests {
    private let clock = ManualClock()
    private let loads: IndexLoads
    private let read = AsyncStream.makeStream(of: String.self)

    init() { loads = IndexLoads(clock: clock) }

    private func begin(_ name: String) -> RowsIndex.Loading {
        loads.begin { [read] in read.continuation.yield(name) }
    }

    @Test(.timeLimit(.minutes(1))) func aScreenHasTimeToDrawBeforeTheRestIsReadOneListAfterTheOther() async {
        let first = begin("first")
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(100))
        let second = begin("second")
        await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(49))
        #expect(clock.sleepers == 2 && !first.turn.isDue && !second.turn.isDue)
        clock.advance(by: .milliseconds(1))
        var names = read.stream.makeAsyncIterator()
        await first.task.value
        #expect(await names.next() == "first")
        #expect(loads.isBusy && !second.turn.isDue, "the second one has its own time")
        clock.advance(by: .milliseconds(100))
        await second.task.value
        #expect(await names.next() == "second")
        #expect(!loads.isBusy)
    }

    @Test(.timeLimit(.minutes(1))) func whoeverWaitsForRowsHasThemReadAtOnce() async {
        let loading = begin("awaited")
        await clock.waitForSleepers(1)
        loading.turn.come()
        await loading.task.value
        #expect(clock.sleepers == 1 && !loading.turn.isDue)
        clock.advance(by: .milliseconds(150))
    }
}
