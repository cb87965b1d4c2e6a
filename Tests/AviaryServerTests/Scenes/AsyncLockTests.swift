import Testing

@testable import AviaryServer

struct AsyncLockTests {
    /// An actor on its own executor, like a scene. Two kinds of tasks enter it: tasks that prefer the executor, and
    /// other tasks.
    private actor Place {
        nonisolated let executor = SceneExecutor()
        private let lock = AsyncLock()
        private(set) var passed = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func enter() async { await lock.lock() }
        func leave() { lock.unlock() }

        /// Lets somebody ask for the lock and somebody else unlock it, with nothing between the two.
        func comeAndLeave() -> [Task<Void, Never>] {
            let coming = Task {
                await self.enter()
                self.passed += 1
                self.leave()
            }
            let leaving = Task { self.leave() }
            return [coming, leaving]
        }
    }

    @Test(.timeLimit(.minutes(1))) func whoComesWhileAnotherLeavesPasses() async {
        let place = Place()
        for count in 1...100 {
            await place.enter()
            for task in await place.comeAndLeave() { await task.value }
            #expect(await place.passed == count)
        }
    }

    @Test(.timeLimit(.minutes(1))) func oneAtATimePassesWhateverTheyPrefer() async {
        let place = Place()
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 {
                let preference: SceneExecutor? = number.isMultiple(of: 2) ? place.executor : nil
                group.addTask(executorPreference: preference) {
                    await place.enter()
                    await counter.enter()
                    await Task.yield()
                    await counter.leave()
                    await place.leave()
                }
            }
        }
        #expect(await counter.most == 1)
        #expect(await counter.sum == 1_000)
    }

    private actor Counter {
        private var inside = 0
        private(set) var most = 0
        private(set) var sum = 0

        func enter() {
            inside += 1
            sum += 1
            most = max(most, inside)
        }

        func leave() { inside -= 1 }
    }
}
