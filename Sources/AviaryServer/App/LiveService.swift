public import ServiceLifecycle

/// An app as a service, to run in a `ServiceGroup` of the program.
///
///     let services = ServiceGroup(
///         services: [app.service(), importer], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
///     try await services.run()
///
/// When the group shuts down, running actions are finished, and tabs reconnect to the next server.
public struct LiveService: Service {
    let app: LiveApp
    let configuration: ServerConfiguration
    let onListening: @Sendable (ListeningAddress) async -> Void

    /// Serves until the group shuts down.
    ///
    /// Under a `Supervisor`, a port that the system has chosen stays the same in the next process.
    ///
    /// - Throws: `RouteError`, `StoryboardError`, `ServerError`, or an error from making a controller, before anything
    ///   is served.
    public func run() async throws {
        try await app.check()
        try await app.context.uploads.open()
        let saves = Task { await app.watchSources() }
        defer { saves.cancel() }
        var configuration = configuration
        if configuration.port == 0, let port = Supervision.current?.port { configuration.port = port }
        try await app.server(configuration) { address in
            Supervision.current?.listen(on: address.port)
            await onListening(address)
        }.run()
    }
}

extension LiveApp {
    /// The app as a service, which a program can run together with other services.
    ///
    /// - Parameters:
    ///   - configuration: The address to bind, and the access rules. By default only browsers on this machine have
    ///     access.
    ///   - onListening: Called once connections are accepted. If `isRestart` of the address is true, a previous process
    ///     has already announced this address.
    /// - Returns: The service. It does nothing before it is run.
    public func service(
        _ configuration: ServerConfiguration = ServerConfiguration(),
        onListening: @escaping @Sendable (ListeningAddress) async -> Void = { _ in }
    ) -> LiveService {
        LiveService(app: self, configuration: configuration, onListening: onListening)
    }
}
