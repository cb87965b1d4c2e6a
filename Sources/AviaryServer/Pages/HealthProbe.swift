import Logging

/// What `/healthz` answers: whether the app's own check passes, asked seldom and waited for briefly.
///
/// However many ask, one check runs at a time, and its answer serves for two seconds: nobody can keep the disk busy
/// from outside. A check that waits, behind a large change for one, says nothing against the store until it has waited
/// for a minute.
actor HealthProbe {
    /// A word or a sentence, and whether all is well.
    struct Answer: Sendable {
        var text: String
        var isWell: Bool
    }

    private let check: @Sendable () async throws -> String
    private let logger: Logger
    private let clock: any Clock<Duration>
    private var last: (answer: Answer, end: ContinuousClock.Instant)?
    private var isRunning = false
    /// Whether the check that is running has taken too long.
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
            try await clock.sleep(for: patience)
            waiting.removeValue(forKey: number)?.resume(returning: answerMeanwhile)
        }
        defer { deadline.cancel() }
        return await withCheckedContinuation { waiting[number] = $0 }
    }

    /// What is answered while the check waits.
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
            // Anybody may ask, so that the reason is for the log, and stands there once.
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

/// Thrown by the check of an app: what `/healthz` answers with the status 503. Anybody may read it.
public struct Unhealthy: Error, CustomStringConvertible {
    /// The answer.
    public var sentence: String

    public var description: String { sentence }

    /// A sentence that names no path and no address, since no token is asked for.
    public init(_ sentence: String) { self.sentence = sentence }
}

/// How long an answer serves.
private let shelfLife = Duration.seconds(2)
/// How long an answer waits for a check.
private let patience = Duration.seconds(3)
/// How long a check may wait until that is a fault.
private let longestWait = Duration.seconds(60)
