public import ServiceLifecycle

/// An app as a service, for a `ServiceGroup` that the program makes.
///
///     let services = ServiceGroup(
///         services: [app.service(), importer], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
///     try await services.run()
///
/// When the group shuts down, actions that were begun are finished, and tabs are told to wait.
public struct LiveService: Service {
    let app: LiveApp
    let configuration: ServerConfiguration
    let onListening: @Sendable (ListeningAddress) async -> Void

    /// Serves until the group shuts down.
    ///
    /// Under a `Supervisor` a port that the system chose stays the same from one process to the next.
    ///
    /// - Throws: `RouteError`, `StoryboardError` and `ServerError`, before anything is served.
    public func run() async throws {
        try await app.check()
        try await app.uploads.open()
        var configuration = configuration
        if configuration.port == 0, let port = Supervision.current?.port { configuration.port = port }
        try await app.server(configuration) { address in
            Supervision.current?.listen(on: address.port)
            await onListening(address)
        }.run()
    }
}

extension LiveApp {
    /// The app as a service, which a program can run beside others.
    ///
    /// - Parameters:
    ///   - configuration: The address to bind, and who may connect; by default only browsers on this machine.
    ///   - onListening: Called once connections are accepted. When `isRestart` of the address is true, a process before
    ///     this one has told people of it.
    public func service(
        _ configuration: ServerConfiguration = ServerConfiguration(),
        onListening: @escaping @Sendable (ListeningAddress) async -> Void = { _ in }
    ) -> LiveService {
        LiveService(app: self, configuration: configuration, onListening: onListening)
    }
}
