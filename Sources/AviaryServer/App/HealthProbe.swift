import Logging

/// Answers `/healthz` with the result of the app's own check, which runs seldom and is awaited only briefly.
///
/// Only one check runs at a time, and its answer is reused for two seconds, however many clients ask. So nobody can
/// keep the disk busy from outside. If a check throws, the app counts as faulty at once. A check may have to wait, for
/// instance until the database has finished a large write. If a check waits for more than a minute, the app counts as
/// faulty, too.
actor HealthProbe {
    /// An answer: its text, and whether the app is healthy.
    struct Answer: Sendable {
        var text: String
        var isWell: Bool
    }

    private let check: @Sendable () async throws -> String
    private let logger: Logger
    private let clock: any Clock<Duration>
    private var last: (answer: Answer, end: ContinuousClock.Instant)?
    private var isRunning = false
    /// Whether the running check has taken too long.
    private(set) var isStuck = false
    private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    private var count = 0

    init(
        check: @escaping @Sendable () async throws -> String, logger: Logger,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.check = check
        self.logger = logger
        self.clock = clock
    }

    func answer() async -> Answer {
        if let last, last.end.duration(to: .now) < shelfLife { return last.answer }
        if !isRunning {
            isRunning = true
            Task { await run() }
        }
        count += 1
        let number = count
        let deadline = Task {
            try await clock.sleep(for: answerTimeout)
            waiting.removeValue(forKey: number)?.resume(returning: answerMeanwhile)
        }
        defer { deadline.cancel() }
        return await withCheckedContinuation { waiting[number] = $0 }
    }

    /// The answer to a request that has waited for `answerTimeout` while the check still runs.
    private var answerMeanwhile: Answer {
        isStuck
            ? Answer(text: "The store does not answer.", isWell: false) : Answer(text: "ok, busy", isWell: true)
    }

    private func run() async {
        let answer: Answer
        let deadline = Task {
            try await clock.sleep(for: longestWait)
            isStuck = true
        }
        do {
            answer = Answer(text: try await check(), isWell: true)
        } catch {
            // Anybody may ask, so the answer has only the sentence of an `Unhealthy`. The log gets the error, once
            // until the next healthy check.
            answer = Answer(text: (error as? Unhealthy)?.sentence ?? "The store cannot be written.", isWell: false)
            if last?.answer.isWell != false { logger.error("Not healthy", metadata: ["error": "\(error)"]) }
        }
        last = (answer, .now)
        isRunning = false
        deadline.cancel()
        isStuck = false
        for waiter in waiting.values { waiter.resume(returning: answer) }
        waiting = [:]
    }
}

/// An error that the check of an app throws. `/healthz` answers with its sentence and the status 503, for anybody to
/// read.
public struct Unhealthy: Error, CustomStringConvertible {
    /// The answer.
    var sentence: String

    public var description: String { sentence }

    /// An error with a sentence. It must name no path and no address, because `/healthz` asks for no token.
    public init(_ sentence: String) { self.sentence = sentence }
}

/// How long an answer is reused.
private let shelfLife = Duration.seconds(2)
/// How long a request waits for a check.
private let answerTimeout = Duration.seconds(3)
/// How long a check may wait before it counts as a fault.
private let longestWait = Duration.seconds(60)
