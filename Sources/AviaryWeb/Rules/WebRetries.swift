#if Web
    /// How often a failed request is repeated, and how long to wait before each repetition.
    ///
    /// Repeated are requests whose connection was lost, and those that were answered with status 429 or 5xx. A part of
    /// each wait is random, so that many clients that failed at once do not return at once.
    public struct WebRetries: Hashable, Sendable {
        /// How many times an address is asked at most, the first time included.
        public var attempts = 4
        /// The longest wait before the second attempt; each further one waits up to twice as long as the one before.
        public var firstWait = Duration.milliseconds(500)
        /// The longest wait, but for a server that asks for a longer one.
        public var longestWait = Duration.seconds(8)
        /// A server that asks to be left alone for longer is not asked again.
        public var patience = Duration.seconds(15)

        /// The settings with the default values of the properties.
        public init() {}

        /// Returns how long to wait before the next attempt, or nil when there is none.
        ///
        /// Waits have a part left to chance, so that many who failed at once do not come back at once.
        ///
        /// - Parameters:
        ///   - failures: How many attempts have failed; at least 1.
        ///   - remaining: What is left until the deadline. An attempt begins before it.
        ///   - chance: From 0 to 1.
        func wait(after error: WebError, failures: Int, remaining: Duration, chance: Double) -> Duration? {
            guard failures < attempts, error.mayPass else { return nil }
            let doublings = min(max(failures - 1, 0), 16)
            let longest = min(firstWait * (1 << doublings), longestWait)
            var wait = longest * (0.5 + 0.5 * chance)
            if case .status(_, let wish?) = error {
                guard wish <= patience else { return nil }
                wait = max(wait, wish + firstWait * chance)
            }
            return wait < remaining ? wait : nil
        }
    }

    extension WebError {
        /// Whether the same request may succeed a little later.
        var mayPass: Bool {
            switch self {
            case .lostConnection: true
            case .status(let code, _): code == 429 || (500...599).contains(code)
            default: false
            }
        }
    }
#endif
