import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process that this program has started, often the same program again, connected by a socket pair.
///
/// One end of the pair is the standard input of the child. When this program ends, in whatever way, the child reads an
/// end of file there. When the child ends, this program reads an end of file at its own end.
package final class ChildProcess: Sendable {
    /// The end of a process.
    package struct End: Hashable, Sendable {
        /// The exit code from 0 to 255; `nil` when a signal ended the process.
        package var exitCode: Int32?
        /// The signal that ended the process; 0 when it exited.
        package var signal: Int32
    }

    /// The reason why a process could not be started.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The `errno` of the system.
        package var code: Int32
        package var description: String { String(cString: strerror(code)) }
    }

    /// The file descriptor of this program's end of the socket pair. `wait()` closes it.
    package let socket: Int32
    private let identifier: pid_t
    private let ended = Mutex(End?.none)

    /// Starts a process. On Apple's systems, and on Linux with glibc 2.34 or newer, the child inherits only the
    /// standard files. Elsewhere it may also inherit files that are not closed on exec.
    ///
    /// - Parameters:
    ///   - program: The path of the executable file; this program by default.
    ///   - arguments: The arguments. The first is the name of the program.
    ///   - environment: Variables in the form `NAME=VALUE`. Nothing is inherited.
    ///   - isApart: Whether the child has its own process group. Then a terminal's Control-C does not reach the child.
    ///     SIGTERM and SIGINT end it, unless it handles them.
    /// - Throws: `Failure` when the system refuses.
    package init(
        _ program: String = ThisProgram.path, arguments: [String], environment: [String], isApart: Bool = false
    ) throws(Failure) {
        Self.occupyStandardFiles()
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #endif
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let result = Self.spawn(program, arguments, environment, input: ends[1], isApart: isApart)
        close(ends[1])
        guard result.error == 0 else {
            close(ends[0])
            throw Failure(code: result.error)
        }
        identifier = result.identifier
        socket = ends[0]
    }

    /// Sends a signal. Does nothing after `wait()` has seen the process end, because its process identifier may then
    /// belong to another process.
    package func send(_ signal: Int32) { ended.withLock { if $0 == nil { kill(identifier, signal) } } }

    /// Blocks the thread until the process has ended, and closes the socket. Later calls return the same value at
    /// once.
    @discardableResult
    package func wait() -> End {
        if let end = ended.withLock(\.self) { return end }
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return ended.withLock { ended in
            if let ended { return ended }
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            close(socket)
            let signal = status & 0x7f
            let end = End(exitCode: signal == 0 ? (status >> 8) & 0xff : nil, signal: signal)
            ended = end
            return end
        }
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String], input: Int32, isApart: Bool
    ) -> (identifier: pid_t, error: Int32) {
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
        // This thread may block signals, but the child must not.
        var flags = Int16(POSIX_SPAWN_SETSIGMASK)
        // Libraries may have opened sockets without close-on-exec. A connection that the child inherits would stay open
        // as long as the child lives. So the child gets only the standard files, if the system can do that.
        #if canImport(Darwin)
            for file in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addinherit_np(&actions, file) }
            flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #elseif canImport(Glibc)
            // Glibc has this function since 2.34, but does not show it to Swift.
            typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
            if let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
                _ = unsafeBitCast(closeFrom, to: CloseFrom.self)(&actions, STDERR_FILENO + 1)
            }
        #endif
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        if isApart {
            var defaults = sigset_t()
            sigemptyset(&defaults)
            for signal in [SIGTERM, SIGINT] { sigaddset(&defaults, signal) }
            posix_spawnattr_setsigdefault(&attributes, &defaults)
            flags |= Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP)
        }
        posix_spawnattr_setflags(&attributes, flags)

        var arguments = arguments.map { strdup($0) } + [nil]
        var environment = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var identifier: pid_t = 0
        let error = posix_spawn(&identifier, program, &actions, &attributes, &arguments, &environment)
        return (identifier, error)
    }

    /// Opens the standard files if the program was started without them, so that other files do not get their numbers.
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
