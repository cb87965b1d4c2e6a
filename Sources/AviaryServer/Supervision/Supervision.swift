import Dispatch
import Foundation
import Synchronization

/// The connection of a serving process to its supervisor; `nil` without a supervisor.
final class Supervision: Sendable {
    static let current = Supervision()

    /// The port of the previous process, to which tabs reconnect; `nil` if none has served.
    let port: Int?
    /// Whether a previous process has served. If so, the app does not announce its address again.
    var isRestart: Bool { port != nil }

    /// Whether a trap has ended the previous process less than a minute ago. A tab repeats its actions that were not
    /// answered, and one of these may have caused the trap.
    var isAfterTrap: Bool { hasTrapped && begin.duration(to: .now) < .seconds(60) }

    private let hasTrapped: Bool
    private let begin = ContinuousClock.now
    private let hasListened = Mutex(false)

    private init?() {
        guard let value = getenv(variable) else { return nil }
        let words = String(cString: value).split(separator: " ")
        port = words.first.flatMap { Int($0) }
        hasTrapped = words.last == trapped
        // Programs that this process starts must not inherit the variable, because the supervisor does not supervise
        // them.
        unsetenv(variable)
        signal(SIGPIPE, SIG_IGN)
        // When the supervisor ends, this process ends at once. Otherwise it would never be restarted, and would keep
        // the port that the next supervisor needs. The store survives such an end.
        DispatchQueue(label: "aviary.supervised").async {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { _exit(1) }
            }
        }
    }

    /// Tells the supervisor that connections are accepted.
    func listen(on port: Int) {
        guard
            hasListened.withLock({ hasListened in
                defer { hasListened = true }
                return !hasListened
            })
        else { return }
        let line = Array("\(port)\n".utf8)
        _ = line.withUnsafeBytes { write(STDIN_FILENO, $0.baseAddress, $0.count) }
    }

    /// The environment of a serving process.
    ///
    /// - Parameters:
    ///   - port: The port of the previous process; `nil` if none has served.
    ///   - hasTrapped: Whether a trap has ended the previous process.
    static func environment(port: Int?, hasTrapped: Bool) -> [String] {
        var environment = ProcessInfo.processInfo.environment
        environment[variable] = [port.map(String.init), hasTrapped ? String(trapped) : nil].compactMap(\.self)
            .joined(separator: " ")
        // Swift prints a backtrace in the crashed process. A backtrace with names takes many seconds, and one without
        // names helps nobody, so it is not printed. A debug build still prints the file and the line of a trap.
        if environment[backtrace] == nil {
            environment[backtrace] = "threads=crashed,images=none,symbolicate=off,output-to=/dev/null"
        }
        return environment.map { "\($0)=\($1)" }
    }
}

/// The variable that marks a serving process. Its value is the port of the previous process, and whether a trap has ended
/// that process.
private let variable = "AVIARY_SUPERVISED"
private let trapped: Substring = "trapped"
private let backtrace = "SWIFT_BACKTRACE"
