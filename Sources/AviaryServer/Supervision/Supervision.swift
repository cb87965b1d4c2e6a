import Dispatch
import Foundation
import Synchronization

/// What a serving process knows of its supervisor; `nil` where there is none.
final class Supervision: Sendable {
    static let current = Supervision()

    /// The port of the process before, which tabs will come back to.
    let port: Int?
    /// Whether a process before this one has served: what it announced is not announced again.
    var isRestart: Bool { port != nil }

    private let hasListened = Mutex(false)

    private init?() {
        guard let value = getenv(variable) else { return nil }
        port = Int(String(cString: value))
        // Programs that this one starts are not serving processes of the supervisor.
        unsetenv(variable)
        signal(SIGPIPE, SIG_IGN)
        // Without a supervisor this process would not be started again, and the next supervisor wants the port. The store
        // is safe.
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
        // Swift tells of a trap in the process that dies of it: all of it takes many seconds, this takes a fifth of one.
        if environment[backtrace] == nil { environment[backtrace] = "threads=crashed,images=none,symbolicate=off" }
        return environment.map { "\($0)=\($1)" }
    }
}

/// Marks a serving process; its value is the port of the one before.
private let variable = "AVIARY_SUPERVISED"
private let backtrace = "SWIFT_BACKTRACE"
