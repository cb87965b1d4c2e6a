import AviaryTesting
import Testing

@testable import AviaryServer

struct DoorTests {
    private let clock = ManualClock()

    private func admission(
        at door: Door, of number: Int, text bytes: Int = 6_000, selected: Int = 0
    ) -> Door.Admission? {
        door.admit(
            fields: ["text": String(repeating: "x", count: bytes)], selected: selected, of: visitor(number))
    }

    private func visitor(_ number: Int) -> Account {
        .address(PeerAddress("192.0.2.\(number)")!)
    }

    @Test func ordinaryWorkRunsAtOnceAndExpensiveWorkWithALowerPriority() async {
        let door = Door(clock: clock)
        let own = Task.currentPriority
        #expect(await door.run(.ordinary) { Task.currentPriority } == own)
        #expect(await door.run(Price(units: 201)) { Task.currentPriority } == .utility)
        #expect(Task.currentPriority == own)
    }

    @Test(.timeLimit(.minutes(1))) func deferredTurnsAreOneAtATimeAndVisitorsTakeTurns() async {
        let door = Door(clock: clock)
        let record = Record()
        let (started, start) = AsyncStream.makeStream(of: Int.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        var tasks = [
            Task { [self] in
                await door.run(.unknown) {
                    await door.turn(of: visitor(9)) {
                        start.yield(9)
                        for await _ in released { break }
                    }
                }
            }
        ]
        for await _ in started { break }
        for (count, number) in [1, 1, 1, 1, 2, 3].enumerated() {
            tasks.append(
                Task { [self] in
                    await door.run(.unknown) {
                        await door.turn(of: visitor(number)) {
                            await record.begin(number)
                            await Task.yield()
                            await record.end()
                        }
                    }
                })
            while door.waiting.turns <= count { await Task.yield() }
        }
        let atOnce = await door.turn(of: visitor(1)) { 7 }
        #expect(atOnce == 7, "a turn that is not deferred does not wait")
        #expect(await record.order == [])
        release.yield()
        for task in tasks { await task.value }
        #expect(await record.order == [1, 2, 3, 1, 1, 1])
        #expect(await record.most == 1)
    }

    @Test func ordinaryActionsAreNotCounted() {
        let door = Door(clock: clock)
        let ordinary = (1...100).compactMap { _ in admission(at: door, of: 1, text: 500, selected: 1_000) }
        #expect(ordinary.count == 100 && !ordinary.contains { $0.isLarge })
        #expect(door.load == (0, 0))
        #expect(admission(at: door, of: 2, text: 600)?.isLarge == true)
        let large = ordinary.filter { $0.willWrite(rows: 1_000) && !$0.isLarge && $0.willWrite(rows: 1_001) }
        #expect(large.count == 8 && ordinary.count { $0.isLarge } == 8)
        #expect(door.load == (8, 0))
    }

    @Test func onlySoManyAreLetInOfOneVisitorAndOfAll() {
        let door = Door(clock: clock)
        var admitted = (0..<100).compactMap { _ in admission(at: door, of: 1) }
        #expect(admitted.count == 8)
        for number in 2...100 { admitted += (0..<2).compactMap { _ in admission(at: door, of: number) } }
        #expect(admitted.count == 32)
        #expect(door.load.count == 32)
        #expect(door.load.bytes < 32 * 7_000)
        admitted.removeFirst()
        #expect(admission(at: door, of: 1) != nil, "one of its own is done")
        admitted = []
        #expect(door.load == (0, 0))
    }

    @Test func whatTheyHoldIsBounded() {
        let door = Door(clock: clock)
        let first = admission(at: door, of: 1, text: 0, selected: 100_000_000)
        #expect(first != nil, "who is alone has room")
        #expect(admission(at: door, of: 2) == nil)
        withExtendedLifetime(first) {}
        let others = Door(clock: clock)
        let admitted = (1...4).compactMap { admission(at: others, of: $0, text: 0, selected: 5_000_000) }
        #expect(admitted.count == 1)
        #expect(others.load.bytes <= 128 << 20)
    }

    @Test(.timeLimit(.minutes(1))) func oneIsPerformedAtATimeAndVisitorsTakeTurns() async {
        let door = Door(clock: clock)
        let record = Record()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            await admission(at: door, of: 9)?.perform {
                start.yield()
                for await _ in released { break }
            }
        }
        for await _ in started { break }
        var others: [Task<Void, Never>] = []
        for (count, number) in [1, 1, 1, 1, 2, 3].enumerated() {
            others.append(
                Task {
                    await admission(at: door, of: number)?.perform {
                        await record.begin(number)
                        await Task.yield()
                        await record.end()
                    }
                })
            while door.waiting.actions <= count { await Task.yield() }
        }
        #expect(await record.order == [])
        release.yield()
        for task in others { await task.value }
        await first.value
        #expect(await record.order == [1, 2, 3, 1, 1, 1])
        #expect(await record.most == 1)
        #expect(door.load == (0, 0))
        #expect(clock.sleepers == 0, "no deadline is left")
    }

