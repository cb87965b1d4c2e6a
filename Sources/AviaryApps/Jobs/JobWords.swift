import AviaryText
import Foundation

/// The words of a `JobsController`. They are English, unless the app sets others.
///
///     var words = JobWords()
///     words.cancel = "Abbrechen"
///     let jobs = JobsController(jobs, words: words)
public struct JobWords: Sendable {
    // MARK: The list

    /// The title of the list, and its name for screen readers.
    public var title = "Jobs"
    /// The sentence in place of an empty list.
    public var empty = "Nothing is running."

    // MARK: Buttons

    /// The title of the button that cancels a job.
    public var cancel = "Cancel"
    /// The title of the button that begins a job again.
    public var tryAgain = "Try again"
    /// The title of the button that removes a job from the list.
    public var remove = "Remove"

    // MARK: States

    /// A job waits for its turn.
    public var waiting = "Waiting for its turn"
    /// A job runs, and nobody knows how much there is to do.
    public var running = "Running"
    /// A person has cancelled a job, and its work has not noticed yet.
    public var cancelling = "Stopping…"
    /// A job was cancelled.
    public var cancelled = "Cancelled"
    /// A job is done, and has no sentence of its own.
    public var done = "Done"
    /// The process of a job has ended before the work was done.
    public var interrupted = "Stopped, because its program has ended."
    /// Makes the sentence about the progress of a job.
    ///
    /// - Parameter total: How many things there are; `nil` while that is not known.
    public var progress: @Sendable (_ done: Int, _ total: Int?) -> String = { done, total in
        let done = done.formatted(.number)
        return total.map { "\(done) of \($0.formatted(.number))" } ?? "\(done) done"
    }

    /// Makes the words in English.
    public init() {}

    func sentence(about job: Job, _ amount: JobAmount) -> String {
        switch job.state {
        case _ where job.isActive && job.isCancelled: cancelling
        case .waiting: waiting
        case .running where amount.done == 0 && amount.total == 0: running
        case .running: progress(amount.done, amount.total > 0 ? amount.total : nil)
        case .done: job.sentence ?? done
        case .failed: job.sentence ?? ""
        case .cancelled: cancelled
        case .interrupted: interrupted
        }
    }
}
