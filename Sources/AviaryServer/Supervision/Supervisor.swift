public import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Serves in a process of its own, and starts another one when that process crashes, so that a trap costs only a
/// reconnect.
///
///     try await Supervisor.run {
///         try await app.run(ServerConfiguration(port: 8081)) { print("Served at \($0.urls[0])") }
///     }
///
/// The program runs twice: the first process supervises and never calls `serve`, and the second one serves. SIGTERM
/// and SIGINT to the supervisor end both. A second signal, such as Control-C pressed again, ends both at once. If only
/// the serving process is stopped, it is started again. If the supervisor ends, the serving process ends at once.
public enum Supervisor {
    /// Whether a previous process has served.
    ///
    /// If so, the files and stores of that process exist, and must not be created again.
    public static var isRestart: Bool { Supervision.current?.isRestart ?? false }

    /// Runs `serve` in a process with the same arguments, again and again until the supervisor is stopped.
    ///
    /// It returns in the serving process only. The supervisor exits with the exit code of the last serving process. If
    /// there is no such code, for instance after a signal, it exits with 0 when it was stopped, and otherwise with 1.
    ///
    /// - Parameters:
    ///   - logger: Logs the supervisor's sentences. By default they are written to standard error as text.
    ///   - serve: Builds and runs the app. Open files and start threads only inside it. If it returns or throws before
    ///     any serving process has opened the port, it is not started again.
    /// - Throws: The error of `serve`, in the serving process.
    public static func run(logger: Logger? = nil, _ serve: () async throws -> Void) async throws {
        if Supervision.current != nil { return try await serve() }
        let code = await SupervisorLoop(logger: logger).run()
        fflush(nil)
        exit(code)
    }
}

/// The loop of the supervisor. It starts serving processes, one after the other, and forwards signals.
private final class SupervisorLoop: Sendable {
    private struct State {
        var child: ServingProcess?
        var isStopping = false
    }

    private let state = Mutex(State())
    private let logger: Logger?

    init(logger: Logger?) { self.logger = logger }

    func run() async -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        let signals = Task { await forwardSignals() }
        defer { signals.cancel() }
        var failures = RestartPolicy()
        var port: Int?
        var hasTrapped = false
        while true {
            let child: ServingProcess
            do {
                child = try ServingProcess(port: port, hasTrapped: hasTrapped)
            } catch {
                failures.note(served: nil)
                if !failures.mayRestart(hasServed: port != nil) { return fail("cannot start: \(error)") }
                guard await pause(failures.pause) else { return 0 }
                continue
            }
            let isStopping = state.withLock { state in
                state.child = child
                return state.isStopping
            }
            if isStopping { child.send(SIGTERM) }
            let end = await child.end()
            state.withLock { $0.child = nil }
            port = end.port ?? port
            hasTrapped = end.isTrap
            failures.note(served: end.served)
            if let code = end.exitCode, port == nil { return code }
            // If all processes of a service are being stopped, the supervisor gets a signal at about the same time. So
            // this waits for that signal.
            let mayBeStopped = end.exitCode == 0 || end.signal == SIGTERM || end.signal == SIGINT
            guard await pause(mayBeStopped ? oneWish : .zero) else {
                return end.exitCode ?? (end.signal == SIGTERM ? 0 : 1)
            }
            guard failures.mayRestart(hasServed: port != nil) else {
                return fail("The server ended \(end.cause) before it could serve. It is not started again.")
            }
            say("The server ended \(end.cause). It is started again; what was acknowledged is kept.")
            guard await pause(failures.pause) else { return 0 }
        }
    }

    private func forwardSignals() async {
        var stopped: ContinuousClock.Instant?
        for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
            let child = state.withLock { state in
                state.isStopping = true
                return state.child
            }
            if let stopped {
                // A terminal and a program that stops its children may both send a signal. Both together count as one
                // request.
                if stopped.duration(to: .now) > oneWish { child?.send(SIGKILL) }
                continue
            }
            stopped = .now
            child?.send(SIGTERM)
            if signal == .sigint {
                say("Stopping. Press Control-C again to stop at once; what was acknowledged is kept.")
            }
            Task {
                try? await Task.sleep(for: stopGrace)
                child?.send(SIGKILL)
            }
        }
    }

    /// Waits, and ends early when the supervisor is stopped.
    ///
    /// - Returns: `true` if the supervisor should continue.
    private func pause(_ duration: Duration) async -> Bool {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end, !state.withLock({ $0.isStopping }) {
            try? await Task.sleep(for: min(.milliseconds(50), end - .now))
        }
        return !state.withLock { $0.isStopping }
    }

    private func fail(_ sentence: String) -> Int32 {
        say(sentence)
        return 1
    }

    private func say(_ sentence: String) {
        if let logger { return logger.notice("\(sentence)") }
        let line = Array("aviary: \(sentence)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// Decides whether a serving process is restarted, and after what pause.
struct RestartPolicy {
    private(set) var failures = 0

    /// Counts a process that has ended. After ten seconds of serving, the count begins again with this process.
    mutating func note(served: Duration?) { failures = (served ?? .zero) >= .seconds(10) ? 1 : failures + 1 }

    /// No pause after the first crash. Then the pause doubles each time, up to half a minute.
    var pause: Duration { failures <= 1 ? .zero : min(.seconds(30), .milliseconds(100) * (1 << min(failures, 10))) }

    /// A service that has never served is given up after five crashes. A service that has served before is always
    /// restarted.
    func mayRestart(hasServed: Bool) -> Bool { hasServed || failures < 5 }
}

/// Signals within this time count as one request to stop. A second request by a person comes later, and ends the
/// process at once.
private let oneWish = Duration.milliseconds(200)
/// How long a serving process may take to end. It exceeds the server's own grace period.
private let stopGrace = Duration.seconds(20)
