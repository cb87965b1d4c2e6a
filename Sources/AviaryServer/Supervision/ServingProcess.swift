import AviaryProcesses
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process of this program that serves, as its supervisor sees it.
///
/// The serving process writes the port into the socket pair, once it listens, and reads the end of file there when the
/// supervisor is gone.
final class ServingProcess: Sendable {
    /// How it ended.
    struct End: Sendable {
        /// `nil` after a signal.
        var exitCode: Int32?
        var signal: Int32
        /// The port it listened on.
        var port: Int?
        /// For how long.
        var served: Duration?

        var cause: String { exitCode.map { "with code \($0)" } ?? "by signal \(signal)" }
    }

    private let process: ChildProcess

    /// - Parameter port: The port of the process before.
    init(port: Int?) throws(ChildProcess.Failure) {
        process = try ChildProcess(
            arguments: CommandLine.arguments, environment: Supervision.environment(port: port), isApart: true)
    }

    /// Sends a signal, unless it has ended: its number may be another process's by then.
    func send(_ signal: Int32) { process.send(signal) }

    /// Waits until it has ended, on a thread of its own.
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
