import AviaryTesting
import Testing

@testable import AviaryServer

struct LargeActionsTests {
    private let clock = ManualClock()

    private func weight(bytes: Int = 6_000) -> ActionWeight {
        ActionWeight(fields: ["text": String(repeating: "x", count: bytes)], selected: 0)
    }

    private func visitor(_ number: Int) -> Visitor {
        .address(PeerAddress("192.0.2.\(number)")!)
    }

    @Test func whatAPersonTypesIsNotLarge() {
        #expect(!ActionWeight(fields: ["name": String(repeating: "é", count: 200)], selected: 0).isLarge)
        #expect(!ActionWeight(fields: [:], selected: 1_000).isLarge)
        #expect(weight(bytes: 600).isLarge)
        #expect(ActionWeight(fields: [:], selected: 1_001).isLarge)
        #expect(!ActionWeight(rows: 1_000).isLarge && ActionWeight(rows: 1_001).isLarge)
    }

    @Test func onlySoManyAreLetInOfOneVisitorAndOfAll() {
        let actions = LargeActions(clock: clock)
        var admitted = (0..<100).compactMap { _ in actions.admit(weight(), of: visitor(1)) }
        #expect(admitted.count == 8)
        for number in 2...100 { admitted += (0..<2).compactMap { _ in actions.admit(weight(), of: visitor(number)) } }
        #expect(admitted.count == 32)
        #expect(actions.load.count == 32)
        #expect(actions.load.bytes < 32 * 7_000)
        admitted.removeFirst()
        #expect(actions.admit(weight(), of: visitor(1)) != nil, "one of its own is done")
        admitted = []
        #expect(actions.load == (0, 0))
    }

    @Test func whatTheyHoldIsBounded() {
        let actions = LargeActions(clock: clock)
        let millions = ActionWeight(fields: [:], selected: 5_000_000)
        let first = actions.admit(ActionWeight(fields: [:], selected: 100_000_000), of: visitor(1))
        #expect(first != nil, "who is alone has room")
        #expect(actions.admit(weight(), of: visitor(2)) == nil)
        withExtendedLifetime(first) {}
        let others = LargeActions(clock: clock)
        let admitted = (1...4).compactMap { others.admit(millions, of: visitor($0)) }
        #expect(admitted.count == 1)
        #expect(others.load.bytes <= 128 << 20)
    }

    @Test(.timeLimit(.minutes(1))) func oneIsPerformedAtATimeAndVisitorsTakeTurns() async {
        let actions = LargeActions(clock: clock)
        let record = Record()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            await actions.admit(weight(), of: visitor(9))?.perform {
                start.yield()
                for await _ in released { break }
            }
        }
        for await _ in started { break }
        var others: [Task<Void, Never>] = []
        for (count, number) in [1, 1, 1, 1, 2, 3].enumerated() {
            others.append(
                Task {
                    await actions.admit(weight(), of: visitor(number))?.perform {
                        await record.begin(number)
                        await Task.yield()
                        await record.end()
                    }
                })
            while actions.waiting <= count { await Task.yield() }
        }
        #expect(await record.order == [])
        release.yield()
        for task in others { await task.value }
        await first.value
        #expect(await record.order == [1, 2, 3, 1, 1, 1])
        #expect(await record.most == 1)
        #expect(actions.load == (0, 0))
        #expect(clock.sleepers == 0, "no deadline is left")
    }

    @Test(.timeLimit(.minutes(1))) func whoeverWaitsForTheBrowserLetsOthersGoOn() async {
        let actions = LargeActions(clock: clock)
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        let copying = Task {
            await actions.admit(weight(), of: visitor(1))?.perform {
                await LargeActions.outsideTurn {
                    ask.yield()
                    for await _ in answers { break }
                }
            }
        }
        for await _ in asked { break }
        await actions.admit(weight(), of: visitor(2))?.perform {}
        #expect(actions.load.count == 1)
        answer.yield()
        await copying.value
        #expect(actions.load == (0, 0))
    }

    @Test(.timeLimit(.minutes(1))) func aTurnThatTakesTooLongIsOver() async {
        let actions = LargeActions(clock: clock)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let stuck = Task {
            await actions.admit(weight(), of: visitor(1))?.perform {
                start.yield()
                for await _ in released { break }
            }
        }
        for await _ in started { break }
        let next = Task { await actions.admit(weight(), of: visitor(2))?.perform {} }
        while actions.waiting == 0 || clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .seconds(1))
        await next.value
        #expect(actions.load.count == 1, "it is still performed")
        release.yield()
        await stuck.value
        #expect(actions.load == (0, 0))
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
