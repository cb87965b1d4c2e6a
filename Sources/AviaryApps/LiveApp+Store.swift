public import AviaryResults
public import AviaryServer
public import AviaryText
public import Hummingbird
public import Logging

extension LiveApp {
    /// Makes an app whose rooms show and write one store.
    ///
    ///     let store = try StoreFile("todo.sqlite", migrator: migrator).open()
    ///     let app = LiveApp(name: "To do", on: store, rooms: [Route("/", title: "To do") { ToDoController(store) }])
    ///
    /// If the answer to an action was lost, the store says whether it has the receipt (`Receipts`). For `/healthz` it
    /// says whether it can be written. It also describes errors in the words of the page, by
    /// `LiveStore.sentence(about:in:)`.
    ///
    /// - Parameters:
    ///   - name: The name, shown after the title of each page.
    ///   - store: The store that the rooms show and write.
    ///   - words: The words of each language of the app; English by default. A browser chooses among them.
    ///   - prefix: The path that browsers see before each address of the app, such as `/gallery`, when a proxy has the
    ///     app there.
    ///   - rooms: The rooms, in the order of the navigation.
    ///   - navigation: The links on each page. By default there is a link to each route without a parameter, if there
    ///     are at least two such routes.
    ///   - downloads: Files at addresses of their own.
    ///   - uploads: The uploads that people may send, by the names in `data-upload`.
    ///   - assets: Style sheets and other files.
    ///   - visitors: Recognizes the visitors of the app. Controllers read `page.visitor`.
    ///   - http: Adds the app's own routes and middleware.
    ///   - logger: Logs failures and refusals, each entry on one line.
    ///   - health: Returns the answer of `/healthz` after the store was checked. It is not called for a read-only
    ///     store.
    ///   - file: A file of the target with the app's pages, which a debug build reads from disk.
    public convenience init(
        name: String, on store: LiveStore, words: [Words] = [.english],
        prefix: String = "", rooms: [Route], navigation: [NavigationLink]? = nil, downloads: [Download] = [],
        uploads: [Upload] = [], assets: [Asset] = [], manifest: WebAppManifest? = nil, visitors: VisitorCheck? = nil,
        metrics: MetricsRegistry? = nil,
        http: @escaping @Sendable (Router<LiveRequestContext>) -> Void = { _ in },
        logger: Logger = Logger(label: "aviary"), health: (@Sendable () async throws -> String)? = nil,
        file: StaticString = #filePath
    ) {
        self.init(
            name: name, words: words, prefix: prefix, rooms: rooms, navigation: navigation,
            downloads: downloads, uploads: uploads, assets: assets, manifest: manifest, visitors: visitors,
            metrics: metrics,
            http: http, logger: logger,
            health: {
                if store.isReadOnly { return "ok, read-only" }
                try await store.checkWriting()
                return try await health?() ?? "ok"
            },
            hasReceipt: { try await store.settle(receipt: $0) },
            describe: { store.sentence(about: $0, in: $1) }, file: file)
    }
}
