/// Which jobs of a process run, and which wait for their turn. Decides only, and runs nothing.
struct JobTurns {
    /// How many jobs run at a time.
    let limit: Int
    private(set) var waiting: [Job.ID] = []
    private(set) var running: Set<Job.ID> = []

    init(limit: Int) { self.limit = max(1, limit) }

    mutating func add(_ id: Job.ID) { if !waiting.contains(id) { waiting.append(id) } }

    /// Begins the next job.
    ///
    /// - Returns: `nil` if none waits, or if as many as allowed run. A job that is tried again waits until its former
    ///   turn has ended.
    mutating func begin() -> Job.ID? {
        guard running.count < limit, let index = waiting.firstIndex(where: { !running.contains($0) }) else {
            return nil
        }
        let id = waiting.remove(at: index)
        running.insert(id)
        return id
    }

    /// Takes a job out of the queue.
    ///
    /// - Returns: `false` if it does not wait.
    mutating func remove(_ id: Job.ID) -> Bool {
        guard let index = waiting.firstIndex(of: id) else { return false }
        waiting.remove(at: index)
        return true
    }

    mutating func end(_ id: Job.ID) { running.remove(id) }
}
