#if Web
    import AsyncHTTPClient
    import NIOCore
    import NIOSSL
    import Synchronization

    /// One HTTP client for each server. A client connects only to the IP address in its key, which the caller has
    /// checked.
    final class WebConnections: Sendable {
        /// The key of a client. Connections are reused for the same origin at the same address.
        struct Server: Hashable, Sendable {
            let origin: String
            let host: WebAddress.Host
            let address: IPAddress
        }

        private struct State {
            var ledger: ExchangeLedger<Server>
            var clients: [Server: HTTPClient] = [:]
            var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
            var lastID = 0
            var isShutDown = false
        }

        private let state: Mutex<State>
        private let configuration: WebConfiguration

        init(_ configuration: WebConfiguration) {
            self.configuration = configuration
            state = Mutex(
                State(
                    ledger: ExchangeLedger(
                        limit: configuration.connections, limitForHost: configuration.connectionsForHost)))
        }

        deinit { for client in state.withLock({ $0.clients.values }) { Self.close(client) } }

        /// The number of servers with a client.
        var count: Int { state.withLock { $0.clients.count } }

        /// Runs one exchange, as soon as the limits allow it.
        func exchange<Answer>(
            with server: Server, _ body: (HTTPClient) async throws -> Answer
        ) async throws -> Answer {
            let client = try await begin(server)
            let result: Result<Answer, any Error>
            do { result = .success(try await body(client)) } catch { result = .failure(error) }
            end(server)
            return try result.get()
        }

        private func begin(_ server: Server) async throws -> HTTPClient {
            let id = state.withLock { state in
                state.lastID += 1
                return state.lastID
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let now: Result<Void, any Error>? = state.withLock { state in
                        if state.isShutDown { return .failure(WebError.shutDown) }
                        // A cancellation from here on waits for the lock, and then finds the waiter to remove.
                        if Task.isCancelled { return .failure(WebError.cancelled) }
                        guard case .now(let idle) = state.ledger.begin(id, server) else {
                            state.waiters[id] = continuation
                            return nil
                        }
                        close(idle, in: &state)
                        return .success(())
                    }
                    if let now { continuation.resume(with: now) }
                }
            } onCancel: {
                let waiter = state.withLock { state in
                    state.ledger.giveUp(id) ? state.waiters.removeValue(forKey: id) : nil
                }
                waiter?.resume(throwing: WebError.cancelled)
            }
            let client = state.withLock { state -> HTTPClient? in
                if state.isShutDown { return nil }
                if let client = state.clients[server] { return client }
                let client = HTTPClient(
                    eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: settings(for: server))
                state.clients[server] = client
                return client
            }
            if let client { return client }
            end(server)
            throw WebError.shutDown
        }

        private func end(_ server: Server) {
            let waiters = state.withLock { state in
                state.ledger.end(server).map { started in
                    close(started.closing, in: &state)
                    return state.waiters.removeValue(forKey: started.id)
                }
            }
            for waiter in waiters { waiter?.resume() }
        }

        private func close(_ server: Server?, in state: inout State) {
            if let client = server.flatMap({ state.clients.removeValue(forKey: $0) }) { Self.close(client) }
        }

        /// Closes a client and does not wait, because all its connections are idle.
        private static func close(_ client: HTTPClient) { Task { try? await client.shutdown() } }

        /// Ends all exchanges and closes all connections.
        func shutDown() async {
            let (clients, waiters) = state.withLock { state in
                state.isShutDown = true
                let (clients, waiters) = (state.clients, state.waiters)
                for id in waiters.keys { _ = state.ledger.giveUp(id) }
                (state.clients, state.waiters) = ([:], [:])
                return (clients.values, waiters.values)
            }
            for waiter in waiters { waiter.resume(throwing: WebError.shutDown) }
            for client in clients { try? await client.shutdown() }
        }

        private func settings(for server: Server) -> HTTPClient.Configuration {
            var settings = HTTPClient.Configuration()
            // An IP address as the host needs no override. A host name resolves to the checked address. TLS and the
            // header `Host` still use the name.
            if case .name(let name) = server.host { settings.dnsOverride = [name: "\(server.address)"] }
            settings.redirectConfiguration = .disallow
            settings.timeout = .init(connect: .seconds(10))
            settings.connectionPool.idleTimeout = .seconds(30)
            settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.connectionsForHost
            settings.connectionPool.retryConnectionEstablishment = false
            settings.httpVersion = .http1Only
            // `BodyReader` decompresses, with a limit for each body.
            settings.decompression = .disabled
            // A trace would contain the whole URL.
            settings.tracing.tracer = nil
            if !configuration.trustedCertificates.isEmpty {
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.additionalTrustRoots = configuration.trustedCertificates.map { .file($0) }
                settings.tlsConfiguration = tls
            }
            return settings
        }
    }
#endif
