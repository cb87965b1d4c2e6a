public import AviaryResults
public import AviaryServer
public import Hummingbird
public import Logging

extension LiveApp {
    /// An app on a store, which answers the questions that need the store.
    ///
    ///     let store = try StoreFile("todo.sqlite", migrator: migrator).open()
    ///     let app = LiveApp(name: "To do", on: store, rooms: [Route("/", title: "To do") { ToDoController(store) }])
    ///
    /// The store reports whether it has the receipt of an action whose answer was lost (`Receipts`). It reports
    /// whether it can be written (`/healthz`), and describes errors (`LiveStore.sentence(about:)`, with the words of
    /// its options). The parameters are those of `LiveApp.init`. `health` is called if the store can be written; by
    /// default there is none.
    public convenience init(
        name: String, on store: LiveStore, language: String = "en", words: PageWords = PageWords(),
        rooms: [Route], navigation: [NavigationLink]? = nil, downloads: [Download] = [], uploads: [Upload] = [],
        assets: [Asset] = [],
        http: @escaping @Sendable (Router<LiveRequestContext>) -> Void = { _ in },
        logger: Logger = Logger(label: "aviary"), health: (@Sendable () async throws -> String)? = nil
    ) {
        self.init(
            name: name, language: language, words: words, rooms: rooms, navigation: navigation,
            downloads: downloads, uploads: uploads, assets: assets, http: http, logger: logger,
            health: {
                if store.isReadOnly { return "ok, read-only" }
                try await store.checkWriting()
                return try await health?() ?? "ok"
            },
            hasReceipt: { try await store.settle(receipt: $0) },
            describe: { store.sentence(about: $0) })
    }
}