    @Test(.timeLimit(.minutes(1))) func whoeverWaitsForTheBrowserLetsOthersGoOn() async {
        let door = Door(clock: clock)
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        let copying = Task {
            await admission(at: door, of: 1)?.perform {
                await Door.outsideTurn {
                    ask.yield()
                    for await _ in answers { break }
                }
            }
        }
        for await _ in asked { break }
        await admission(at: door, of: 2)?.perform {}
        #expect(door.load.count == 1)
        answer.yield()
        await copying.value
        #expect(door.load == (0, 0))
    }

    @Test(.timeLimit(.minutes(1))) func aTurnThatTakesTooLongIsOver() async {
        let door = Door(clock: clock)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let stuck = Task {
            await admission(at: door, of: 1)?.perform {
                start.yield()
                for await _ in released { break }
            }
        }
        for await _ in started { break }
        let next = Task { await admission(at: door, of: 2)?.perform {} }
        while door.waiting.actions == 0 || clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .seconds(1))
        await next.value
        #expect(door.load.count == 1, "it is still performed")
        release.yield()
        await stuck.value
        #expect(door.load == (0, 0))
    }

    @Test(.timeLimit(.minutes(1))) func aStoppedActionDoesNotWaitForItsTurn() async throws {
        let door = Door(clock: clock)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let running = Task {
            await admission(at: door, of: 1)?.perform {
                start.yield()
                for await _ in released { break }
            }
        }
        for await _ in started { break }
        let waiting = try #require(admission(at: door, of: 2))
        let stopped = Task { await waiting.perform {} }
        while door.waiting.actions == 0 { await Task.yield() }
        waiting.stop()
        await stopped.value
        release.yield()
        await running.value
        #expect(door.load.count == 1 && clock.sleepers == 0)
        // What is admitted counts until it is released.
        withExtendedLifetime(waiting) {}
    }

    @Test(.timeLimit(.minutes(1))) func aTaskThatOutlivesItsActionKeepsNoTurn() async {
        let door = Door(clock: clock)
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        let (tasks, begin) = AsyncStream.makeStream(of: Task<Void, Never>.self)
        await admission(at: door, of: 1)?.perform {
            begin.yield(Task { await Door.outsideTurn { for await _ in answers { break } } })
        }
        for await asking in tasks {
            answer.yield()
            await asking.value
            break
        }
        await admission(at: door, of: 2)?.perform {}
        #expect(door.load == (0, 0) && door.waiting.actions == 0)
    }

    private actor Record {
        private(set) var order: [Int] = []
        private(set) var most = 0
        private var now = 0

        func begin(_ number: Int) {
            order.append(number)
            now += 1
            most = max(most, now)
        }

        func end() { now -= 1 }
    }
}
