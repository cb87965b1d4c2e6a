/// The tasks of one controller: they begin when its scene has shown itself to a tab, and end with the controller.
final class PageTasks {
    typealias Job = () async throws -> Void

    private var waiting: [Job] = []
    private var running: [Int: Task<Void, Never>] = [:]
    private var count = 0
    private weak var scene: Scene?
    /// Whether no task waits any longer: there is a tab, or the scene has gone.
    private var hasBegun = false

    /// How many have not ended yet.
    var population: Int { waiting.count + running.count }

    /// Whether what is added is run, now or when there is a tab.
    var takesMore: Bool { !hasBegun || scene != nil }

    func add(_ job: @escaping Job) {
        if hasBegun { run(job) } else { waiting.append(job) }
    }

    /// Runs what has waited, and from now on what is added.
    func begin(in scene: Scene) {
        guard !hasBegun else { return }
        hasBegun = true
        self.scene = scene
        for job in waiting { run(job) }
        waiting = []
    }

    /// A task does not hold the scene while it waits, so that the end of the scene is the end of its tasks.
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

    /// Cancels all of them. What is added later is let go at once: a task that waits would hold its controller for good.
    func end() {
        for task in running.values { task.cancel() }
        (waiting, running, scene, hasBegun) = ([], [:], nil, true)
    }
}
