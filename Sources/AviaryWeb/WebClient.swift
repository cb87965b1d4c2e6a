#if Web
    import AsyncHTTPClient
    public import Foundation
    public import Logging
    import NIOCore
    import NIOHTTP1
    import Synchronization

    /// An HTTP client for untrusted servers. It limits what such a server could choose: time, size, type, redirects.
    ///
    ///     let client = WebClient()
    ///     let answer = try await client.get(url, accepting: .pictures, limit: 10_000_000)
    ///
    /// A server must have a public address, unless the configuration allows the server. So neither a redirect nor a
    /// name leads to this machine or to a local network. The client connects to exactly the address that it has
    /// checked.
    ///
    /// Connections are reused. They are closed when the client is deallocated. ``shutdown()`` also waits until they are
    /// closed.
    public final class WebClient: Sendable {
        private let configuration: WebConfiguration
        private let logger: Logger
        private let time: WebTime
        private let resolver: any NameResolver
        private let isPublic: @Sendable (IPAddress) -> Bool
        private let connections: WebConnections
        private let known = Mutex(KnownAddresses())

        /// A client without connections. The first fetch makes one.
        ///
        /// - Parameters:
        ///   - configuration: The limits of each fetch, and the servers that need no public address.
        ///   - logger: The logger for retries, at the level `debug`. Messages have hosts and statuses, but no path or
        ///     query.
        public convenience init(
            _ configuration: WebConfiguration = WebConfiguration(),
            logger: Logger = Logger(label: "aviary.web") { _ in SwiftLogNoOpLogHandler() }
        ) {
            self.init(configuration, logger: logger, time: WebTime(ContinuousClock()), resolver: SystemResolver())
        }

        init(
            _ configuration: WebConfiguration, logger: Logger, time: WebTime, resolver: any NameResolver,
            isPublic: @escaping @Sendable (IPAddress) -> Bool = \.isPublic
        ) {
            self.configuration = configuration
            self.logger = logger
            self.time = time
            self.resolver = resolver
            self.isPublic = isPublic
            connections = WebConnections(configuration)
        }

        /// The number of servers with connections.
        var servers: Int { connections.count }

        /// Cancels all fetches, closes all connections, and waits until they are closed. Later fetches throw
        /// ``WebError/shutDown``.
        public func shutdown() async { await connections.shutDown() }

        private enum Outcome: Sendable {
            case finished(Result<WebAnswer, WebError>)
            case late
            case woken
        }

        /// Fetches the content of an address.
        ///
        /// The request is repeated after a wait if the connection was lost, or if the server answers with status 429 or
        /// 5xx; see ``WebRetries``. Cancelling the task cancels the exchange.
        ///
        /// - Parameters:
        ///   - url: A URL with the scheme `http` or `https`.
        ///   - types: The media types that the answer may have.
        ///   - limit: The largest number of bytes of the body, compressed or not.
        ///   - headers: Further headers. They are sent only to the scheme, host and port of this address, not after a
        ///     redirect to another one. Their values must not have control characters.
        /// - Returns: The answer with status 200, with the whole body.
        /// - Throws: ``WebError``.
        public func get(
            _ url: URL, accepting types: MediaTypes, limit: Int, headers: [String: String] = [:]
        ) async throws(WebError) -> WebAnswer {
            precondition(
                headers.values.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } },
                "A header's value has no control characters.")
            let address = try WebAddress(url)
            let request = Request(
                address: address, types: types, limit: max(limit, 0), headers: headers, begin: time.now())
            // A separate task waits for the deadline, because no deadline of the HTTP client covers all steps of a
            // fetch.
            let outcome = await withTaskGroup(of: Outcome.self) { group in
                group.addTask { await .finished(self.result(of: request)) }
                group.addTask {
                    do { try await self.time.sleep(self.configuration.deadline) } catch { return .woken }
                    return .late
                }
                while let outcome = await group.next() {
                    if case .woken = outcome { continue }
                    group.cancelAll()
                    return outcome
                }
                return .woken
            }
            switch outcome {
            case .finished(let result): return try result.get()
            case .late: throw .tookTooLong(configuration.deadline)
            case .woken: throw .cancelled
            }
        }

        private struct Request: Sendable {
            let address: WebAddress
            let types: MediaTypes
            let limit: Int
            let headers: [String: String]
            let begin: Duration
        }

        private func result(of request: Request) async -> Result<WebAnswer, WebError> {
            var failures = 0
            while true {
                let failure: WebError
                do throws(WebError) {
                    return .success(try await attempt(request))
                } catch {
                    // If the task was cancelled, the connection ended because of that, and was not lost.
                    failure = Task.isCancelled ? .cancelled : error
                }
                failures += 1
                let remaining = configuration.deadline - (time.now() - request.begin)
                guard
                    let wait = configuration.retries.wait(
                        after: failure, failures: failures, remaining: remaining, chance: time.chance())
                else { return .failure(failure) }
                logger.debug(
                    "Asking again",
                    metadata: [
                        "host": "\(request.address.hostText)", "failures": "\(failures)", "because": "\(failure)",
                        "wait": "\(wait)",
                    ])
                do { try await time.sleep(wait) } catch { return .failure(.cancelled) }
            }
        }

        /// Makes one attempt, and follows its redirects.
        private func attempt(_ request: Request) async throws(WebError) -> WebAnswer {
            var address = request.address
            for _ in 0...max(configuration.redirects, 0) {
                switch try await ask(address, for: request) {
                case .answer(let answer): return answer
                case .redirect(let location): address = try address.resolving(location)
                }
            }
            throw .tooManyRedirects(limit: configuration.redirects)
        }

        private enum Hop {
            case answer(WebAnswer)
            case redirect(to: String)
        }

        /// Sends the request for one URL to the first address of the host that can be reached, among at most three.
        private func ask(_ address: WebAddress, for request: Request) async throws(WebError) -> Hop {
            let candidates = try await checkedAddresses(for: address).prefix(3)
            for (index, candidate) in candidates.enumerated() {
                let server = WebConnections.Server(origin: address.origin, host: address.host, address: candidate)
                do {
                    let hop = try await connections.exchange(with: server) { client in
                        try await self.exchange(by: client, with: address, for: request)
                    }
                    if index > 0, case .name(let name) = address.host {
                        known.withLock { $0.reached(candidate, of: name) }
                    }
                    return hop
                } catch {
                    let failure = WebError(error, host: address.hostText)
                    guard case .unreachable = failure, !Task.isCancelled, candidate != candidates.last else {
                        if case .unreachable = failure, case .name(let name) = address.host {
                            known.withLock { $0.forget(name) }
                        }
                        throw failure
                    }
                }
            }
            throw .unreachable(address.hostText)
        }

        /// Returns the addresses of a host that are allowed; at least one.
        private func checkedAddresses(for address: WebAddress) async throws(WebError) -> [IPAddress] {
            let all: [IPAddress]
            switch address.host {
            case .literal(let literal): all = [literal]
            case .name(let name):
                if let addresses = known.withLock({ $0.addresses(of: name, now: time.now()) }) {
                    all = addresses
                } else {
                    let found = await resolver.addresses(of: name)
                    if Task.isCancelled { throw .cancelled }
                    guard !found.isEmpty else { throw .unknownHost(name) }
                    all = known.withLock { $0.set(found, of: name, now: time.now()) }
                }
            }
            if configuration.allowedHosts.contains(WebHost(address)) { return all }
            let allowed = all.filter(isPublic)
            guard !allowed.isEmpty else { throw .notAllowed(.notPublic(host: address.hostText)) }
            return allowed
        }

        private func exchange(
            by client: HTTPClient, with address: WebAddress, for request: Request
        ) async throws -> Hop {
            var message = HTTPClientRequest(url: address.text)
            message.headers.add(name: "accept", value: request.types.header)
            message.headers.add(name: "accept-encoding", value: "gzip")
            message.headers.add(name: "user-agent", value: configuration.userAgent)
            if address.origin == request.address.origin {
                for (name, value) in request.headers { message.headers.replaceOrAdd(name: name, value: value) }
            }
            // `get` enforces the deadline, so the timeout of the HTTP client is very long.
            let response = try await client.execute(message, timeout: .hours(24))
            do {
                let reply = try WebReply(
                    status: Int(response.status.code), accepting: request.types, limit: request.limit, now: time.date()
                ) { response.headers.first(name: $0) }
                switch reply {
                case .redirect(let location):
                    await finish(response)
                    return .redirect(to: location)
                case .body(let coding, let type, let length):
                    var reader = try BodyReader(coding, limit: request.limit, length: length)
                    for try await part in response.body {
                        try part.withUnsafeReadableBytes { try reader.add($0) }
                    }
                    // If the task was cancelled, the body may have ended too early.
                    if Task.isCancelled { throw WebError.cancelled }
                    guard let url = URL(string: address.text) else { throw WebError.notAllowed(.malformed) }
                    return .answer(WebAnswer(bytes: try reader.finish(), type: type, address: url))
                }
            } catch let error as WebError {
                if case .status = error { await finish(response) }
                throw error
            }
        }

        /// Reads a short body to its end, so that the connection can be reused. If the body is long or its length is
        /// unknown, the connection is closed.
        private func finish(_ response: HTTPClientResponse) async {
            guard let length = response.headers.first(name: "content-length").flatMap({ Int(decimal: $0.utf8) }),
                length <= 16_384
            else { return }
            _ = try? await response.body.collect(upTo: length)
        }
    }
#endif
