import Synchronization

/// The progress of one job, and the wish of a person to cancel it. Any thread may use it.
///
///     for (index, file) in files.enumerated() {
///         try progress.checkCancellation()
///         try add(file)
///         progress.report(index + 1, of: files.count)
///     }
///     progress.say("\(files.count) files added")
///
/// The progress is kept in memory. Windows read it some times a second, while they show the job.
public final class JobProgress: Sendable {
    enum Cancellation { case person, closing }

    private struct State {
        var amount = JobAmount()
        var sentence: String?
        var isFailure = false
        var cancellation: Cancellation?
    }

    private let state = Mutex(State())
    private let watch: @Sendable (_ done: Int, _ total: Int) -> Void

    /// Makes the progress of work without a job, for a test or a program without windows.
    ///
    /// - Parameter watch: Called with each report.
    public init(_ watch: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }) { self.watch = watch }

    /// Reports how much is done. It costs a lock and some nanoseconds, so a loop may call it each time.
    ///
    /// - Parameters:
    ///   - done: How many things are done.
    ///   - total: How many things there are; 0 while that is not known.
    public func report(_ done: Int, of total: Int) {
        state.withLock { $0.amount = JobAmount(done: max(0, done), total: max(0, total)) }
        watch(done, total)
    }

    /// Sets the sentence that the job has when its work has returned: "3 photos added".
    ///
    /// - Parameters:
    ///   - sentence: The sentence, in the language of the app.
    ///   - isFailure: Whether the job counts as failed then, although the work has a result: "2 photos are missing".
    public func say(_ sentence: String, isFailure: Bool = false) {
        state.withLock { ($0.sentence, $0.isFailure) = (sentence, isFailure) }
    }

    /// Whether the work is to end.
    public var isCancelled: Bool { state.withLock { $0.cancellation != nil } }

    /// Throws `CancellationError` if the work is to end. The task of the work is cancelled, too, so `Task.sleep` and
    /// writes of a store end by themselves.
    public func checkCancellation() throws {
        if isCancelled || Task.isCancelled { throw CancellationError() }
    }

    var amount: JobAmount { state.withLock { $0.amount } }
    var sentence: String? { state.withLock { $0.sentence } }
    var isFailure: Bool { state.withLock { $0.isFailure } }
    var cancellation: Cancellation? { state.withLock { $0.cancellation } }

    /// The wish of a person is stronger than the end of the program.
    func cancel(_ reason: Cancellation) {
        state.withLock { if $0.cancellation != .person { $0.cancellation = reason } }
    }
}

/// How much of a job is done.
struct JobAmount: Hashable, Sendable {
    var done = 0
    /// How many things there are; 0 while that is not known.
    var total = 0

    /// The share that is done, from 0 to 1; `nil` while it is not known.
    var share: Double? { total > 0 ? min(1, Double(done) / Double(total)) : nil }
}
