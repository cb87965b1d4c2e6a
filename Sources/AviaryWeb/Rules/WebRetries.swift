/// The rules for repeating a failed request: the number of attempts, and the waits between them.
///
/// A request is repeated if its connection was lost, or if it was answered with status 429 or 5xx. Waits grow by
/// exponential backoff. A part of each wait is random, so that many clients that failed together do not repeat
/// their requests together.
public struct WebRetries: Hashable, Sendable {
    /// The largest number of attempts, including the first one.
    public var attempts = 4
    /// The longest wait before the second attempt. The limit doubles for each further attempt.
    public var firstWait = Duration.milliseconds(500)
    /// The longest wait, unless a server asks for a longer one.
    public var longestWait = Duration.seconds(8)
    /// The longest wait that a server may ask for, by `Retry-After`. A server that asks for more is not asked again.
    public var longestRetryAfter = Duration.seconds(15)

    /// The settings with the default values of the properties.
    public init() {}

    /// Returns the wait before the next attempt, or nil if the request must not be repeated.
    ///
    /// - Parameters:
    ///   - failures: The number of failed attempts, at least 1.
    ///   - remaining: The time until the deadline. An attempt must begin before it.
    ///   - chance: A random number from 0 to 1.
    func wait(after error: WebError, failures: Int, remaining: Duration, chance: Double) -> Duration? {
        guard failures < attempts, error.mayPass else { return nil }
        let doublings = min(max(failures - 1, 0), 16)
        let longest = min(firstWait * (1 << doublings), longestWait)
        var wait = longest * (0.5 + 0.5 * chance)
        if case .status(_, let wish?) = error {
            guard wish <= longestRetryAfter else { return nil }
            wait = max(wait, wish + firstWait * chance)
        }
        return wait < remaining ? wait : nil
    }
}

extension WebError {
    /// True if the same request may succeed a little later.
    var mayPass: Bool {
        switch self {
        case .lostConnection: true
        case .status(let code, _): code == 429 || (500...599).contains(code)
        default: false
        }
    }
}
