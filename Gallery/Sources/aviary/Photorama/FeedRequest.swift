/// A window's request for a page of a feed. It is cancelled when the person chooses another list or types other words.
final class FeedRequest<Answer: Sendable> {
    let feed: RemoteFeed
    private let work: @Sendable () async throws -> Answer
    private var task: Task<Answer, any Error>?
    private var isCancelled = false

    init(_ feed: RemoteFeed, _ work: @escaping @Sendable () async throws -> Answer) {
        (self.feed, self.work) = (feed, work)
    }

    /// Starts the request at the first call, and waits for its result.
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
