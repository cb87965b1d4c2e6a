import AviaryResults
import Dispatch
import Synchronization

/// The connections of a writer. There are several, so that many writes are under way at once. Each connection uses
/// a separate thread while it works, because libpq blocks.
final class WriterConnections: Sendable {
    /// One connection, used by one write at a time. It is made at the first use, and again after it was lost.
    private final class Lane: @unchecked Sendable {
        let queue = DispatchQueue(label: "aviary.postgres.writer")
        /// Used on the queue only.
        var connection: PostgresConnection?
    }

    private struct State {
        var idle: [Lane] = []
        var waiting: [CheckedContinuation<Lane, Never>] = []
        /// The error of the last failed connection, and its time.
        var failure: (error: PostgresError, moment: ContinuousClock.Instant)?
    }

    private let url: String
    private let options: PostgresConnection.Options
    private let state: Mutex<State>

    init(_ url: String, count: Int, options: PostgresConnection.Options) {
        self.url = url
        self.options = options
        state = Mutex(State(idle: (0..<max(1, count)).map { _ in Lane() }))
    }

    /// Runs `body` with a connection, when one is free. A connection is closed when `body` throws `Upload.Lost`.
    ///
    /// - Throws: The errors of `body`, and `Upload.Lost` when no connection can be made.
    func run<T: Sendable>(_ body: @escaping @Sendable (PostgresConnection) throws -> T) async throws -> T {
        let lane = await take()
        defer { give(lane) }
        return try await withCheckedThrowingContinuation { continuation in
            lane.queue.async { [self] in continuation.resume(with: Result { try run(body, on: lane) }) }
        }
    }

    /// Runs an idempotent operation, and repeats it after the connection was lost.
    ///
    /// - Throws: `UpstreamError.unreachable` when connections are still lost after `timeout`, and the errors of
    ///   `body`.
    func run<T: Sendable>(
        timeout: Duration, _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        let start = ContinuousClock.now
        while true {
            do { return try await run(body) } catch let lost as Upload.Lost {
                guard start.duration(to: .now) < timeout else {
                    throw UpstreamError.unreachable(reason: lost.error.reason)
                }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func run<T>(_ body: (PostgresConnection) throws -> T, on lane: Lane) throws -> T {
        let connection = try lane.connection ?? connect()
        lane.connection = connection
        do { return try body(connection) } catch let lost as Upload.Lost {
            lane.connection = nil
            throw lost
        }
    }

    /// Makes a connection. For half a second after a failed attempt, further writes fail with the same error at
    /// once.
    private func connect() throws -> PostgresConnection {
        if let failure = state.withLock({ $0.failure }), failure.moment.duration(to: .now) < .milliseconds(500) {
            throw Upload.Lost(error: failure.error, mayBeCommitted: false)
        }
        do {
            let connection = try PostgresConnection(url, options: options)
            state.withLock { $0.failure = nil }
            return connection
        } catch let error as PostgresError {
            state.withLock { $0.failure = (error, .now) }
            throw Upload.Lost(error: error, mayBeCommitted: false)
        }
    }

    private func take() async -> Lane {
        await withCheckedContinuation { continuation in
            let lane = state.withLock { state -> Lane? in
                if let lane = state.idle.popLast() { return lane }
                state.waiting.append(continuation)
                return nil
            }
            if let lane { continuation.resume(returning: lane) }
        }
    }

    private func give(_ lane: Lane) {
        let next = state.withLock { state -> CheckedContinuation<Lane, Never>? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.idle.append(lane)
            return nil
        }
        next?.resume(returning: lane)
    }
}
