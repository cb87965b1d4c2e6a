import Dispatch
import Synchronization
import Testing

@testable import AviaryServer

@Suite(.timeLimit(.minutes(1)))
struct HeavyWorkTests {
    private let one = Asker(address: PeerAddress("192.0.2.1"))
    private let another = Asker(address: PeerAddress("192.0.2.2"))

    private func work<Value: Sendable>(
        _ door: HeavyWork, for asker: Asker?, endsWithPage: Bool = false,
        _ body: @escaping @Sendable (WorkTurn) throws -> Value
    ) -> Task<Value, any Error> {
        Task { try await Asker.$current.withValue(asker) { try await door.perform(endsWithPage: endsWithPage, body) } }
    }

    private func wait(until condition: () -> Bool) async { while !condition() { await Task.yield() } }

    @Test func manySlowJobsOfOnePersonLeaveATurnForAnother() async throws {
        let door = HeavyWork(limit: 2)
        let end = DispatchSemaphore(value: 0)
        let running = Atomic(0)
        let most = Atomic(0)
        let slow = (1...6).map { _ in
            work(door, for: one) { _ in
                most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                end.wait()
                running.subtract(1, ordering: .relaxed)
            }
        }
        await wait { door.waiting.turns == 5 }
        #expect(try await work(door, for: another) { _ in 7 }.value == 7)
        for _ in slow { end.signal() }
        for job in slow { try await job.value }
        #expect(most.load(ordering: .relaxed) == 1)
    }

    @Test func longWorkLetsOthersInBetween() async throws {
        let door = HeavyWork(limit: 2, slice: .zero)
        let isOver = Atomic(false)
        let long = [one, another].map { asker in
            work(door, for: asker) { turn in while !isOver.load(ordering: .relaxed) { try turn.check() } }
        }
        // Both running jobs are endless, and they hold both turns.
        for number in 3...8 {
            let asker = Asker(address: PeerAddress("192.0.2.\(number)"))
            #expect(try await work(door, for: asker) { _ in number }.value == number)
        }
        #expect(try await work(door, for: nil) { _ in 9 }.value == 9)
        isOver.store(true, ordering: .relaxed)
        for job in long { try await job.value }
        #expect(door.waiting.turns == 0)
    }

    @Test func workEndsWhenTheOneWhoAskedHasGone() async throws {
        let door = HeavyWork(limit: 2)
        let request = Asker(isRequest: true)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let download = work(door, for: request) { turn in
            begin.yield()
            while true { try turn.check() }
        }
        for await _ in begun { break }
        let waiting = work(door, for: request) { _ in Issue.record("nobody waits for it") }
        await wait { door.waiting.turns == 1 }
        request.leave()
        await #expect(throws: CancellationError.self) { try await download.value }
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let late = work(door, for: request) { _ in Issue.record("nobody waits for it") }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func workForAWindowEndsWithItOnlyIfThatWasSaid() async throws {
        let door = HeavyWork(limit: 2)
        let end = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let lasting = work(door, for: one) { turn in
            begin.yield()
            end.wait()
            return turn.goesOn()
        }
        for await _ in begun { break }
        one.leave()
        end.signal()
        #expect(try await lasting.value)
        let ending = work(door, for: one, endsWithPage: true) { _ in Issue.record("the window has gone") }
        await #expect(throws: CancellationError.self) { try await ending.value }
        one.arrive(from: PeerAddress("192.0.2.1"))
        #expect(try await work(door, for: one, endsWithPage: true) { _ in true }.value)
    }

    @Test func aCancelledTaskEndsItsWork() async throws {
        let door = HeavyWork(limit: 2, slice: .zero)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let jobs = (1...3).map { _ in
            work(door, for: one) { turn in
                begin.yield()
                while true { try turn.check() }
            }
        }
        for await _ in begun { break }
        for job in jobs { job.cancel() }
        for job in jobs { await #expect(throws: CancellationError.self) { try await job.value } }
        #expect(try await work(door, for: one) { _ in 1 }.value == 1)
    }

    @Test func onlySoMuchOfOnePersonWaits() async throws {
        let door = HeavyWork(limit: 2)
        let end = DispatchSemaphore(value: 0)
        let jobs = (1...300).map { _ in work(door, for: one) { _ in end.wait() } }
        let (refusals, refuse) = AsyncStream.makeStream(of: Void.self)
        for job in jobs {
            Task { if case .failure(HeavyWorkError.tooMuch) = await job.result { refuse.yield() } }
        }
        // One runs, and 256 wait.
        var refused = 0
        for await _ in refusals {
            refused += 1
            if refused == 300 - 257 { break }
        }
        #expect(door.waiting.turns == 256)
        for _ in jobs { end.signal() }
        #expect(try await work(door, for: another) { _ in 1 }.value == 1)
        for job in jobs { _ = await job.result }
    }

    @Test func largeFilesAreHeldOneAtATime() async throws {
        let door = HeavyWork(limit: 4)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await door.withRoom(forBytes: 64 << 20) {
                begin.yield()
                for await _ in ends { break }
            }
        }
        for await _ in begun { break }
        let second = Task { try await door.withRoom(forBytes: 64 << 20) { 2 } }
        let third = Task { [one] in
            try await Asker.$current.withValue(one) {
                try await door.withRoom(forBytes: 64 << 20, endsWithPage: true) { Issue.record("it has gone") }
            }
        }
        await wait { door.waiting.rooms == 2 }
        #expect(try await door.withRoom(forBytes: 1_000) { 4 } == 4, "a small one does not wait")
        one.leave()
        await #expect(throws: CancellationError.self) { try await third.value }
        end.yield()
        try await first.value
        #expect(try await second.value == 2)
        #expect(door.waiting.rooms == 0)
    }
}
