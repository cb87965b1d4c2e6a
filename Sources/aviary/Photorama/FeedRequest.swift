/// A part of a list that a window has asked the service for. Another choice, or other words, cancel it.
final class FeedRequest<Answer: Sendable> {
    let feed: RemoteFeed
    private let work: @Sendable () async throws -> Answer
    private var task: Task<Answer, any Error>?
    private var isCancelled = false

    init(_ feed: RemoteFeed, _ work: @escaping @Sendable () async throws -> Answer) {
        (self.feed, self.work) = (feed, work)
    }

    /// Asks, once, and waits.
    func result() async -> Result<Answer, any Error> {
        if isCancelled { return .failure(CancellationError()) }
        let task = task ?? Task { [work] in try await work() }
        self.task = task
        return await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
    }

    func cancel() {
        isCancelled = true
        task?.cancel()
    }
}
