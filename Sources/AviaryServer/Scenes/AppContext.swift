package import AviaryText
import AviaryViews
import Logging

/// What the scenes of an app know of it, and what they share.
package final class AppContext: Sendable {
    let name: String
    let languages: PageLanguages
    let prefix: PathPrefix
    let routes: Routes
    let downloads: [Download]
    package let uploads: Uploads
    let assets: [Asset]
    /// A hash of everything that pages are made of, except their storyboards.
    var version: String { currentVersion.value }
    private let currentVersion: Current<String>
    /// The files that pages load, once a page was served.
    private let currentFiles = Current<PageFiles?>(nil)
    /// The files on disk from which pages are read again; `nil` in a release build.
    let sources: PageSources?
    /// Recognizes the visitors; `nil` if the app does not.
    let visitors: VisitorCheck?
    let windows = VisitorWindows()
    let metrics: ServerMetrics?
    let logger: Logger
    let hasReceipt: @Sendable (String) async throws -> Bool
    let describe: @Sendable (any Error, Words) -> String
    let door = Door()
    let mistakes = MistakeLog()
    let cellValues = SharedValues()
    let packets = SharedPackets()
    let news = AppNews()
    let keeper: SceneKeeper
    /// Called with each scene once it has its controller. Tests count the remaining scenes.
    let didLoad: (@Sendable (isolated Scene) -> Void)?

    init(
        name: String, languages: PageLanguages, prefix: PathPrefix, routes: Routes, downloads: [Download],
        uploads: Uploads, assets: [Asset], sources: PageSources? = nil, visitors: VisitorCheck? = nil,
        metrics: ServerMetrics?, logger: Logger,
        hasReceipt: @escaping @Sendable (String) async throws -> Bool,
        describe: @escaping @Sendable (any Error, Words) -> String,
        keeper: SceneKeeper = SceneKeeper(), didLoad: (@Sendable (isolated Scene) -> Void)? = nil
    ) {
        self.name = name
        self.languages = languages
        self.prefix = prefix
        self.routes = routes
        self.downloads = downloads
        self.uploads = uploads
        self.assets = assets
        self.sources = sources
        currentVersion = Current(PageFiles.version(of: assets, ofRooms: routes.all.flatMap(\.files)))
        self.visitors = visitors
        self.metrics = metrics
        self.logger = logger
        self.hasReceipt = hasReceipt
        self.describe = describe
        self.keeper = keeper
        self.didLoad = didLoad
        for asset in assets + routes.all.flatMap({ $0.styles + [$0.module].compactMap(\.self) }) {
            sources?.watch(.asset(asset))
        }
        metrics?.registry.onRead { [door] registry in
            registry.setGauge(
                "aviary_large_actions", to: Double(door.load.count),
                help: "Large actions that are not done yet.")
            registry.setGauge(
                "aviary_large_actions_waiting", to: Double(door.waiting.actions),
                help: "Large actions that wait for their turn.")
        }
    }

    /// A copy with its own keeper of scenes; for tests.
    convenience init(
        _ other: AppContext, keeper: SceneKeeper, sources: PageSources?, didLoad: (@Sendable (isolated Scene) -> Void)?
    ) {
        self.init(
            name: other.name, languages: other.languages, prefix: other.prefix,
            routes: other.routes, downloads: other.downloads, uploads: other.uploads, assets: other.assets,
            sources: sources, visitors: other.visitors, metrics: other.metrics, logger: other.logger,
            hasReceipt: other.hasReceipt,
            describe: other.describe, keeper: keeper, didLoad: didLoad)
    }

    /// The files that pages load. Compressing them takes some milliseconds, so they are made once for each version.
    var files: PageFiles {
        if let files = currentFiles.value { return files }
        let files = PageFiles(
            assets, modules: routes.all.compactMap(\.module), roomSheets: routes.all.compactMap(\.styleSheet))
        currentFiles.value = files
        return files
    }

    /// Makes the files and the version of pages anew, and has the pages of all tabs reload.
    func renewPages() {
        for route in routes.all { route.joinStyles() }
        currentFiles.value = nil
        currentVersion.value = PageFiles.version(of: assets, ofRooms: routes.all.flatMap(\.files))
        news.renew()
    }

    /// A new scene for an address; `nil` when no route matches.
    func scene(at address: Address, for visitor: Visitor?, in language: PageLanguage) -> Scene? {
        routes.route(at: address).map {
            Scene(route: $0, address: address, app: self, visitor: visitor, language: language)
        }
    }

    /// Runs a window of a visitor, unless the visitor was signed out since the check. A sign-out closes the window and
    /// cancels `body`, so that nothing more begins of what waits.
    func withWindow(
        of entry: VisitorEntry, closing close: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable () async -> Void
    ) async {
        guard let mark = entry.visitor?.mark else { return await body() }
        // The task exists before the window is registered, and begins after that.
        let (opening, open) = AsyncStream.makeStream(of: Void.self)
        let work = Task {
            for await _ in opening.prefix(1) { await body() }
        }
        let number = windows.add(mark, checkedAt: entry.checkedAt) {
            close()
            work.cancel()
        }
        guard let number else {
            open.finish()
            return close()
        }
        open.yield()
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        windows.remove(number, of: mark)
    }

    /// The sentence for a person about an error of an action, a task or an upload, or of reading a page.
    package func sentence(about error: any Error, in words: Words) -> String {
        switch error {
        case is CancellationError: words.page.wasStopped
        case let error as HeavyWorkError: error.sentence(in: words)
        case let error as ClipboardError: error.sentence(in: words)
        case let error as UploadError: error.sentence(in: words)
        case let error as MoveRefusal: error.sentence(in: words)
        case let error as FieldFaults: error.sentence(in: words)
        default: describe(error, words)
        }
    }

    /// Checks the names in a storyboard that refer to the app: its uploads and its links.
    ///
    /// - Throws: `StoryboardError`.
    func check(_ storyboard: Storyboard) throws {
        sources?.watch(.storyboard(storyboard))
        let content = try storyboard.content()
        for language in languages.all.dropFirst() {
            guard let text = content.untranslated(by: language.texts).first else { continue }
            throw StoryboardError(
                storyboard.name, .init(line: text.line, what: "“\(text.text)” has no words in \(language.tag)"))
        }
        for name in content.uploads.sorted() where !uploads.names.contains(name) {
            throw StoryboardError(storyboard.name, .init(line: 1, what: "the app has no upload \(name)"))
        }
        for link in content.links where !hasPage(at: link.address) {
            throw StoryboardError(storyboard.name, .init(line: link.line, what: "there is no page at \(link.address)"))
        }
    }

    /// Returns whether a link in a storyboard is an address of this app.
    private func hasPage(at link: String) -> Bool {
        let path = String(link.prefix { $0 != "?" && $0 != "#" })
        return routes.covers(AddressPattern(path)) || downloads.contains { $0.pattern.covers(AddressPattern(path)) }
            || [ServerPaths.token, ServerPaths.health].contains(path)
            || assets.contains { path == "\(ServerPaths.assets)/\($0.name)" }
    }
}
