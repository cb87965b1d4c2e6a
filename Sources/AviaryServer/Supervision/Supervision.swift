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

    private let hasListened = Mutex(false)

    private init?() {
        guard let value = getenv(variable) else { return nil }
        port = Int(String(cString: value))
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
    static func environment(port: Int?) -> [String] {
        var environment = ProcessInfo.processInfo.environment
        environment[variable] = port.map(String.init) ?? ""
        // Swift prints a backtrace in the crashed process. A full backtrace takes many seconds, the short one here
        // takes a fifth of a second.
        if environment[backtrace] == nil { environment[backtrace] = "threads=crashed,images=none,symbolicate=off" }
        return environment.map { "\($0)=\($1)" }
    }
}

/// The variable that marks a serving process. Its value is the port of the previous process.
private let variable = "AVIARY_SUPERVISED"
private let backtrace = "SWIFT_BACKTRACE"
