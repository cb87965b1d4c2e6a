#if Web
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    extension WebError {
        /// The meaning of an error of the HTTP client. The error's own text is not used, because it may contain parts
        /// of a request.
        init(_ error: any Error, host: String) {
            switch error {
            case let error as WebError: self = error
            case is CancellationError: self = .cancelled
            case let error as HTTPClientError: self.init(error, host: host)
            case let error as IOError:
                switch error.errnoCode {
                case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN: self = .lostConnection(host)
                default: self = .unreachable(host)
                }
            case let error as ChannelError:
                if case .connectTimeout = error { self = .unreachable(host) } else { self = .lostConnection(host) }
            case is NIOConnectionError: self = .unreachable(host)
            // The connection ended within a head or a chunk.
            case HTTPParserError.invalidEOFState: self = .lostConnection(host)
            case is HTTPParserError: self = .malformedAnswer
            // The most frequent cause is a certificate for another host.
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .notSecure(host)
            default: self = .lostConnection(host)
            }
        }

        private init(_ error: HTTPClientError, host: String) {
            switch error {
            case .cancelled: self = .cancelled
            case .connectTimeout, .getConnectionFromPoolTimeout: self = .unreachable(host)
            case .tlsHandshakeTimeout: self = .notSecure(host)
            case .alreadyShutdown, .shutdownUnsupported: self = .shutDown
            case .invalidURL, .emptyHost, .emptyScheme: self = .notAllowed(.malformed)
            default: self = .lostConnection(host)
            }
        }
    }
#endif
