package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle

/// Serves pages over HTTP, and the WebSockets of open browser windows, on one port.
///
/// The access policy decides on each request before the responder gets it. All responses get the security headers. In a
/// browser, only a page of this server can open a socket, because the header `Origin` is checked. On graceful shutdown
/// the server stops listening and closes idle connections. Sockets are closed after `ServerLimits.shutdownGrace`.
/// Requests and handlers that still run after `closeLinger` and half a second more are cancelled.
package struct LiveServer: Service {
    private let configuration: AviaryServer.ServerConfiguration
    private let gate: AccessGate
    private let connections: Connections
    private let responder: any HTTPResponder<LiveRequestContext>
    private let languages: PageLanguages
    private let logger: Logger
    private let onSocket: @Sendable (LiveSocket) async throws -> Void
    private let onListening: @Sendable (ListeningAddress) async -> Void

    /// - Parameters:
    ///   - prefix: The path before each address, as for `LiveApp`.
    ///   - visitors: The check of the app, which recognizes its visitors.
    ///   - responder: Answers the requests that the access policy allows. A router's `buildResponder()` makes it.
    ///   - onSocket: Owns a socket until it returns. Its task is not cancelled when the peer disconnects, because it
    ///     may still be storing the peer's last changes. It is cancelled only after the grace period of a shutdown.
    ///   - onListening: Called once, as soon as the server listens.
    /// - Throws: `ServerError` for an unusable configuration, or when this process may open too few files.
    package init(
        configuration: AviaryServer.ServerConfiguration, prefix: String = "",
        visitors: VisitorCheck? = nil,
        responder: some HTTPResponder<LiveRequestContext>,
        languages: PageLanguages = PageLanguages([]),
        logger: Logger,
        onSocket: @escaping @Sendable (LiveSocket) async throws -> Void,
        onListening: @escaping @Sendable (ListeningAddress) async -> Void = { _ in }
    ) throws(ServerError) {
        let logger = logger.onOneLine
        guard (0...65535).contains(configuration.port) else { throw .portOutOfRange(port: configuration.port) }
        var configuration = configuration
        let connections = OpenFiles.allowing(configuration.limits.connections)
        try OpenFiles.requireFewest()
        if connections < configuration.limits.connections {
            logger.warning(
                """
                This process may open too few files for \(configuration.limits.connections) connections; \(connections) may \
                be open at a time. Raise its limit (ulimit -n) for more.
                """
            )
            configuration.limits.connections = connections
        }
        let proxies = try TrustedProxies(configuration.proxies)
        self.configuration = configuration
        self.connections = Connections(limits: configuration.limits, proxies: proxies)
        self.gate = AccessGate(
            policy: try AccessPolicy(
                configuration: configuration, prefix: PathPrefix(prefix), checksVisitors: visitors != nil),
            visitors: visitors, proxies: proxies,
            file: configuration.sessionsFile.map(PrivateFile.init), logger: logger)
        self.responder = responder
        self.languages = languages
        self.logger = logger
        self.onSocket = onSocket
        self.onListening = onListening
    }

    package func run() async throws {
        let application = try makeApplication()
        let limits = configuration.limits
        let outcome = await withTaskGroup(of: Result<Void, any Error>?.self) { group in
            group.addTask {
                do { return .success(try await application.run()) } catch { return .failure(error) }
            }
            group.addTask {
                // Every socket closes within `shutdownGrace` and `closeLinger`. A task that runs longer ignores the
                // shutdown, so it is cancelled.
                try? await gracefulShutdown()
                try? await Task.sleep(for: limits.shutdownGrace + limits.closeLinger + .milliseconds(500))
                return nil
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
        if case .failure(let error) = outcome, !(error is CancellationError) {
            throw ServerError(binding: configuration.host, port: configuration.port, error: error) ?? error
        }
    }

    private func makeApplication() throws(ServerError) -> some Service {
        let isSecure = configuration.tls != nil
        let live = HTTPServerBuilder { [self] respond in
            LiveChannel(
                responder: respond, limits: configuration.limits, connections: connections, isSecure: isSecure,
                prefix: gate.policy.prefix,
                owner: { gate.owner(of: $0) }, isSessionOpen: { gate.isOpen($0) },
                admit: { await gate.admit($0, from: $1) },
                mayUpgrade: { $0.path == ServerPaths.socket && gate.allows(upgrade: $0) },
                onSocket: onSocket)
        }
        let server = if let files = configuration.tls { try files.secure(live) } else { live }
        return Application(
            responder: GuardedResponder(gate: gate, connections: connections, languages: languages, base: responder),
            server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                backlog: Self.backlog,
                // Always has room for one more connection, because the next connection closes the oldest one that was
                // turned away.
                availableConnectionsDelegate: .maximum(
                    configuration.limits.connections + 2 * ServerLimits.turnedAway, logger: logger)),
            onServerRunning: { [configuration, gate, onListening] channel in
                try? await channel.eventLoop.submit {
                    try channel.pipeline.syncOperations.addHandler(AcceptReserve(), position: .first)
                }.get()
                let port = channel.localAddress?.port ?? configuration.port
                await onListening(
                    ListeningAddress(
                        host: configuration.host, port: port, isSecure: isSecure, token: gate.policy.token,
                        prefix: gate.policy.prefix))
            },
            logger: logger)
    }

    /// The most connections that wait to be accepted. Accepting is quick. The system may allow less.
    private static let backlog = 1024
}
