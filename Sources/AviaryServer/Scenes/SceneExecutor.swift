import Dispatch

/// Runs everything of one scene, one job at a time: the scene's own isolation, and the async functions of its app.
///
/// An app that is built without `NonisolatedNonsendingByDefault` has async methods that leave their caller's actor. The
/// compiler accepts them as actions all the same. As the preferred executor of the task, this one takes them back: they
/// run beside nothing else of their scene, whatever flags the app is built with.
final class SceneExecutor: SerialExecutor, TaskExecutor {
    private let queue = DispatchQueue(label: "aviary.scene", target: .global())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }
}

extension Scene {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Calls an async function of the app, which stays on this scene's executor wherever it suspends.
    func confined<T>(_ body: () async throws -> T) async rethrows -> T {
        try await withTaskExecutorPreference(executor) { try await body() }
    }
}
