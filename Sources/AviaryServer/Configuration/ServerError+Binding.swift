import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension ServerError {
    /// Translates an error of binding; `nil` for any other error.
    init?(binding host: String, port: Int, error: any Error) {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self = .portTaken(host: host, port: port)
        case let error as IOError where error.errnoCode == EACCES:
            self = .portNotPermitted(port: port)
        case is IOError, is SocketAddressError, is SocketAddressError.UnknownHost:
            self = .addressUnavailable(host: host, port: port, underlying: error)
        default:
            return nil
        }
    }
}
