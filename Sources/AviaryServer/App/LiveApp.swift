public import AviaryText
import AviaryViews
public import Hummingbird
public import Logging
import ServiceLifecycle
import UnixSignals

/// An app with a browser as its screen. It serves rooms at their addresses until it is stopped.
///
///     let app = LiveApp(name: "To do", rooms: [Route("/", title: "To do") { ToDoController(store) }])
///     try await app.run(port: 8081)
///
/// Each page has a navigation with the links that the app lists. By default it has a link to each room without a
/// parameter, if there are at least two such rooms.
public final class LiveApp: Sendable {
    /// What its scenes know of it, and what they share.
    package let context: AppContext
    let navigation: [NavigationLink]
    let manifest: WebAppManifest?
    let http: @Sendable (Router<LiveRequestContext>) -> Void
    let health: HealthProbe

    /// An app. Its rooms and links are checked before it is served.
    ///
    /// - Parameters:
    ///   - name: The name, shown after the title of each page.
    ///   - words: The words of each language of the app; English by default. A page is in the language that its browser
    ///     prefers (`Accept-Language`), or else in the first one. It is the `lang` of the page, by which screen readers
    ///     choose a voice and browsers choose hyphens and quotation marks.
    ///   - prefix: The path that browsers see before each address of the app, such as `/gallery`, when a proxy has the
    ///     app there. All other addresses, here and in the app, are written without it. The proxy may pass the path on
    ///     or remove it. The path is checked when the app starts.
    ///   - rooms: The rooms, in the order of the navigation.
    ///   - navigation: The links on each page. By default there is a link to each route without a parameter, when
    ///     there are at least two such routes.
    ///   - downloads: Files at addresses of their own.
    ///   - uploads: The uploads that people may send, by the names in `data-upload`.
    ///   - assets: Style sheets and other files. Style sheets are joined into one for every page, in this order. All
    ///     other files are served under `/assets/`.
    ///   - manifest: Makes the app installable on phones and desktops.
    ///   - visitors: Recognizes the visitors of the app. Controllers read `page.visitor`. By default everybody whom the
    ///     access rules let in is the same to the app.
    ///   - metrics: Takes the figures of the server, which `/metrics` answers for Prometheus. By default nothing is
    ///     measured.
    ///   - http: Adds the app's own routes and Hummingbird middleware, which gets every request that the access policy
    ///     allows.
    ///   - logger: Logs failures and refusals, each entry on one line.
    ///   - health: Returns the answer of `/healthz` with status 200, for example whether the store can be written. If
    ///     it throws, the status is 503. The answer then contains the sentence of an `Unhealthy`, and nothing of other
    ///     errors. It is called once in two seconds at most.
    ///   - hasReceipt: Returns whether the store has the receipt of an action. It is called for a failed action that
    ///     another server may have performed, because an answer can be lost. After `false` the person is told that the
    ///     action was not performed, so the store must not get the receipt later. While it throws, the outcome is
    ///     unknown, and it is called again.
    ///   - describe: Returns a sentence about an error of an action or of reading, in the words of the page. The sentence
    ///     tells a person what happened, what is safe, and what to do. It is asked about each error of the app and of a
    ///     store, but not about those of this library. The default has the sentence of a `SpokenError`, and
    ///     `Words.Page.actionFailed` for all other errors. `LiveApp(name:on:rooms:)` of AviaryApps has sentences for the
    ///     errors of a store.
    ///   - file: A file of the target with the app's pages. In a debug build, storyboards and assets are read from the
    ///     folder of that target, and all windows show them when they are saved. The variable `AVIARY_PAGES` names
    ///     another folder, also in a release build.
    public init(
        name: String, words: [Words] = [.english], prefix: String = "",
        rooms: [Route], navigation: [NavigationLink]? = nil, downloads: [Download] = [], uploads: [Upload] = [],
        assets: [Asset] = [], manifest: WebAppManifest? = nil, visitors: VisitorCheck? = nil,
        metrics: MetricsRegistry? = nil,
        http: @escaping @Sendable (Router<LiveRequestContext>) -> Void = { _ in },
        logger: Logger = Logger(label: "aviary"),
        health: @escaping @Sendable () async throws -> String = { "ok" },
        hasReceipt: @escaping @Sendable (String) async throws -> Bool = { _ in false },
        describe: @escaping @Sendable (any Error, Words) -> String = {
            ($0 as? any SpokenError)?.sentence(in: $1) ?? $1.page.actionFailed
        },
        file: StaticString = #filePath
    ) {
        let logger = logger.onOneLine
        context = AppContext(
            name: name, languages: PageLanguages(words), prefix: PathPrefix(prefix), routes: Routes(rooms),
            downloads: downloads, uploads: Uploads(uploads, logger: logger),
            assets: assets + (manifest?.icons.map(\.asset) ?? []),
            sources: PageSources(besides: "\(file)"), visitors: visitors, metrics: metrics.map(ServerMetrics.init),
            logger: logger,
            hasReceipt: hasReceipt,
            describe: describe)
        self.navigation = navigation ?? [NavigationLink](toEachOf: rooms)
        self.manifest = manifest
        self.http = http
        self.health = HealthProbe(check: health, logger: logger)
    }

