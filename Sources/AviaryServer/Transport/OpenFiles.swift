import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of files that this process may open. A connection needs one, and two while it transfers a file. At the
/// limit no connection can be accepted, and the store cannot open a file.
enum OpenFiles {
    /// The files besides connections: the store and its readers, event loops, standard input and output.
    static let others = 96

    /// The files that a server needs to start: three for each event loop, a listening socket, the reserve of
    /// `AcceptReserve`, and a few for the store.
    private static var fewest: Int { 3 * System.coreCount + 24 }

    /// Checks that a server can start, because event loops that cannot open their files would crash the process.
    static func requireFewest() throws(ServerError) {
        var files: [CInt] = []
        defer { for file in files { close(file) } }
        for _ in 0..<fewest {
            let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw .tooFewFiles(missing: fewest - files.count) }
            files.append(file)
        }
    }

    /// Raises the limit as far as this process may, if it is too low for this number of connections.
    ///
    /// - Returns: The number of connections that the limit allows, at most `connections`.
    static func allowing(_ connections: Int) -> Int {
        #if os(Linux)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return connections }
        let most = min(connections, Int(Int32.max))  // No system has more.
        let needed = rlim_t(2 * most + others + 2 * ServerLimits.turnedAway)
        if limit.rlim_cur < needed {
            let raised = rlimit(rlim_cur: min(needed, limit.rlim_max), rlim_max: limit.rlim_max)
            withUnsafePointer(to: raised) { if setrlimit(files, $0) == 0 { limit = raised } }
        }
        guard limit.rlim_cur < needed else { return connections }
        return max(1, (Int(limit.rlim_cur) - others - 2 * ServerLimits.turnedAway) / 2)
    }
}
