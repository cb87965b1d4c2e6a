import AviaryVips

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process that decodes pictures. The image pipeline starts the program's own file as a worker.
///
/// A picture may crash its decoder or use up all memory. So decoders run in separate processes with a limit on memory.
/// If a decoder ends its process, a request fails and the program continues.
public enum ImageWorker {
    static let variable = "AVIARY_IMAGE_WORKER"

    /// Decodes pictures and never returns, if an image pipeline started this process as a worker. Returns at once
    /// otherwise.
    ///
    /// Call it first in `main`, before the program opens or prints anything.
    public static func runIfStartedAsWorker() {
        guard let memory = getenv(variable).flatMap({ Int(String(cString: $0)) }) else { return }
        exit(run(memory: memory))
    }

    private static func run(memory: Int) -> CInt {
        // Ignores Control-C, which is meant for the program. When the program exits or crashes, its side of the socket
        // closes, and then the worker exits.
        signal(SIGINT, SIG_IGN)
        let failure = failureToStart()
        limitMemory(to: memory)
        // Lowers the priority of the worker, because web pages are more urgent than their pictures.
        _ = nice(5)
        _ = confine()
        let socket = MessageSocket(descriptor: STDIN_FILENO)
        do {
            while true {
                let (job, bytes) = try socket.receive(WorkerJob.self)
                let file = job.isFile ? try socket.receiveFile() : nil
                defer { if let file { close(file) } }
                let (answer, image) =
                    failure.map { (WorkerAnswer(failure: $0), []) } ?? PictureDecoder(job).answer(bytes, file: file)
                try socket.send(answer, bytes: image)
            }
        } catch { return 0 }
    }

    /// Loads libvips, and returns the reason if that fails, for instance because it is not installed.
    private static func failureToStart() -> ImageError? {
        let program = CommandLine.arguments.first ?? "aviary"
        guard let reason = failure(of: { aviary_start(program, $0, $1) }) else { return nil }
        return .noWorker(reason: "libvips cannot be loaded (\(reason))")
    }

    /// A mechanism of Linux that takes from a worker the rights that decoding does not need.
    public enum Confinement: String, CaseIterable, Sendable {
        /// No program that the worker starts gets the rights of another user.
        case noNewPrivileges = "no_new_privs"
        /// No files and no network.
        case landlock
        /// No system calls that open, connect or start something.
        case seccomp

        fileprivate var part: CInt {
            switch self {
            case .noNewPrivileges: CInt(AVIARY_NO_PRIVILEGES)
            case .landlock: CInt(AVIARY_NO_FILES)
            case .seccomp: CInt(AVIARY_NO_CALLS)
            }
        }
    }

    /// The mechanisms that this system lacks. Workers decode pictures without them. Usually empty on Linux 5.13 or
    /// newer.
    public static var missingConfinements: [Confinement] { lacking(aviary_confinements()) }

    /// Takes from this process what a decoder does not need. If the system has all mechanisms, the process then opens
    /// no file, connects to no other process and starts none. The program opens a picture's file and sends the
    /// descriptor.
    ///
    /// - Returns: The mechanisms that this system lacks.
    package static func confine() -> [Confinement] { lacking(aviary_confine()) }

    private static func lacking(_ parts: CInt) -> [Confinement] {
        Confinement.allCases.filter { parts & $0.part == 0 }
    }

    /// Limits the memory. Memory that is already mapped, mostly libraries, does not count.
    private static func limitMemory(to bytes: Int) {
        guard bytes > 0 else { return }
        #if os(Linux)
            let size = mappedBytes().addingReportingOverflow(bytes)
            guard !size.overflow else { return }
            var limit = rlimit(rlim_cur: rlim_t(size.partialValue), rlim_max: rlim_t(size.partialValue))
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #endif
    }

    #if os(Linux)
        private static func mappedBytes() -> Int {
            guard let file = fopen("/proc/self/statm", "r") else { return 1 << 30 }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 128)
            guard fgets(&line, CInt(line.count), file) != nil else { return 1 << 30 }
            return strtol(line, nil, 10) * sysconf(CInt(_SC_PAGESIZE))
        }
    #endif
}
