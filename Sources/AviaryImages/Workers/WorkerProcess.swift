import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A worker process, as the pipeline sees it. It does one job at a time.
final class WorkerProcess: Sendable {
    private let identifier: pid_t
    private let socket: MessageSocket
    /// Everything that blocks is done here.
    private let queue = DispatchQueue(label: "aviary.images.worker")
    private let state = Mutex(State())

    private struct State {
        var hasEnded = false
        var isLate = false
    }

    /// - Parameters:
    ///   - program: The path of the program whose `main` begins with `ImageWorker.runIfStartedAsWorker()`.
    ///   - memory: How many bytes a worker may map.
    init(program: String, memory: Int) throws(ImageError) {
        var ends: [CInt] = [-1, -1]
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        #endif
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Self.failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let result = Self.spawn(program, input: ends[1], memory: memory)
        close(ends[1])
        guard result.error == 0 else {
            close(ends[0])
            throw Self.failure(result.error)
        }
        identifier = result.identifier
        socket = MessageSocket(descriptor: ends[0])
    }

    deinit { end() }

    /// Has one job done.
    ///
    /// - Throws: `ImageError`. After `endedTheWorker` and `tookTooLong` there is no process any more.
    func answer(
        _ job: WorkerJob, bytes: [UInt8], within deadline: Duration
    ) async throws(ImageError) -> (answer: WorkerAnswer, image: [UInt8]) {
        let clock = DispatchWorkItem { [weak self] in self?.giveUp() }
        DispatchQueue.global().asyncAfter(deadline: .now() + deadline.seconds, execute: clock)
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result {
                        try self.socket.send(job, bytes: bytes)
                        return try self.socket.receive(WorkerAnswer.self)
                    })
            }
        }
        clock.cancel()
        guard case .success(let (answer, image)) = result else {
            end()
            throw state.withLock { $0.isLate } ? .tookTooLong : .endedTheWorker
        }
        if let failure = answer.failure { throw failure }
        return (answer, image)
    }

    /// Ends the process. Afterwards there is no answer from it.
    func end() {
        let hadEnded = state.withLock { state in
            defer { state.hasEnded = true }
            return state.hasEnded
        }
        guard !hadEnded else { return }
        kill(identifier, SIGKILL)
        var status: CInt = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        close(socket.descriptor)
    }

    /// The process is killed; who waits for its answer hears of it by the end of the socket.
    private func giveUp() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.isLate = true
            kill(identifier, SIGKILL)
        }
    }

    private static func spawn(_ program: String, input: CInt, memory: Int) -> (identifier: pid_t, error: CInt) {
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
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = [strdup(program), nil]
        var environment = environmentTexts(memory: memory).map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var identifier: pid_t = 0
        let error = posix_spawn(&identifier, program, &actions, &attributes, &arguments, &environment)
        return (identifier, error)
    }

    private static func environmentTexts(memory: Int) -> [String] {
        var variables = ProcessInfo.processInfo.environment
        variables[ImageWorker.variable] = "\(memory)"
        // glibc sets memory aside for each thread, which would count against the limit.
        variables["MALLOC_ARENA_MAX"] = "2"
        // A worker that ends is an error of one picture, not a fault of the program to be shown at length.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        return variables.map { "\($0)=\($1)" }
    }

    private static func failure(_ code: CInt) -> ImageError { .noWorker(reason: String(cString: strerror(code))) }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
