package import AviaryText
import AviaryViews
import Logging

/// One browser tab, as the server sees it. A scene has the controller of the tab's room (the content at one address),
/// and orders the tab's events and updates.
///
/// Events from the tab and updates from the store are handled one at a time, each in a *turn*. A turn ends with a
/// packet of all its changes. Actions run one after the other, outside of the turns, so an action that waits for the
/// store delays neither scrolling nor updates.
///
/// A scene outlives its connection by some minutes. A tab that reconnects in this time finds its scene, with the
/// answers to its actions.
///
///     tab ── view, tap ─────────┐
///     store ── updates ─────────┼─▶ turn ─▶ turn ─▶ turn ─▶ packets
///     tab ── do ─▶ action ─▶ action ─┘
package actor Scene {
    let route: Route
    let address: Address
    let app: AppContext
    /// The visitor to whom the scene belongs; `nil` if nobody has signed in.
    let visitor: Visitor?
    /// The language of its page.
    let language: PageLanguage
    package nonisolated var words: Words { language.words }
    nonisolated let executor = SceneExecutor()
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private(set) var stage: Stage?
    var collections: [String: any ScreenCollection] { stage?.collections ?? [:] }
    private var sendPacket: (@Sendable (String) async throws(ServerError) -> Void)?
    /// Held by the turn that runs now.
    private let turnLock = AsyncLock()
    var queue = ActionQueue()
    var answers = ActionAnswers()
    var doubts = ActionDoubts()
    /// The highest number of a request that the tab had used when it connected; `nil` if the tab did not report it.
    private(set) var lastAsked: Int?
    private let keepsake = Keepsake()
    private var displayedPackets = DisplayedPackets()
    /// Whether a tab is connected and the room is loaded.
    private(set) var isShown = false
    /// Whether the tab's page was made by another version of the app, so that it is about to reload.
    private(set) var isOutdated = false
    /// The version of the page when its controllers were made.
    private var version = ""
    /// The tasks that follow collections of sheets that were presented while the tab was connected. `followUpdates()`
    /// follows all other collections.
    private var followers: [String: Task<Void, Never>] = [:]
    /// The sentences that are shown now, by their source, such as the reason why a collection cannot be read. After a
    /// reconnect one of them is sent again. The empty source stands for the error of the whole app (`AppNews`).
    private var failures: [String: String] = [:]
    /// The collections whose boxes have a width but no height.
    private var flat: Set<String> = []
    /// The tab on whose behalf work is done.
    nonisolated let asker = Asker()
    nonisolated var account: Account { asker.account }
    /// The tab's name in receipts; `nil` for a tab that does not return.
    private(set) var tab: String?
    /// The calls of `callBeforeNextMessage` that have not ended.
    private var calls: [Int: Task<Void, Never>] = [:]
    private var lastCall = 0

    init(
        route: Route, address: Address, app: AppContext, visitor: Visitor? = nil, language: PageLanguage = .english
    ) {
        self.visitor = visitor
        self.language = language
        self.route = route
        self.address = address
        self.app = app
    }

    /// The collections of the room's storyboard and of its children.
    package nonisolated func collectionNames() async throws -> [String] {
        Array(ControllerTree(try await route.makeController(address, visitor)).collections.keys)
    }

    // MARK: First paint

    /// Renders the room as HTML for a tab that is not connected yet.
    ///
    /// - Throws: `NotFound` when nothing exists at the address; `Redirection` when a controller leads to another page;
    ///   `StoryboardError`; any other error of making the controller or of `viewDidLoad()`.
    package func paint() async throws -> FirstPaint {
        let stage = try await load()
        await confined { for member in stage.members { await member.controller.viewWillAppear() } }
        if let other = stage.messenger.destination, other != address { throw Redirection(address: other) }
        var painted: [String: PageRenderer.Collection] = [:]
        var (hasFrames, hasMenus) = (false, false)
        for (name, view) in collections {
            do { try await confined { try await view.paintFirst(firstPaintItems) } } catch { report(error) }
            let collection = PageRenderer.Collection(view)
            if collection.needsFrames { hasFrames = true }
            if view.hasMenus { hasMenus = true }
            painted[name] = collection
        }
        reportMistakes()
        let scopes = try stage.scopes(in: language)
        let (body, sheet) = PageRenderer.render(scopes, collections: painted, under: app.prefix)
        let hasDates = scopes.values.contains { $0.content.hasDates }
        let opensSheets = scopes.values.contains { $0.content.callsByTap }
        return FirstPaint(
            title: documentTitle, language: stage.controller.page.language ?? language.tag, body: body, sheet: sheet,
            version: try pageVersion(of: stage), hasDates: hasDates, hasFrames: hasFrames, hasMenus: hasMenus,
            opensSheets: opensSheets)
    }

    // MARK: The life of a tab

    /// Sends the whole room to a tab that has connected. The tab may be new. It may also have reconnected, or have lost
    /// its scene. Then handles the other messages of its first packet.
    ///
    /// - Returns: `true` if the room is shown. Otherwise the tab was sent the reason.
    func appear(
        _ hello: BrowserMessage.HelloMessage, with messages: [BrowserMessage] = [], on connection: TabConnection
    ) async -> Bool {
        asker.arrive(from: connection.address)
        return await app.door.run(max(Price(hello, with: messages), .items(selectionCount))) {
            guard await self.present(hello, connection.send) else { return false }
            await self.receive(messages)
            return true
        }
    }

    private func present(
        _ hello: BrowserMessage.HelloMessage, _ send: @escaping @Sendable (String) async throws(ServerError) -> Void
    ) async -> Bool {
        // Another page counts its actions from 1 again, so earlier answers are not meant for it. After a stop, actions
        // may have been dropped without an answer, so the tab may ask for them again.
        if tab != hello.tab || queue.isStopping {
            answers = ActionAnswers()
            doubts.dropAll()
        }
        queue.open()
        tab = hello.tab
        lastAsked = hello.asked
        keepsake.begin(with: hello.keepsake ?? "")
        do {
            let isNew = stage == nil
            let stage = if let stage { stage } else { try await load() }
            if !isNew {
                await confined { for member in stage.everybody { _ = await member.controller.page.prepareChoices() } }
            }
            let states = isNew ? keepsake.awaitRestoration() : [:]
            // The controllers may have said sentences at loading. The sentences are set aside here, because the next
            // turn has no connection yet and drops its messages.
            let said = stage.messenger.takeSentences()
            // Waking may restore a selection of a million items. The changes are not sent here, but by `redraw()`
            // below.
            await turn { for view in self.collections.values { view.screenDidConnect() } }
            sendPacket = send
            said.forEach(stage.messenger.tell)
            stage.messenger.host = self
            await confined {
                for member in stage.everybody { await member.controller.viewWillAppear() }
                await stage.restore(states)
            }
            // A scroll position and a selection refer to items, which may not have been read yet. So this waits for
            // them.
            for (name, view) in collections {
                let isScrolled = hello.scrollPositions[name].map { max($0.rect.x, $0.rect.y) > 0.5 } ?? false
                guard isScrolled || view.staysAtEnd || isNew && keepsake.hasSelection(of: name) else { continue }
                await confined { await view.waitUntilWhole() }
            }
            isShown = true
            stage.messenger.copies.sendChanges = { [weak self] in await self?.turn {} }
            failures[""] = app.news.join(self)
            let version = try pageVersion(of: stage)
            isOutdated = hello.version.map { $0 != version } ?? false
            if isOutdated { await self.send(SceneMessage.packet([.upgrade(version: version)])) }
            await turn {
                if isNew { self.keepsake.restoreSelection(of: self.collections) }
                for sheet in stage.sheets { self.tell(sheet, again: true) }
                for (name, view) in self.collections {
                    do {
                        let position = hello.scrollPositions[name] ?? ScrollPosition(ContentRect(width: 0, height: 0))
                        let rect = view.rect(of: position)
                        self.noteHeight(of: rect, name)
                        view.screenDidAppear(at: position, isNew: isNew)
                        try await self.confined {
                            try await view.scroll(to: rect, isAtEnd: view.isAtEnd)
                            try await view.scrollToTarget()
                        }
                    } catch {
                        self.report(error)
                    }
                    view.redraw()
                }
                stage.redraw()
                if let failure = self.failures.values.first { self.say(error: failure) }
            }
            let members = stage.begin(in: self)
            await callBeforeNextMessage {
                await self.confined { for member in members { await member.controller.viewDidAppear() } }
            }
            return true
        } catch let error as NotFound {
            sendPacket = send
            await self.send(SceneMessage.packet([.notFound(sentence: error.sentence(in: language.words))]))
            return false
        } catch {
            sendPacket = send
            await self.send(SceneMessage.packet([.say(kind: .error, sentence: sentence(about: error))]))
            app.logger.error(
                "A room could not be loaded", metadata: ["error": .outside(error), "room": "\(route.title)"])
            return false
        }
    }

    /// The version of a page that the scene paints, with the marks of the language and of the visitor.
    private func pageVersion(of stage: Stage) throws -> String {
        language.mark
            + [try stage.version(of: app, in: language), visitor?.mark].compactMap(\.self)
            .joined(separator: Self.markSeparator)
    }

    /// Returns whether a page of this version was painted for the visitor.
    static func isPage(ofVersion version: String, for visitor: Visitor?) -> Bool {
        version.split(separator: markSeparator).dropFirst().first.map(String.init) == visitor?.mark
    }

    private static let markSeparator = "."

    /// Follows the data sources of all collections that no other task follows, until the calling task is cancelled.
    /// That task must prefer the scene's executor.
    func followUpdates() async {
        let names = takeNamesToFollow()
        if names.count == 1 { await follow(names[0]) } else { await follow(each: names) }
    }

    // A suspended task keeps the frames of its functions in memory, and each tab has a task that is suspended here. So
    // code that runs before or after the wait, or in few tabs only, is in separate functions that are not inlined.

    @inline(never) private func takeNamesToFollow() -> [String] {
        let beside = Set(stage?.sheets.filter(\.isFollowed).flatMap(\.collections.keys) ?? [])
        for sheet in stage?.sheets ?? [] where sheet.isReady { sheet.isFollowed = true }
        return collections.keys.filter { !beside.contains($0) }
    }

    @inline(never) private func follow(each names: [String]) async {
        await withTaskGroup(of: Void.self) { group in
            for name in names { group.addTask { await self.follow(name) } }
        }
    }

    /// Ends every wait for an answer of the tab, and cancels the tasks that follow sheets, because the connection is
    /// lost.
    func disconnect() {
        isShown = false
        asker.leave()
        for follower in followers.values { follower.cancel() }
        stage?.messenger.copies.disconnect()
        endQuestions()
    }

    /// Whether the tab was connected and has gone.
    var isGone: Bool { sendPacket == nil && tab != nil }

    /// Releases the connection after it has ended. The tab may return with another connection.
    func disappear() async {
        sendPacket = nil
        app.news.leave(self)
        while let call = calls.values.first { await call.value }
        for follower in followers.values { await follower.value }
        followers = [:]
        for sheet in stage?.sheets ?? [] { (sheet.isFollowed, sheet.hasAppeared) = (false, false) }
        let members = stage?.everybody ?? []
        await confined {
            for member in members { await member.controller.viewWillDisappear() }
            for member in members { await member.controller.viewDidDisappear() }
        }
        for member in members { member.controller.page.stopChoices() }
        await app.door.run(.items(selectionCount)) { await self.turn { await self.screenDidDisconnect() } }
    }

    /// Reduces the memory of the views while the tab is away, and runs completions that wait for the tab to display
    /// something.
    private func screenDidDisconnect() {
        for view in collections.values { view.screenDidDisconnect() }
        for completion in displayedPackets.takeAll() { completion() }
        for view in collections.values { for completion in view.takeCompletions() { completion() } }
    }

    /// How many items are selected in all collections.
    var selectionCount: Int { collections.values.reduce(0) { $0 + $1.selectionCount } }

    private func load() async throws -> Stage {
        let stage = Stage(try await route.makeController(address, visitor), on: executor)
        stage.messenger.visitor = visitor
        stage.messenger.language = language
        try load(stage.page, into: stage.messenger, at: address)
        self.stage = stage
        version = try stage.version(of: app, in: language)
        app.didLoad?(self)
        try await confined {
            for member in stage.members.reversed() { try await member.controller.viewDidLoad() }
            if let failure = await stage.page.prepareChoices() { report(failure) }
        }
        return stage
    }

    /// Loads the controllers of the room or of a sheet.
    func load(_ tree: ControllerTree, into messenger: Messenger, at address: Address) throws {
        try tree.load(into: messenger, at: address, sharing: app.cellValues, words: language.words.views)
    }

    /// Follows a collection of a sheet until the sheet is dismissed or the tab has gone.
    func followBeside(_ name: String) {
        followers[name] = Task.detached(executorPreference: executor) { await self.follow(name) }
    }

    /// Stops following collections that are gone, and drops their errors.
    func stopFollowing(_ names: some Sequence<String>) {
        for name in names {
            followers.removeValue(forKey: name)?.cancel()
            if flat.remove(name) != nil { show(nil, for: flatness(of: name)) }
            forgetFailure(of: name)
        }
    }

    private func follow(_ name: String) async {
        if let view = collections[name] { await follow(view, name) }
    }

    private func follow(_ view: some ScreenCollection, _ name: String) async {
        while await view.waitForUpdate() { await applyUpdate(to: view, name) }
        view.stopFollowing()
    }

    @inline(never) private func applyUpdate(to view: some ScreenCollection, _ name: String) async {
        let start = app.metrics == nil ? nil : ContinuousClock.now
        defer { if let start { app.metrics?.didUpdate(since: start) } }
        await turn {
            // If the sheet of the collection was closed meanwhile, the update is dropped.
            guard self.collections[name] === view else { return }
            do {
                try await view.applyUpdate()
                self.note(nil, of: name)
                self.checkHeight(of: name)
            } catch {
                self.note(error, of: name)
            }
        }
    }

    // MARK: Turns

    /// Waits for its turn, runs `body`, and sends all changes as one packet.
    ///
    /// A turn completes even if the calling task is cancelled, for instance because its sheet closes. Otherwise changes
    /// of other tasks could be lost, because the packet of a turn contains these, too.
    @discardableResult
    func turn<Result>(
        andThen messages: [SceneMessage] = [], _ body: @escaping () async -> Result
    ) async -> Result {
        await turnLock.lock()
        let result = await uncancelled { await self.take(turn: body, andThen: messages) }
        turnLock.unlock()
        return result
    }

    /// Calls an async function of the app. It stays on this scene's executor after each suspension.
    func confined<T>(_ body: () async throws -> T) async rethrows -> T {
        try await withTaskExecutorPreference(executor) { try await body() }
    }

    /// Runs `body` to its end in a separate task, so that cancelling the caller does not cancel it.
    func uncancelled<Result>(_ body: @escaping () async -> Result) async -> Result {
        let body = OnScene(body)
        return await Task(executorPreference: executor) { await self.run(body) }.value.value
    }

    /// Calls the app before the next message of the tab is handled. If the app asks the person something, the message is
    /// handled meanwhile, because it may be the answer.
    func callBeforeNextMessage(_ body: @escaping () async -> Void) async {
        let (waiting, wait) = AsyncStream.makeStream(of: Void.self)
        lastCall += 1
        let (number, body) = (lastCall, OnScene(body))
        calls[number] = Task(executorPreference: executor) { await self.call(body, number, wait) }
        for await _ in waiting {}
    }

    private func call(
        _ body: OnScene<() async -> Void>, _ number: Int, _ wait: AsyncStream<Void>.Continuation
    ) async {
        await AppCall.$wait.withValue(wait) { await body.value() }
        calls[number] = nil
        wait.finish()
    }

    private func run<Result>(_ body: OnScene<() async -> Result>) async -> OnScene<Result> {
        OnScene(await body.value())
    }

    private func take<Result>(turn body: () async -> Result, andThen messages: [SceneMessage]) async -> Result {
        let (result, packet) = await app.door.turn(of: account) {
            let result = await body()
            await doWorkDue()
            let asked = askWhenDisplayed()
            let messages = takeChanges(messages + asked)
            return (result, messages.isEmpty || sendPacket == nil ? nil : app.packets.text(of: messages))
        }
        // The packet is sent after the turn at the door has ended, because sending waits for a slow tab.
        if let packet { await send(packet) }
        return result
    }

    /// Does work of collections that was postponed because it has to read content. Without a tab the work waits.
    private func doWorkDue() async {
        guard sendPacket != nil else { return }
        for view in collections.values where view.isWorkDue {
            do { try await confined { try await view.doWorkDue() } } catch { report(error) }
        }
    }

    /// All changes, followed by other messages. This function appends everything to one array, because copying messages
    /// is slow.
    private func takeChanges(_ others: [SceneMessage]) -> [SceneMessage] {
        reportMistakes()
        var messages: [SceneMessage] = []
        for (name, view) in collections.sorted(by: { $0.key < $1.key }) {
            messages += view.takeChanges().lazy.map { SceneMessage.collection(name: name, $0) }
        }
        messages += collections.values.compactMap { $0.takeAnnouncement() }.map { SceneMessage.announce(sentence: $0) }
        // Sheets end with their scene, so the stored state leaves out their collections.
        let lasting = stage?.sheets.isEmpty == false ? collections.filter { !Sheet.owns($0.key) } : collections
        let states = stage?.restorationStates ?? [:]
        let next = tab == nil ? nil : keepsake.takeChange(of: lasting, states: states)
        if stage?.takeTitleChange() == true { messages.append(.title(title: documentTitle)) }
        messages += stage?.messenger.takeAll() ?? []
        if let next { messages.append(.keepsake(keepsake: next)) }
        messages += others
        // The messages that present sheets come first, because later messages refer to these sheets.
        let sheets = stage?.takeTold() ?? []
        return sheets.isEmpty ? messages : sheets + messages
    }

    /// If completions wait until this packet is displayed, makes the message that asks the tab to acknowledge it.
    private func askWhenDisplayed() -> [SceneMessage] {
        guard sendPacket != nil else { return [] }
        let completions = collections.sorted { $0.key < $1.key }.flatMap { $0.value.takeCompletions() }
        if completions.isEmpty { return [] }
        let (number, overdue) = displayedPackets.add(completions)
        for completion in overdue { completion() }
        return [.display(number: number)]
    }

    /// Runs the completions of a packet that the tab displays, and of all packets before it.
    func didDisplay(_ number: Int) async {
        await turn { for completion in self.displayedPackets.take(upTo: number) { completion() } }
    }

    private var documentTitle: String {
        let sheet = stage?.titled
        let route = sheet?.address.flatMap { app.routes.route(at: $0) } ?? route
        let title = (sheet?.members.first?.controller ?? stage?.controller)?.page.title ?? language.text(route.title)
        let name = language.text(app.name)
        return title == name ? title : "\(title) – \(name)"
    }

    /// Records whether a source can be read, and notifies the person of changes.
    func note(_ failure: (any Error)?, of source: String) {
        if let failure {
            failures[source] = sentence(about: failure)
            report(failure)
        } else {
            forgetFailure(of: source)
        }
    }

    /// Shows an error in the tab until this method is called with `nil` for the same source.
    func show(_ sentence: String?, for source: String) {
        guard let sentence else { return forgetFailure(of: source) }
        failures[source] = sentence
        say(error: sentence)
    }

    /// Shows the error of the whole app, or removes it if there is none any more.
    func noteTrouble() async {
        await turn {
            guard let sentence = self.app.news.sentence else { return self.forgetFailure(of: "") }
            self.failures[""] = sentence
            self.say(error: sentence)
        }
    }

    /// Whether its controllers were made with the storyboards as they are now. If not, the scene fits no new page.
    var isUpToDate: Bool { stage.map { (try? $0.version(of: app, in: language)) == version } ?? true }

    /// Has the tab reload its page, if the page or an open sheet is made of other files now.
    func noteVersion() async {
        guard isShown, let stage, let now = try? stage.version(of: app, in: language) else { return }
        let sheets = stage.sheets.filter { $0.isTold && $0.version != $0.toldVersion }
        guard now != version || !sheets.isEmpty else { return }
        await turn(andThen: [.upgrade(version: ([now] + sheets.map(\.version)).joined(separator: "-"))]) {}
    }

    /// Removes the error of a source. The page's error is cleared once no source has one. When the whole app's error
    /// ends, the page shows a remaining error instead.
    private func forgetFailure(of source: String) {
        guard failures.removeValue(forKey: source) != nil, failures.isEmpty || source.isEmpty else { return }
        say(error: failures.values.first ?? "")
    }

    func sentence(about error: any Error) -> String { app.sentence(about: error, in: language.words) }

    func say(_ error: any Error) { say(error: sentence(about: error)) }

    private func say(error sentence: String) { stage?.messenger.tell(.say(kind: .error, sentence: sentence)) }

    private func send(_ packet: String) async {
        do {
            try await sendPacket?(packet)
            app.metrics?.didSend(packet)
        } catch {
            // `sendPacket` throws only when the connection is lost. In this case the messages of the tab end, too.
            self.sendPacket = nil
        }
    }

    /// Logs why a message is refused, and answers it.
    ///
    /// - Parameters:
    ///   - receipt: The receipt of an action that an earlier page has asked for.
    ///   - sentence: A sentence for the person, if a page without mistakes may cause the refusal.
    func refuse(
        _ reason: String, answering number: Int? = nil, receipt: String? = nil, _ sentence: String? = nil
    ) async {
        app.logger.info("A message was refused", metadata: ["reason": .outside(reason)])
        guard let number else { return await turn(andThen: [.refused(reason: reason)]) {} }
        await fail(
            number, receipt: receipt, refusal: .refused(reason: reason), sentence ?? "Nothing was done: \(reason).")
    }

    /// Logs the app's mistakes.
    private func reportMistakes() {
        let pages = stage?.everybody.flatMap { $0.controller.page.takeMistakes() } ?? []
        let found = collections.values.flatMap { $0.takeMistakes() } + pages
        for mistake in found { noteMistake(mistake) }
    }

    /// Logs a mistake. A debug build also shows it on the page.
    func noteMistake(_ mistake: String) {
        app.mistakes.log(mistake, in: route.title, to: app.logger)
        #if DEBUG
            say(error: mistake)
        #endif
    }

    /// Notes whether a collection has a width but no height. A collection that is not displayed has no width either.
    ///
    /// It is a mistake only if there is content, and if the box has no height a second later. A list that is as high as
    /// its content has no height while it is empty, and a style sheet may wait for an outlet.
    func noteHeight(of rect: ContentRect, _ name: String) {
        guard rect.width > 0, rect.height == 0 else {
            if flat.remove(name) != nil { show(nil, for: flatness(of: name)) }
            return
        }
        if flat.insert(name).inserted { checkHeight(of: name) }
    }

    /// Looks a second later whether a collection without height has items that nobody sees.
    private func checkHeight(of name: String) {
        guard flat.contains(name) else { return }
        Task.detached { [weak self, clock = app.keeper.clock] in
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
            await self?.turn { await self?.reportHeight(of: name) }
        }
    }

    private func reportHeight(of name: String) {
        guard isShown, flat.contains(name), let view = collections[name], view.geometry.contentHeight > 0 else {
            return
        }
        let mistake = """
            The collection \(name) has no height, so that nothing of it is seen: its content gives it none. Give it one, \
            by a grid's 1fr for instance.
            """
        app.mistakes.log(mistake, in: route.title, to: app.logger)
        #if DEBUG
            show(mistake, for: flatness(of: name))
        #endif
    }

    /// The source of the sentence about a collection without height, among `failures`. No collection has this name.
    private func flatness(of name: String) -> String { "?height \(name)" }

    func report(_ error: any Error) {
        // If the request for a first paint was cancelled, nothing is wrong with the store.
        guard !(error is CancellationError) else { return }
        app.logger.error("The store could not be read", metadata: ["error": .outside(error)])
        say(error)
    }
}

/// Thrown when a controller leads to another page before its own is shown.
struct Redirection: Error {
    let address: Address
}

/// A room as HTML.
package struct FirstPaint: Sendable {
    /// The page's title, with the app's name.
    var title: String
    /// The `lang` of the document.
    var language: String
    /// The content of the body, and the page's own style sheet.
    var body: String
    var sheet: String
    /// A hash of everything that the page is made of.
    var version: String
    var hasDates = false
    /// Whether the client needs its part `frames` (`Client/later/frames.js`) for a layout.
    var hasFrames = false
    /// Whether a collection has menus.
    var hasMenus = false
    /// Whether a tap in a collection may open a sheet.
    var opensSheets = false
}

/// The number of items in a first paint, when the size of the tab is still unknown. So many small tiles fill a screen of
/// 1,920 × 1,080 points beside the navigation. Each takes 27 bytes of a compressed page.
let firstPaintItems = 96
