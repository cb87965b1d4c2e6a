#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Hands on what was printed, also to a pipe.
func fflushStandardOutput() {
    fflush(nil)
}
