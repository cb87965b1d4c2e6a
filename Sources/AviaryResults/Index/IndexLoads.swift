import Synchronization

/// The loads under way, so that many who ask for one request at once load it once.
final class IndexLoads: Sendable {
    private let loads = Mutex<[RequestPlan.Key: Task<RowsIndex, any Error>]>([:])

    func index(
        for key: RequestPlan.Key, load: @escaping @Sendable () async throws -> RowsIndex
    ) async throws -> RowsIndex {
        let task = loads.withLock { loads in
            if let task = loads[key] { return task }
            let task = Task {
                defer { self.loads.withLock { $0[key] = nil } }
                return try await load()
            }
            loads[key] = task
            return task
        }
        return try await task.value
    }
}
