import Dispatch
import Testing

@testable import AviaryServer

struct SceneExecutorTests {
    private actor Place {
        nonisolated let executor = SceneExecutor()
        private var isInside = false
        private(set) var visits = 0
        private(set) var collisions = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func visit() {
            if isInside { collisions += 1 }
            isInside = true
            visits += 1
            for _ in 0..<100 { withExtendedLifetime(executor) {} }
            isInside = false
        }
    }

    /// Deferred jobs, and all others.
    @Test(.timeLimit(.minutes(1))) func jobsOfBothPrioritiesRunOneAtATime() async {
        let (place, door) = (Place(), Door())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                let preference: SceneExecutor? = number.isMultiple(of: 3) ? place.executor : nil
                group.addTask(executorPreference: preference) {
                    for _ in 0..<25 {
                        if number.isMultiple(of: 2) {
                            await place.visit()
                        } else {
                            await door.run(.unknown) { await place.visit() }
                        }
                    }
                }
            }
        }
        #expect(await place.visits == 10_000)
        #expect(await place.collisions == 0)
    }

    @Test(
        arguments: [
            (.high, .default), (.medium, .default), (.utility, .utility), (.background, .utility),
        ] as [(TaskPriority, DispatchQoS.QoSClass)])
    func deferredWorkHasThreadsOfItsOwn(priority: TaskPriority, threads: DispatchQoS.QoSClass) {
        #expect(SceneExecutor.threads(for: priority) == threads)
    }
}
