import AviaryViews
public import Hummingbird
public import Logging
import ServiceLifecycle
import UnixSignals

/// An app whose screen is a browser: rooms at their addresses, served until the app is told to stop.
///
///     let app = LiveApp(name: "To do", rooms: [Route("/", title: "To do") { ToDoController(store) }])
///     try await app.run(port: 8081)
///
/// Each page has a navigation: links to all rooms in their order, or the links that the app names.
public final class LiveApp: Sendable {
    let name: String
    /// Of the words on its pages, as the attribute `lang` names it.
    let language: String
    let words: PageWords
    let routes: Routes
    let navigation: [NavigationLink]
    let downloads: [Download]
    package let uploads: Uploads
    let assets: [Asset]
    /// Names all that pages are made of but for their storyboards.
    let version: String
    let http: @Sendable (Router<LiveRequestContext>) -> Void
    let describe: @Sendable (any Error) -> String
    let hasReceipt: @Sendable (String) async throws -> Bool
    let logger: Logger
    let health: HealthProbe
    let slowLane = SlowLane()
    let mistakes = MistakeLog()
    let cellValues = SharedValues()
    let packets = SharedPackets()
    let largeActions = LargeActions()
    let trouble = AppTrouble()
    let keeper: SceneKeeper
    /// Called with each scene once it has its controller; tests count those that are left.
    let didLoad: (@Sendable (isolated Scene) -> Void)?

    /// An app. Its rooms and links are checked when it is served.
    ///
    /// - Parameters:
    ///   - name: Stands behind the title of each page.
    ///   - language: The language of the app's words, as BCP 47 names it: "en", "de-CH". It is the `lang` of each page,
    ///     by which screen readers choose a voice, and browsers hyphens and quotation marks. `Page.language` is that of
    ///     one page.
    ///   - words: What the server says on the pages by itself, if not in English.
    ///   - rooms: In the order of the navigation.
    ///   - navigation: The links around each page. By default there is one to each route without a parameter, when
    ///     there are at least two such routes.
    ///   - downloads: Files at addresses of their own.
    ///   - uploads: What people may send, by the names in `data-upload`.
    ///   - assets: Style sheets are joined to one for every page, in this order. All other files are served under
    ///     `/assets/`.
    ///   - http: Adds middleware of Hummingbird, which sees every request that the access policy lets through, and
    ///     routes of the app's own.
    ///   - logger: Gets what fails and what is refused, each entry on one line.
    ///   - health: The answer of `/healthz` with status 200, or 503 when it throws: for example whether the store can
    ///     be written. Of an error only the sentence of an `Unhealthy` is answered. Called once in two seconds at most.
    ///   - hasReceipt: Whether the store holds the receipt of an action. Asked when an action has failed that another
    ///     server may have performed, of whose answer nobody heard. `false` is told the person: it is not to hold the
    ///     receipt later either. While it throws, the outcome is not known, and it is asked again.
    ///   - describe: A sentence for a person about an error that an action or a reading threw: what happened, what is
    ///     safe, what to do. The default, `PageWords.actionFailed`, does not say which error it was.
    ///     `LiveApp(name:on:rooms:)` of AviaryApps has the sentences of a store and of its errors.
    public init(
        name: String, language: String = "en", words: PageWords = PageWords(), rooms: [Route],
        navigation: [NavigationLink]? = nil, downloads: [Download] = [], uploads: [Upload] = [], assets: [Asset] = [],
        http: @escaping @Sendable (Router<LiveRequestContext>) -> Void = { _ in },
        logger: Logger = Logger(label: "aviary"),
        health: @escaping @Sendable () async throws -> String = { "ok" },
        hasReceipt: @escaping @Sendable (String) async throws -> Bool = { _ in false },
        describe: (@Sendable (any Error) -> String)? = nil
    ) {
        self.name = name
        self.language = language
        self.words = words
        routes = Routes(rooms)
        self.navigation = navigation ?? [NavigationLink](toEachOf: rooms)
        self.downloads = downloads
        self.uploads = Uploads(uploads, logger: logger.onOneLine, words: words.uploads)
        self.http = http
        self.assets = assets
        version = PageFiles.version(of: assets, rooms: rooms)
        self.logger = logger.onOneLine
        self.describe = describe ?? { _ in words.actionFailed }
        self.hasReceipt = hasReceipt
        self.health = HealthProbe(check: health, logger: self.logger)
        keeper = SceneKeeper()
        didLoad = nil
    }

    /// A copy whose scenes are kept and counted by others; for tests.
    init(_ other: LiveApp, keeper: SceneKeeper, didLoad: (@Sendable (isolated Scene) -> Void)? = nil) {
        name = other.name
        language = other.language
        words = other.words
        routes = other.routes
        navigation = other.navigation
        downloads = other.downloads
        uploads = other.uploads
        assets = other.assets
        version = other.version
        http = other.http
        describe = other.describe
        hasReceipt = other.hasReceipt
        logger = other.logger
        health = other.health
        self.keeper = keeper
        self.didLoad = didLoad
    }

    /// Serves the app until SIGINT or SIGTERM: `service` in a group of its own.
    ///
    /// - Parameters:
    ///   - configuration: The address to bind, and who may connect; by default only browsers on this machine.
    ///   - onListening: Called once connections are accepted.
    /// - Throws: `RouteError`, `StoryboardError` and `ServerError`, before anything is served.
    public func run(
        _ configuration: ServerConfiguration = ServerConfiguration(),
        onListening: @escaping @Sendable (ListeningAddress) async -> Void = { _ in }
    ) async throws {
        let service = service(configuration, onListening: onListening)
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    func server(
        _ configuration: ServerConfiguration, onListening: @escaping @Sendable (ListeningAddress) async -> Void
    ) throws(ServerError) -> LiveServer {
        try LiveServer(
            configuration: configuration, responder: Pages(app: self).makeRouter().buildResponder(),
            words: words, logger: logger,
            onSocket: { socket in await TabSession(self, on: TabConnection(socket)).run(socket.messages) },
            onListening: onListening)
    }

    /// What a person reads about an error that an action threw, or a task, or the taking of a file.
    package func sentence(about error: any Error) -> String { words.sentence(about: error) ?? describe(error) }

    /// A new scene for an address, or `nil` when no route has it.
    package func scene(at address: Address) -> Scene? {
        routes.route(at: address).map { Scene(route: $0, address: address, app: self) }
    }
}
