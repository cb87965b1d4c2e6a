import AviaryResults
import AviaryTesting
import GRDB
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
    private func lookout(_ found: [Bool] = [], every interval: Duration = .milliseconds(50)) -> CommitLookout {
        let found = Mutex(found)
        return CommitLookout(every: { _ in interval }, clock: clock) { [clock, looks] in
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

    /// A disk may take long. The looks after a write reach to about the next regular one, which comes each two seconds.
    @Test func aWriteThatIsNeverReadIsGivenUp() async {
        let lookout = lookout(every: .seconds(10))
        lookout.noteWrite(0)
        #expect(await nextLooks(1) == [.zero])
        for pause in CommitLookout.retries {
            await clock.waitForSleepers(2)
            clock.advance(by: pause)
            #expect(await nextLooks(1).count == 1)
        }
        let last = CommitLookout.retries.reduce(.zero, +)
        #expect(last > .seconds(2) && last < .seconds(2.1))
        clock.advance(by: .seconds(10) - last)
        #expect(await nextLooks(1) == [.seconds(10)])
        lookout.stop()
    }

    /// Where the system tells of writes, a store looks each two seconds by itself.
    @Test func aStoreThatIsToldOfWritesSeldomLooks() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let store = try LiveStore(
            test.database, reopening: nil, options: LiveStore.Options(), logger: Logger(label: "test"), clock: clock)
        defer { store.close() }
        let looks = Mutex(0)
        await clock.waitForSleepers(1)
        try await test.database.writeWithoutTransaction { db in
            db.trace { event in if "\(event)".contains("data_version") { looks.withLock { $0 += 1 } } }
        }
        clock.advance(by: .milliseconds(50))
        while looks.withLock(\.self) == 0 { await Task.yield() }
        for round in 2...3 {
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(1_999))
            try await test.database.writeWithoutTransaction { _ in }
            #expect(looks.withLock(\.self) == round - 1)
            clock.advance(by: .milliseconds(1))
            while looks.withLock(\.self) < round { await Task.yield() }
        }
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

    /// One signal stands for both writes, when both processes write at the same time.
    @Test func afterAWriteOfItsOwnAnotherThatCannotBeReadYetIsLookedForAgain() async {
        let lookout = lookout([false, false, true])
        await clock.waitForSleepers(1)
        lookout.noteWrite(1)
        for pause in [5, 5, 20] {
            await clock.waitForSleepers(2)
            clock.advance(by: .milliseconds(pause))
        }
        #expect(await nextLooks(3) == [.milliseconds(5), .milliseconds(10), .milliseconds(30)])
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
