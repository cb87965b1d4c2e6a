import AviaryVips

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process that decodes pictures: this program, which its image pipeline starts again.
///
/// A picture may crash its decoder or use up all memory. So decoders run in separate processes with a limit on memory.
/// If one ends, a request fails and the program continues.
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
        // Ignores Control-C, which is meant for the program. When the program ends in any way, its end of the socket
        // closes.
        signal(SIGINT, SIG_IGN)
        guard aviary_start(CommandLine.arguments.first ?? "aviary") == 0 else { return 1 }
        limitMemory(to: memory)
        // Pages are more urgent than their pictures.
        _ = nice(5)
        let socket = MessageSocket(descriptor: STDIN_FILENO)
        while let (job, bytes) = try? socket.receive(WorkerJob.self) {
            let (answer, image) = PictureDecoder(job).answer(bytes)
            do { try socket.send(answer, bytes: image) } catch { return 0 }
        }
        return 0
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
