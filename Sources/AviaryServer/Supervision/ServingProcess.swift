import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process of this program that serves, as its supervisor sees it.
///
/// Its standard input is one end of a socket pair. The serving process writes the port there, once it listens, and
/// reads the end of file when the supervisor is gone.
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

    struct Failure: Error, CustomStringConvertible {
        var code: Int32
        var description: String { String(cString: strerror(code)) }
    }

    private let identifier: pid_t
    private let socket: Int32
    private let hasEnded = Mutex(false)

    /// - Parameter port: The port of the process before.
    init(port: Int?) throws(Failure) {
        Self.occupyStandardFiles()
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #endif
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let result = Self.spawn(input: ends[1], port: port)
        close(ends[1])
        guard let identifier = result.identifier else {
            close(ends[0])
            throw Failure(code: result.error)
        }
        self.identifier = identifier
        socket = ends[0]
    }

    /// Sends a signal, unless it has ended: its number may be another process's by then.
    func send(_ signal: Int32) { hasEnded.withLock { if !$0 { kill(identifier, signal) } } }

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
            let count = read(socket, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { break }
            if byte == UInt8(ascii: "\n") { begin = .now } else if said.count < 5 { said.append(byte) }
        }
        close(socket)
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        var status: Int32 = 0
        hasEnded.withLock { hasEnded in
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            hasEnded = true
        }
        let signal = status & 0x7f
        return End(
            exitCode: signal == 0 ? (status >> 8) & 0xff : nil, signal: signal,
            port: begin == nil ? nil : Int(String(decoding: said, as: UTF8.self)), served: begin.map { .now - $0 })
    }

    private static func spawn(input: Int32, port: Int?) -> (identifier: pid_t?, error: Int32) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        // In a group of its own it gets Control-C from the supervisor only. This thread may block signals; it must not.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGTERM, SIGINT] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))

        var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        var environment = Supervision.environment(port: port).map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var identifier: pid_t = 0
        let error = posix_spawn(&identifier, executable, &actions, &attributes, &arguments, &environment)
        return (error == 0 ? identifier : nil, error)
    }

    /// This program, also when its file was replaced or removed meanwhile, where the system can tell.
    private static var executable: String {
        #if canImport(Darwin)
            var size = UInt32(PATH_MAX)
            var path = [CChar](repeating: 0, count: Int(size))
            if _NSGetExecutablePath(&path, &size) == 0 {
                return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
            return CommandLine.arguments[0]
        #else
            "/proc/self/exe"
        #endif
    }

    /// A program may be started with its standard files closed. What is opened next must not take their numbers.
    private static func occupyStandardFiles() {
        while true {
            let file = open("/dev/null", O_RDWR)
            guard file >= 0, file <= STDERR_FILENO else {
                if file >= 0 { close(file) }
                return
            }
        }
    }
}
