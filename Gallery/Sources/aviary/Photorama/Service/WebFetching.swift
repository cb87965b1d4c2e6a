#if Web
    import AviaryWeb
    import Foundation
    import Logging

    /// Uses the HTTP client for photo services.
    struct WebFetching: Fetching {
        private let client: WebClient

        init(by client: WebClient) { self.client = client }

        /// Makes a client.
        ///
        /// - Parameter endpoint: An address whose host is always allowed, even on this machine.
        init(endpoint: URL?, logger: Logger) {
            var configuration = WebConfiguration()
            configuration.connectionsForHost = PhotoramaLibrary.mostLoads
            if let host = endpoint.flatMap({ WebHost(of: $0) }) { configuration.allowedHosts = [host] }
            self.init(by: WebClient(configuration, logger: logger))
        }

        func bytes(
            at address: URL, limit: Int, of kind: FetchedKind
        ) async throws(PhotoServiceError) -> [UInt8] {
            do {
                // A list is also accepted from a server that does not state the content type.
                let types: MediaTypes =
                    kind == .picture
                    ? .pictures
                    : MediaTypes(["application/*", "text/json", "text/javascript", "text/plain"], orNone: true)
                return try await client.get(address, accepting: types, limit: limit).bytes
            } catch {
                throw PhotoServiceError(error, host: address.host() ?? PhotoramaWords.someService, of: kind)
            }
        }
    }

    extension PhotoServiceError {
        fileprivate init(_ error: WebError, host: String, of kind: FetchedKind) {
            self =
                switch error {
                case .notAllowed: .forbiddenAddress(kind)
                case .unknownHost(let host), .unreachable(let host): .offline(host: host)
                case .notSecure(let host): .notSecure(host: host)
                case .lostConnection(let host): .interrupted(host: host)
                case .tookTooLong: .tooSlow(host: host)
                case .status(429, let wait): .tooManyRequests(retryAfter: wait)
                case .status(let status, _): .status(status, host: host)
                case .tooManyRedirects, .brokenRedirect: .lost(host: host)
                case .wrongType(let type): .wrongType(type ?? PhotoramaWords.noType)
                case .tooLarge(let limit): .tooLarge(limit: limit)
                case .malformedAnswer: .brokenAnswer(host: host)
                case .cancelled, .shutDown: .cancelled
                }
        }
    }
#endif
