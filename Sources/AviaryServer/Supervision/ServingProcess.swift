import AviaryProcesses
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A serving process of this program, as its supervisor sees it.
///
/// A socket pair connects the two processes. When the serving process listens, it writes its port into its socket. When
/// the supervisor ends, the serving process reads an end of file from its socket.
final class ServingProcess: Sendable {
    /// The end of a serving process.
    struct End: Sendable {
        /// The exit code; `nil` after a signal.
        var exitCode: Int32?
        var signal: Int32
        /// The port on which the process listened; `nil` if it did not listen.
        var port: Int?
        /// How long the process served; `nil` if it did not listen.
        var served: Duration?

        /// Whether the process ended by a mistake in its own code.
        var isTrap: Bool { [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT].contains(signal) }

        var cause: String { exitCode.map { "with code \($0)" } ?? "by signal \(signal)" }
    }

    private let process: ChildProcess

    /// - Parameters:
    ///   - port: The port of the previous process; `nil` if none has served.
    ///   - hasTrapped: Whether a trap has ended the previous process.
    init(port: Int?, hasTrapped: Bool) throws(ChildProcess.Failure) {
        process = try ChildProcess(
            arguments: CommandLine.arguments,
            environment: Supervision.environment(port: port, hasTrapped: hasTrapped), isApart: true)
    }

    /// Sends a signal. Does nothing after the process has ended, because its process identifier may then belong to
    /// another process.
    func send(_ signal: Int32) { process.send(signal) }

    /// Waits on a separate thread until the process has ended.
    func end() async -> End {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "aviary.supervisor").async { continuation.resume(returning: self.wait()) }
        }
    }

    private func wait() -> End {
        var said: [UInt8] = []
        var byte: UInt8 = 0
        var begin: ContinuousClock.Instant?
        while true {
            let count = read(process.socket, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { break }
            if byte == UInt8(ascii: "\n") { begin = .now } else if said.count < 5 { said.append(byte) }
        }
        let end = process.wait()
        return End(
            exitCode: end.exitCode, signal: end.signal,
            port: begin == nil ? nil : Int(String(decoding: said, as: UTF8.self)), served: begin.map { .now - $0 })
    }
}
