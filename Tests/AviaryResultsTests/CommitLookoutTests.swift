import AviaryResults
import AviaryTesting
import Logging
import Synchronization
import Testing

/// When other processes' commits are looked for, by a clock that the test moves.
struct CommitLookoutTests {
    private let clock: ManualClock
    private let start: ManualClock.Instant
    private let looks = AsyncStream.makeStream(of: ManualClock.Instant.self)
    private let ready = AsyncStream.makeStream(of: Void.self)

    init() {
        clock = ManualClock()
        start = clock.now
    }

    /// - Parameter found: What each look finds; nothing when it runs out.
    private func lookout(_ found: [Bool] = []) -> CommitLookout {
        let found = Mutex(found)
        return CommitLookout(every: .milliseconds(50), clock: clock) { [clock, looks] in
            looks.continuation.yield(clock.now)
            return found.withLock { $0.isEmpty ? false : $0.removeFirst() }
        } onReady: { [ready] in
            ready.continuation.yield()
        }
    }

    /// The times of the next looks, since the beginning.
    private func nextLooks(_ count: Int) async -> [Duration] {
        var times: [Duration] = []
        for await time in looks.stream {
            times.append(start.duration(to: time))
            if times.count == count { break }
        }
        return times
    }

    @Test func itLooksAtRegularTimes() async {
        let lookout = lookout()
        for round in 1...3 {
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(50))
            #expect(await nextLooks(1) == [.milliseconds(50 * round)])
        }
        lookout.stop()
    }

    @Test func aWriteIsLookedForAtOnce() async {
        let lookout = lookout([true])
        await clock.waitForSleepers(1)
        lookout.noteWrite(0)
        #expect(await nextLooks(1) == [.zero])
        for await _ in ready.stream { break }
        // Nothing but the regular look is waited for.
        #expect(clock.sleepers == 1)
        lookout.stop()
    }

    /// What is written to the file can be read some moments later.
    @Test func aWriteThatCannotBeReadYetIsLookedForAgain() async {
        let lookout = lookout([false, false, false, true])
        lookout.noteWrite(0)
        #expect(await nextLooks(1) == [.zero])
        for microseconds in [200, 300, 500] {
            await clock.waitForSleepers(2)
            clock.advance(by: .microseconds(microseconds))
        }
        #expect(await nextLooks(3) == [.microseconds(200), .microseconds(500), .milliseconds(1)])
        for await _ in ready.stream { break }
        lookout.stop()
    }

    @Test func aWriteThatIsNeverReadIsGivenUp() async {
        let lookout = lookout()
        lookout.noteWrite(0)
        #expect(await nextLooks(1) == [.zero])
        for microseconds in [200, 300] + Array(repeating: 500, count: 15) + [2_000, 4_000, 8_000, 8_000, 8_000, 8_000] {
            await clock.waitForSleepers(2)
            clock.advance(by: .microseconds(microseconds))
            #expect(await nextLooks(1).count == 1)
        }
        clock.advance(by: .milliseconds(4))
        #expect(await nextLooks(1) == [.milliseconds(50)])
        lookout.stop()
    }

    /// The signal tells of this process's own writes, too. It is not held up by each.
    @Test func aProcessThatWritesLooksNowAndThen() async {
        let lookout = lookout([true, true])
        await clock.waitForSleepers(1)
        for commits in [1, 2] {
            lookout.noteWrite(commits)
            await clock.waitForSleepers(2)
            clock.advance(by: .milliseconds(5))
            #expect(await nextLooks(1) == [.milliseconds(5 * commits)])
        }
        lookout.stop()
    }

    @Test func nobodyLooksAfterTheEnd() async {
        let lookout = lookout()
        await clock.waitForSleepers(1)
        lookout.stop()
        lookout.noteWrite(0)
        clock.advance(by: .seconds(1))
        looks.continuation.finish()
        #expect(await nextLooks(1) == [])
        #expect(clock.sleepers == 0)
    }

    /// A store looks by the clock that it was given.
    @Test func aStoreLooksByItsClock() async throws {
        let test = try TestStore()
        defer { test.remove() }
        var options = LiveStore.Options()
        options.pollInterval = .seconds(7)
        let store = try LiveStore(
            test.database, reopening: nil, options: options, logger: Logger(label: "test"), clock: clock)
        await clock.waitForSleepers(1)
        store.close()
        #expect(clock.sleepers == 0)
    }
}
