public import AviaryText
import Dispatch
import Foundation
import Synchronization

/// Performs work that grows with the size of an input, in turns and on separate threads.
///
///     let palette = try await HeavyWork.shared.perform { turn in
///         try lines.map { line in
///             try turn.check()
///             return try Color(line)
///         }
///     }
///
/// The threads of this class have a low priority, so that the server answers browsers meanwhile. Only a limited number
/// of turns run at a time, with a lower limit for each person. Turns rotate between people. Work that calls
/// `WorkTurn.check()` passes its turn on while others wait. It ends when it is cancelled, for instance because the
/// browser that has asked for a download has disconnected.
public final class HeavyWork: Sendable {
    /// The instance that the whole program shares.
    public static let shared = HeavyWork()

    private let turns: WorkTurns
    /// The turns for work that holds much memory, one at a time.
    private let rooms = WorkTurns(waiting: maximumWaiting)
    private let slice: Duration

    /// - Parameters:
    ///   - limit: The most simultaneous turns, at least two. One person may have one fewer, so that another person can
    ///     begin at once.
    ///   - slice: How long work continues while others wait.
    package init(
        limit: Int = min(8, ProcessInfo.processInfo.activeProcessorCount / 2), slice: Duration = .milliseconds(10)
    ) {
        let limit = max(2, limit)
        turns = WorkTurns(limit, ofAccount: limit - 1, waiting: maximumWaiting)
        self.slice = slice
    }

    /// The number of waiters for a turn, and for the turn of work that holds much memory; for tests.
    package var waiting: (turns: Int, rooms: Int) { (turns.waiting, rooms.waiting) }

    /// A name for the visitor of the current task, for other queues in which visitors take turns. All browser windows
    /// of an address have the same name. If the address does not distinguish visitors, each tab or request has its own
    /// name. The name is `nil` for the server's own work.
    public static var client: String? {
        switch Asker.current?.account {
        case .address(let address): address.description
        case .alone(let asker): "\(asker)"
        case nil: nil
        }
    }

    /// Performs work when its turn comes.
    ///
    /// - Parameters:
    ///   - endsWithPage: Whether work for a browser tab becomes useless when the tab has lost its connection. Work for
    ///     a download always ends with the connection of its request.
    ///   - work: Called on a thread that may block. Call `WorkTurn.check()` in its loops, every few milliseconds.
    /// - Throws: The error of `work`; `CancellationError` when the task is cancelled, or when the work ends because the
    ///   browser has disconnected; `HeavyWorkError.tooMuch` when too much work of one person waits.
    public func perform<Value: Sendable>(
        endsWithPage: Bool = false, _ work: @escaping @Sendable (WorkTurn) throws -> Value
    ) async throws -> Value {
        let claim = WorkTurns.Claim(on: turns, for: Asker.current?.account)
        let turn = WorkTurn(claim, slice: slice)
        return try await ending(claim, endsWithPage) {
            try await withCheckedThrowingContinuation { continuation in
                claim.ask {
                    runOnThread {
                        turn.begin()
                        let result = Result<Value, any Error> {
                            if claim.isCancelled { throw CancellationError() }
                            return try work(turn)
                        }
                        claim.end()
                        continuation.resume(with: result)
                    }
                } fail: {
                    continuation.resume(throwing: $0)
                }
            }
        }
    }

    /// Performs work that holds much memory, for instance from reading a large file until it is stored. Only one such
    /// work runs at a time.
    ///
    /// - Parameters:
    ///   - bytes: The size of the file. A small file does not wait.
    ///   - endsWithPage: Whether a browser tab that has lost its connection stops waiting.
    ///   - body: The work, from reading the file until its contents are stored.
    /// - Throws: The error of `body`, and the errors of `perform(endsWithPage:_:)`.
    public func withRoom<Value>(
        forBytes bytes: Int, endsWithPage: Bool = false, _ body: () async throws -> Value
    ) async throws -> Value {
        bytes > smallSize ? try await inTurn(rooms, endsWithPage, body) : try await body()
    }

    /// Takes a turn for work that has its own threads, such as a large read from a store.
    ///
    /// - Throws: The error of `body`, and the errors of `perform(endsWithPage:_:)`.
    public func withTurn<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await inTurn(turns, false, body)
    }

    private func inTurn<Value>(
        _ turns: WorkTurns, _ endsWithPage: Bool, _ body: () async throws -> Value
    ) async throws -> Value {
        let claim = WorkTurns.Claim(on: turns, for: Asker.current?.account)
        try await ending(claim, endsWithPage) { try await claim.begin() }
        defer { claim.end() }
        return try await body()
    }

    /// Cancels a claim when the task is cancelled or the asker has disconnected.
    private func ending<Value: Sendable>(
        _ claim: WorkTurns.Claim, _ endsWithPage: Bool, _ body: () async throws -> Value
    ) async throws -> Value {
        let asker = Asker.current
        let departure = asker.flatMap { $0.isRequest || endsWithPage ? $0.whenGone { claim.cancel() } : nil }
        defer { if let departure { asker?.forget(departure) } }
        return try await withTaskCancellationHandler(operation: body) { claim.cancel() }
    }
}

/// The turn of some work. The work calls it to let others take turns, and to learn that it is cancelled.
public struct WorkTurn: Sendable {
    private final class Slice: Sendable {
        let end = Mutex(ContinuousClock.now)
    }

    private let claim: WorkTurns.Claim
    private let length: Duration
    private let slice = Slice()

    fileprivate init(_ claim: WorkTurns.Claim, slice: Duration) { (self.claim, length) = (claim, slice) }

    fileprivate func begin() { slice.end.withLock { $0 = .now + length } }

    /// If others wait and the turn has lasted long enough, passes the turn on and waits for the next one.
    ///
    /// - Throws: `CancellationError` when the work is cancelled, for instance because the browser has disconnected.
    /// - Complexity: Less than a microsecond while nobody waits.
    public func check() throws { if !goesOn() { throw CancellationError() } }

    /// Does the same as `check()`, for loops that cannot throw.
    ///
    /// - Returns: `true` if the work is still wanted.
    public func goesOn() -> Bool {
        if claim.isCancelled { return false }
        if slice.end.withLock({ $0 > .now }) { return true }
        let signal = DispatchSemaphore(value: 0)
        if claim.handOn({ signal.signal() }) { signal.wait() }
        begin()
        return !claim.isCancelled
    }
}

/// The reason why work was not done. `description` is a sentence for a person.
public enum HeavyWorkError: SpokenError, Hashable, CustomStringConvertible {
    /// Too much work of one person waits.
    case tooMuch

    public func sentence(in words: Words) -> String { words.page.tooMuchWork }

    /// The sentence in English.
    public var description: String { sentence(in: .english) }
}

/// Runs `body` on a new thread. A thread costs 30 µs, and its stack memory is released with it.
private func runOnThread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
        #if os(Linux)
            // On Linux this sets the priority of the thread alone.
            _ = nice(5)
        #endif
        body()
    }
    #if !os(Linux)
        thread.qualityOfService = .utility
    #endif
    thread.name = "aviary.work"
    thread.start()
}

/// The most work of one visitor that waits.
private let maximumWaiting = 256
/// The largest file that does not wait, in bytes. Each connection may hold this much memory without a turn.
private let smallSize = 1 << 20
