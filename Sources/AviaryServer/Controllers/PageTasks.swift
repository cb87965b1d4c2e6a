/// The tasks of one controller. They start when the scene has sent its first packet to a tab, and end with the
/// controller.
final class PageTasks {
    typealias Job = () async throws -> Void

    private var waiting: [Job] = []
    private var running: [Int: Task<Void, Never>] = [:]
    private var count = 0
    private weak var scene: (any PageHost)?
    /// Whether added tasks do not wait any more. They run at once after a tab has connected, and are dropped after the
    /// controller has ended.
    private var hasBegun = false

    /// Whether an added task runs, now or once a tab is connected.
    var takesMore: Bool { !hasBegun || scene != nil }

    func add(_ job: @escaping Job) {
        if hasBegun { run(job) } else { waiting.append(job) }
    }

    /// Runs the waiting tasks, and from now on each task when it is added.
    func begin(in scene: any PageHost) {
        guard !hasBegun else { return }
        hasBegun = true
        self.scene = scene
        for job in waiting { run(job) }
        waiting = []
    }

    /// Runs a task. A suspended task does not retain the scene, so the scene can end meanwhile. The end of the scene
    /// cancels the task.
    private func run(_ job: @escaping Job) {
        guard let scene else { return }
        count += 1
        let (number, body) = (count, OnScene((run: job, tasks: self)))
        running[number] = Task.detached(executorPreference: scene.executor) { [weak scene, asker = scene.asker] in
            do { try await Asker.$current.withValue(asker) { try await body.value.run() } } catch {
                await scene?.fail(error)
            }
            await scene?.turn(with: OnScene {})
            body.value.tasks.running[number] = nil
        }
    }

    /// Cancels all tasks. Tasks that are added later are dropped, because a waiting task would retain its controller
    /// forever.
    func end() {
        for task in running.values { task.cancel() }
        (waiting, running, scene, hasBegun) = ([], [:], nil, true)
    }
}
