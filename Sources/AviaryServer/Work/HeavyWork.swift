import Dispatch
import Foundation
import Synchronization

/// Performs work that grows with the size of an input, in turns and on threads of its own.
///
///     let palette = try await HeavyWork.shared.perform { turn in
///         try lines.map { line in
///             try turn.check()
///             return try Color(line)
///         }
///     }
///
/// Its threads have a low priority, so that windows and pages are served meanwhile. Only so much runs at a time, and less
/// for each person. People have their turns in rotation. Work that calls
/// `WorkTurn.check()` hands its turn on when others wait, and ends when the browser that asked for it has gone.
public final class HeavyWork: Sendable {
    /// The door of the program.
    public static let shared = HeavyWork()

    private let turns: WorkTurns
    /// For those who hold much memory: one at a time.
    private let rooms = WorkTurns(1, ofVisitor: 1)
    private let slice: Duration

    /// - Parameters:
    ///   - limit: How many run at a time, at least two. One person has one fewer, so that another's begins at once.
    ///   - slice: How long work goes on while others wait.
    package init(
        limit: Int = min(8, ProcessInfo.processInfo.activeProcessorCount / 2), slice: Duration = .milliseconds(10)
    ) {
        let limit = max(2, limit)
        turns = WorkTurns(limit, ofVisitor: limit - 1)
        self.slice = slice
    }

    /// How much waits for its turn, and how many for room. For tests.
    package var waiting: (turns: Int, rooms: Int) { (turns.waiting, rooms.waiting) }

    /// Names the one for whom the current task works, for turns elsewhere: the same for all windows of an address. `nil`
    /// for work of the server's own.
    public static var client: String? {
        switch Asker.current?.visitor {
        case .address(let address): address.description
        case .alone(let asker): "\(asker)"
        case nil: nil
        }
    }

    /// Performs work when its turn comes.
    ///
    /// - Parameters:
    ///   - endsWithPage: Whether work for a window is of no use once the window has lost its connection. Work for a
    ///     download always ends with the connection of the one who asked.
    ///   - work: Called on a thread that may block. Call `WorkTurn.check()` in its loops, every few milliseconds.
    /// - Throws: What `work` throws; `CancellationError` when the task is cancelled or the one who asked has gone;
    ///   `HeavyWorkError.tooMuch` when too much of one person waits.
    public func perform<Value: Sendable>(
        endsWithPage: Bool = false, _ work: @escaping @Sendable (WorkTurn) throws -> Value
    ) async throws -> Value {
        let claim = WorkTurns.Claim(on: turns, for: Asker.current?.visitor)
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

    /// Does what holds much memory while nobody else does such: what is read of a large file, until it is saved.
    ///
    /// - Parameters:
    ///   - bytes: How large the file is. A small one does not wait.
    ///   - endsWithPage: Whether a window that has lost its connection stops waiting.
    ///   - body: The work, from reading the file until what it says is saved.
    /// - Throws: What `body` throws, and what `perform(endsWithPage:_:)` throws.
    public func withRoom<Value>(
        forBytes bytes: Int, endsWithPage: Bool = false, _ body: () async throws -> Value
    ) async throws -> Value {
        bytes > smallSize ? try await holding(rooms, endsWithPage, body) : try await body()
    }

    /// Waits with one of the turns, for a large reading of a store for one: it has threads of its own.
    ///
    /// - Throws: What `body` throws, and what `perform(endsWithPage:_:)` throws.
    public func withTurn<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await holding(turns, false, body)
    }

    private func holding<Value>(
        _ turns: WorkTurns, _ endsWithPage: Bool, _ body: () async throws -> Value
    ) async throws -> Value {
        let claim = WorkTurns.Claim(on: turns, for: Asker.current?.visitor)
        try await ending(claim, endsWithPage) {
            try await withCheckedThrowingContinuation { continuation in
                claim.ask {
                    continuation.resume()
                } fail: {
                    continuation.resume(throwing: $0)
                }
            }
        }
        defer { claim.end() }
        return try await body()
    }

    /// Cancels a claim when the task is cancelled, or the one who asks has gone.
    private func ending<Value: Sendable>(
        _ claim: WorkTurns.Claim, _ endsWithPage: Bool, _ body: () async throws -> Value
    ) async throws -> Value {
        let asker = Asker.current
        let departure = asker.flatMap { $0.isRequest || endsWithPage ? $0.whenGone { claim.cancel() } : nil }
        defer { if let departure { asker?.forget(departure) } }
        return try await withTaskCancellationHandler(operation: body) { claim.cancel() }
    }
}

/// A turn of work, as the work sees it.
public struct WorkTurn: Sendable {
    private final class Slice: Sendable {
        let end = Mutex(ContinuousClock.now)
    }

    private let claim: WorkTurns.Claim
    private let length: Duration
    private let slice = Slice()

    fileprivate init(_ claim: WorkTurns.Claim, slice: Duration) { (self.claim, length) = (claim, slice) }

    fileprivate func begin() { slice.end.withLock { $0 = .now + length } }

    /// Hands the turn on if others wait and it has lasted long enough, and waits for the next.
    ///
    /// - Throws: `CancellationError` when the one who asked has gone.
    /// - Complexity: Less than a microsecond while nobody waits.
    public func check() throws { if !goesOn() { throw CancellationError() } }

    /// As `check()`, for loops that cannot throw.
    ///
    /// - Returns: Whether the work is still wanted.
    public func goesOn() -> Bool {
        if claim.isCancelled { return false }
        if slice.end.withLock({ $0 > .now }) { return true }
        let signal = DispatchSemaphore(value: 0)
        if claim.handOn(begin: { signal.signal() }, refuse: { signal.signal() }) { signal.wait() }
        begin()
        return !claim.isCancelled
    }
}

/// Why work was not done. `description` is a sentence for a person.
public enum HeavyWorkError: Error, Hashable, CustomStringConvertible {
    /// Too much of one person waits.
    case tooMuch

    public var description: String {
        "Nothing was done: too much of what you asked for is still being worked on. Try again in a moment."
    }
}

/// A thread costs 30 µs, and the stack it has grown to goes with it.
private func runOnThread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
        #if os(Linux)
            // On Linux that is the priority of the thread alone.
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

/// In bytes. So much memory may each of the connections hold.
private let smallSize = 1 << 20
