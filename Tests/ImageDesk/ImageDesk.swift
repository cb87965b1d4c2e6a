import AviaryImages

#if canImport(Glibc)
    import Glibc
#endif

/// A program that does nothing but be a worker, for the tests of image pipelines.
///
/// With the variable `AVIARY_ESCAPE` it tries to get out, and prints each way that is open. First it confines itself as a
/// worker does, unless the variable is `free`.
@main
enum ImageDesk {
    static func main() {
        ImageWorker.runIfStartedAsWorker()
        #if canImport(Glibc)
            if let kind = getenv("AVIARY_ESCAPE") { escape(isConfined: strcmp(kind, "free") != 0) }
        #endif
    }

    #if canImport(Glibc)
        private static func escape(isConfined: Bool) {
            // A file, and a connection that could be made, from before.
            let file = "/tmp/aviary-escape-\(getpid())"
            let own = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            if isConfined { _ = ImageWorker.confine() }
            func tell(_ way: String, _ isOpen: Bool) { if isOpen { print(way) } }
            tell("open", open("/etc/passwd", O_RDONLY) >= 0)
            tell("create", creat(file, 0o600) >= 0)
            tell("remove", unlink(file) == 0)
            tell("connect", isConnected(own))
            tell("socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0)
            tell("signal", kill(getppid(), 0) == 0)
            var identifier: pid_t = 0
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
            tell("start", posix_spawn(&identifier, "/bin/true", nil, nil, &arguments, environ) == 0)
            fflush(nil)
            execv("/bin/echo", [strdup("echo"), strdup("execute"), nil])
        }

        /// Whether a connection was tried: nothing listens there.
        private static func isConnected(_ socket: Int32) -> Bool {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(9).bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            let result = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            return result == 0 || errno == ECONNREFUSED
        }
    #endif
}
