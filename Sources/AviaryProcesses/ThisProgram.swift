#if canImport(Darwin)
    import Darwin
#endif

/// The executable file of this process.
package enum ThisProgram {
    /// A path that starts this program again. On Linux it works even after the file was replaced or removed.
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
