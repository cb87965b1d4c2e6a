import Dispatch
import Synchronization

/// The executor of one scene. It runs one job at a time. Jobs come from the scene itself, and from the app's async
/// functions.
///
/// An app that is built without `NonisolatedNonsendingByDefault` has async methods that leave their caller's actor. The
/// compiler accepts them as actions nevertheless. Because this executor is also the task's preferred executor, they run
/// here. So nothing else of their scene runs at the same time, whatever flags the app is built with.
///
/// Each job runs on a thread with the priority of the job. A Dispatch queue has one priority for all its jobs, so
/// deferred jobs (`Door`) would occupy the threads that all other scenes need.
final class SceneExecutor: SerialExecutor, TaskExecutor {
    private struct State {
        /// Whether a job is running or about to run.
        var isBusy = false
        var waiting: [Job] = []

        /// - Returns: `true` if the job can run at once.
        mutating func add(_ job: Job) -> Bool {
            if isBusy { waiting.append(job) }
            defer { isBusy = true }
            return !isBusy
        }

        mutating func takeNext() -> Job? {
            isBusy = !waiting.isEmpty
            return isBusy ? waiting.removeFirst() : nil
        }
    }

    private struct Job {
        let body: UnownedJob
        let threads: DispatchQoS.QoSClass

        init(_ job: consuming ExecutorJob) {
            threads = SceneExecutor.threads(for: TaskPriority(job.priority) ?? .medium)
            body = UnownedJob(job)
        }
    }

    private let state = Mutex(State())

    /// The quality of service for a priority: `utility` for deferred work (`Door`), `default` for everything else.
    static func threads(for priority: TaskPriority) -> DispatchQoS.QoSClass {
        priority <= .utility ? .utility : .default
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = Job(job)
        if state.withLock({ $0.add(job) }) { start(job) }
    }

    private func start(_ job: Job) {
        DispatchQueue.global(qos: job.threads).async { [self] in run(from: job) }
    }

    /// Runs jobs one after the other. A job with another quality of service is started on another thread, and ends the
    /// loop.
    private func run(from first: Job) {
        var job = first
        repeat {
            job.body.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            guard let next = state.withLock({ $0.takeNext() }) else { return }
            job = next
        } while job.threads == first.threads
        start(job)
    }
}

/// A value that only its scene's executor touches, such as a closure of a controller with its captures.
///
/// Its conformance to `Sendable` is `@unchecked`. The compiler does not know that a task that prefers the scene's
/// executor runs nowhere else.
struct OnScene<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