    /// A copy with its own keeper of scenes, and its own files on disk; for tests.
    init(
        _ other: LiveApp, keeper: SceneKeeper, sources: PageSources? = nil,
        didLoad: (@Sendable (isolated Scene) -> Void)? = nil
    ) {
        context = AppContext(other.context, keeper: keeper, sources: sources, didLoad: didLoad)
        navigation = other.navigation
        manifest = other.manifest
        http = other.http
        health = other.health
    }

    /// Serves the app until SIGINT or SIGTERM, as `service` in a group of its own.
    ///
    /// - Parameters:
    ///   - configuration: The address to bind, and the access rules. By default only browsers on this machine have
    ///     access.
    ///   - onListening: Called once connections are accepted.
    /// - Throws: `RouteError`, `LanguageError`, `StoryboardError`, `ServerError`, or an error from making a controller, before anything
    ///   is served.
    public func run(
        _ configuration: ServerConfiguration = ServerConfiguration(),
        onListening: @escaping @Sendable (ListeningAddress) async -> Void = { _ in }
    ) async throws {
        let service = service(configuration, onListening: onListening)
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: context.logger))
        try await group.run()
    }

    func server(
        _ configuration: ServerConfiguration, onListening: @escaping @Sendable (ListeningAddress) async -> Void
    ) throws(ServerError) -> LiveServer {
        try LiveServer(
            configuration: configuration, prefix: context.prefix.text, visitors: context.visitors,
            responder: Pages(app: self).makeRouter().buildResponder(), languages: context.languages,
            logger: context.logger,
            onSocket: { [context] socket in
                context.metrics?.windowDidOpen()
                defer { context.metrics?.windowDidClose() }
                await context.withWindow(of: socket.entry, closing: { socket.close(.signedOut) }) {
                    await TabSession(context, on: TabConnection(socket)).run(socket.messages)
                }
            },
            onListening: onListening)
    }

    /// A new scene for an address; `nil` when no route matches.
    ///
    /// - Parameter language: One of the app's languages; by default the first.
    package func scene(at address: Address, for visitor: Visitor? = nil, in language: String? = nil) -> Scene? {
        context.scene(at: address, for: visitor, in: context.languages[language ?? ""] ?? context.languages.first)
    }

    /// Closes all open windows of a visitor. They say that the person was signed out, and none of their actions that wait
    /// is performed.
    ///
    ///     try await sessions.end(of: ann)
    ///     app.signOut("ann")
    ///
    /// End the person's session first, so that the app's `VisitorCheck` does not recognize it any more. Actions and
    /// downloads that have begun are finished. Only windows of this server are closed, so with several servers call it
    /// on each.
    ///
    /// - Parameter visitor: The `id` of the `Visitor`.
    /// - Complexity: O(*w*) for *w* windows of the visitor.
    public func signOut(_ visitor: String) { context.windows.signOut(Visitor.mark(ofID: visitor)) }

    /// Shows an error on every page, for instance while a database on another machine cannot be reached. A call with
    /// `nil` removes the error.
    ///
    ///     app.show(trouble: "PostgreSQL cannot be reached. The lists stay as they are.")
    ///     app.show(trouble: nil)
    ///
    /// Pages that are opened meanwhile show the error, too. Lists and actions continue to work as far as they can.
    ///
    /// - Parameter sentence: The error, which replaces the error of an earlier call; `nil` when nothing is wrong any
    ///   more.
    public func show(trouble sentence: String?) { context.news.say(trouble: sentence) }
}
