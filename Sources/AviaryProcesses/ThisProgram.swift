#if canImport(Darwin)
    import Darwin
#endif

/// The program that runs.
package enum ThisProgram {
    /// Its path, also when its file was replaced or removed meanwhile, where the system can tell.
    package static var path: String {
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
}
