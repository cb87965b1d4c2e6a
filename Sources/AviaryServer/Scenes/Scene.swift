import AviaryViews
import Logging

/// One browser tab: the controller of its room, and the order in which things happen to it.
///
/// Events from the tab and updates from the store pass one at a time, each in a *turn* that ends with a packet of all it
/// changed. Actions run one after the other beside the turns, so that one which waits for the store holds up neither
/// scrolling nor updates.
///
/// A scene outlives its connection: a tab that comes back finds it as it was, answers included.
///
///     tab ── view, tap ─────────┐
///     store ── updates ─────────┼─▶ turn ─▶ turn ─▶ turn ─▶ packets
///     tab ── do ─▶ action ─▶ action ─┘
package actor Scene {
    let route: Route
    let address: Address
    let app: LiveApp
    nonisolated let executor = SceneExecutor()
    private(set) var stage: Stage?
    var collections: [String: any ScreenCollection] { stage?.collections ?? [:] }
    private var sendPacket: (@Sendable (String) async throws(ServerError) -> Void)?
    private let turns = Turnstile()
    var requests: [Request] = []
    var isPerforming = false
    /// The action that is performed now, or waits for its turn among those of all windows.
    var performance: Performance?
    /// Whether the tab has gone for good. Then large actions are stopped.
    var isAbandoned = false
    /// Whether the server stops: nothing is begun any more.
    var isStopping = false
    var answers = ActionAnswers()
    var doubts = ActionDoubts()
    /// The last number that the tab had asked for anything by when it connected; `nil` for one that does not say.
    private(set) var lastAsked: Int?
    var budget = WorkBudget()
    private let keepsake = Keepsake()
    private var displayedPackets = DisplayedPackets()
    /// Whether a tab is there that can be shown something.
    private(set) var isShown = false
    /// Whether the page is of another version, and so about to be loaded anew.
    private(set) var isOutdated = false
    /// Follow the collections of sheets, which came when those of the page were followed already.
    private var followers: [String: Task<Void, Never>] = [:]
    /// Why a collection cannot be read at present, and under no name what is wrong for the whole app: a tab that comes
    /// back has to be told again.
    private var failures: [String: String] = [:]
    /// The tab, for work that is done for it.
    nonisolated let asker = Asker()
    nonisolated var visitor: Visitor { asker.visitor }
    /// Names the tab in receipts; `nil` for one that does not come back.
    private(set) var tab: String?

    init(route: Route, address: Address, app: LiveApp) {
        self.route = route
        self.address = address
        self.app = app
    }

    /// The collections of its storyboard, and those of its children.
    package nonisolated func collectionNames() async throws -> [String] {
        Array(ControllerTree(try await route.makeController(address)).collections.keys)
    }

    // MARK: First paint

    /// The room as HTML, for a tab that is not connected yet.
    ///
    /// - Throws: `NotFound` when there is nothing at the address; `Elsewhere` when a controller leads to another page.
    package func paint() async throws -> FirstPaint {
        let stage = try await load()
        await confined { for member in stage.members { await member.controller.viewWillAppear() } }
        if let other = stage.messenger.destination, other != address { throw Elsewhere(address: other) }
        var painted: [String: PageRenderer.Collection] = [:]
        var (hasFrames, hasMenus) = (false, false)
        for (name, view) in collections {
            do { try await confined { try await view.paintFirst(firstPaintItems) } } catch { report(error) }
            let changes = view.takeChanges()
            if changes.contains(where: { if case .menus = $0 { true } else { false } }) { hasMenus = true }
            let reloads = changes.filter { if case .reload = $0 { true } else { false } }
            guard case .reload(let geometry, let count, _, let tiles, let sections, let headers, _)? = reloads.last
            else {
                continue
            }
            if geometry.isOfPart { hasFrames = true }
            painted[name] = .init(
                layout: view.layout, count: count, sections: sections,
                hasFooters: view.geometry.hasFooters, mode: view.mode, tiles: tiles, headers: headers?.list ?? [],
                sizes: view.layout.asksForSizes ? view.sizes(in: 0..<tiles.count) : [],
                isScrolled: view.hasScrollTarget, supplementaryPlacements: view.supplementaryPlacements)
        }
        reportMistakes()
        let scopes = try stage.scopes()
        let (body, sheet) = PageRenderer.render(scopes, collections: painted)
        let hasDates = scopes.values.contains { $0.content.hasDates }
        let opensSheets = scopes.values.contains { $0.content.callsByTap }
        return FirstPaint(
            title: documentTitle, language: stage.controller.page.language ?? app.language, body: body, sheet: sheet,
            version: try stage.version(of: app), hasDates: hasDates, hasFrames: hasFrames, hasMenus: hasMenus,
            opensSheets: opensSheets)
    }

    // MARK: The life of a tab

    /// Sends the room whole: to a new tab, to one that has come back to its scene, and to one whose scene is lost.
    ///
    /// - Returns: Whether there is a room now; otherwise the tab was told why not.
    func appear(_ hello: Hello, on connection: TabConnection) async -> Bool {
        asker.arrive(from: connection.address)
        let send = connection.send
        guard !SlowLane.isHere, hello.asksForMuch || hasLargeSelection else { return await present(hello, send) }
        return await app.slowLane.run { await self.present(hello, send) }
    }

    private func present(
        _ hello: Hello, _ send: @escaping @Sendable (String) async throws(ServerError) -> Void
    ) async -> Bool {
        budget = WorkBudget()
        // Another page than before counts its actions anew. What a server before this one let go of was not performed.
        if tab != hello.tab || isStopping {
            answers = ActionAnswers()
            doubts.open = []
        }
        isStopping = false
        tab = hello.tab
        lastAsked = hello.asked
        keepsake.begin(with: hello.keepsake)
        do {
            let isNew = stage == nil
            let stage = if let stage { stage } else { try await load() }
            let states = isNew ? keepsake.hold() : [:]
            // The controllers may have said something when they were loaded, which nobody has heard yet.
            let said = stage.messenger.takeSentences()
            // A selection may be of a million items. What changes here is told with all else.
            await turn { for view in self.collections.values { view.wake() } }
            sendPacket = send
            said.forEach(stage.messenger.tell)
            stage.messenger.host = self
            stage.messenger.copies.sendChanges = { [weak self] in await self?.turn {} }
            await confined {
                for member in stage.everybody { await member.controller.viewWillAppear() }
                await stage.restore(states)
            }
            // A scroll position and a selection are found by items, which may not be known yet.
            for (name, view) in collections {
                let isScrolled = hello.scrollPositions[name].map { max($0.rect.x, $0.rect.y) > 0.5 } ?? false
                guard isScrolled || isNew && keepsake.holdsSelection(of: name) else { continue }
                await confined { await view.waitUntilWhole() }
            }
            isShown = true
            failures[""] = app.trouble.join(self)
            let version = try stage.version(of: app)
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
                            try await view.scroll(to: rect)
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
            stage.begin(in: self)
            await confined { for member in stage.everybody { await member.controller.viewDidAppear() } }
            return true
        } catch let error as NotFound {
            sendPacket = send
            await self.send(SceneMessage.packet([.notFound(sentence: app.words.sentence(of: error))]))
            return false
        } catch {
            sendPacket = send
            await self.send(SceneMessage.packet([.say(.error, sentence: app.describe(error))]))
            app.logger.error(
                "A room could not be loaded", metadata: ["error": .outside(error), "room": "\(route.title)"])
            return false
        }
    }

    /// Follows the data sources of all collections, until the task is cancelled, which has to prefer the scene's executor.
    func followUpdates() async {
        let names = takeNamesToFollow()
        if names.count == 1 { await follow(names[0]) } else { await follow(each: names) }
    }

    // What waits here does so once for each window, and a task has room for all that a function on its way needs. So what
    // is done before a wait, behind it, or in few windows only is apart.

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

    /// The tab is out of reach: what waits for an answer of it goes on without.
    func disconnect() {
        isShown = false
        asker.leave()
        for follower in followers.values { follower.cancel() }
        stage?.messenger.copies.disconnect()
        endQuestions()
    }

    /// Whether the tab was there and is out of reach now.
    var isGone: Bool { sendPacket == nil && tab != nil }

    /// The connection is gone; the tab may come back with another.
    func disappear() async {
        sendPacket = nil
        app.trouble.leave(self)
        for follower in followers.values { await follower.value }
        followers = [:]
        for sheet in stage?.sheets ?? [] { sheet.isFollowed = false }
        let members = stage?.everybody ?? []
        await confined {
            for member in members { await member.controller.viewWillDisappear() }
            for member in members { await member.controller.viewDidDisappear() }
        }
        let rest = { @Sendable () async in await self.turn { await self.rest() } }
        if hasLargeSelection { await app.slowLane.run(rest) } else { await rest() }
    }

    /// What waits for a tab that may not come back costs little, and what waits for it to show something goes on.
    private func rest() {
        for view in collections.values { view.rest() }
        for completion in displayedPackets.takeAll() { completion() }
        for view in collections.values { for completion in view.takeCompletions() { completion() } }
    }

    private var hasLargeSelection: Bool { collections.values.contains { $0.selectionCount > manyItems } }

    private func load() async throws -> Stage {
        let stage = Stage(try await route.makeController(address), on: executor)
        try stage.page.load(into: stage.messenger, at: address, of: app)
        self.stage = stage
        app.didLoad?(self)
        try await confined {
            for member in stage.members.reversed() { try await member.controller.viewDidLoad() }
        }
        return stage
    }

    /// Follows a collection of a sheet, until that is dismissed or the tab has gone.
    func followBeside(_ name: String) {
        followers[name] = Task.detached(executorPreference: executor) { await self.follow(name) }
    }

    /// What cannot be read of a collection that is gone concerns nobody any more.
    func stopFollowing(_ names: some Sequence<String>) {
        for name in names {
            followers.removeValue(forKey: name)?.cancel()
            forgetFailure(of: name)
        }
    }

    private func follow(_ name: String) async {
        if let view = collections[name] { await follow(view, name) }
    }

    private func follow(_ view: some ScreenCollection, _ name: String) async {
        while let update = await view.nextUpdate() { await apply(update, to: view, name) }
        view.stopFollowing()
    }

    @inline(never) private func apply<View: ScreenCollection>(
        _ update: View.Update, to view: View, _ name: String
    ) async {
        await turn {
            // A sheet that was closed meanwhile shows nothing any more.
            guard self.collections[name] === view else { return }
            do {
                try await view.apply(update)
                self.note(nil, of: name)
            } catch {
                self.note(error, of: name)
            }
        }
    }

    // MARK: Turns

    /// Waits until nothing else happens, lets something happen, and sends what it changed as one packet.
    ///
    /// A turn is a whole thing also for a task that is cancelled, as those of a sheet are when it closes: the packet has
    /// what everybody has changed by then.
    @discardableResult
    func turn<Result>(
        andThen messages: [SceneMessage] = [], _ body: @escaping () async -> Result
    ) async -> Result {
        await turns.enter()
        let result = await uncancelled { await self.take(turn: body, andThen: messages) }
        turns.leave()
        return result
    }

    /// Brings something to its end, whatever becomes of the calling task: it runs in a task that nobody cancels.
    func uncancelled<Result>(_ body: @escaping () async -> Result) async -> Result {
        let body = OnScene(body)
        return await Task(executorPreference: executor) { await self.run(body) }.value.value
    }

    private func run<Result>(_ body: OnScene<() async -> Result>) async -> OnScene<Result> {
        OnScene(await body.value())
    }

    private func take<Result>(turn body: () async -> Result, andThen messages: [SceneMessage]) async -> Result {
        let isSlow = SlowLane.isHere
        if isSlow { await app.slowLane.enterTurn() }
        let result = await body()
        await doWorkDue()
        let asked = askWhenDisplayed()
        let messages = takeChanges(messages + asked)
        let packet = messages.isEmpty || sendPacket == nil ? nil : app.packets.text(of: messages)
        if isSlow { await app.slowLane.leaveTurn() }
        // A tab that is behind is waited for outside of the lane.
        if let packet { await send(packet) }
        return result
    }

    /// Does what the controllers have asked of the collections that needs content to be read. Without a tab it waits.
    private func doWorkDue() async {
        guard sendPacket != nil else { return }
        for view in collections.values where view.isWorkDue {
            do { try await confined { try await view.doWorkDue() } } catch { report(error) }
        }
    }

    /// What has changed, and then what is said besides. Put together in one array, as messages take long to copy.
    private func takeChanges(_ others: [SceneMessage]) -> [SceneMessage] {
        reportMistakes()
        var messages: [SceneMessage] = []
        for (name, view) in collections.sorted(by: { $0.key < $1.key }) {
            messages += view.takeChanges().lazy.map { SceneMessage.collection(name: name, $0) }
        }
        messages += collections.values.compactMap { $0.takeAnnouncement() }.map { SceneMessage.announce($0) }
        // A sheet does not outlive its scene.
        let lasting = stage?.sheets.isEmpty == false ? collections.filter { !Sheet.owns($0.key) } : collections
        let states = stage?.restorationStates ?? [:]
        let kept = tab == nil ? nil : keepsake.takeChange(of: lasting, states: states)
        if stage?.takeTitleChange() == true { messages.append(.title(documentTitle)) }
        messages += stage?.messenger.takeAll() ?? []
        if let kept { messages.append(.keepsake(kept)) }
        messages += others
        // What is told of sheets is in front: they are there before what they show.
        let sheets = stage?.takeTold() ?? []
        return sheets.isEmpty ? messages : sheets + messages
    }

    /// Has the tab say when it displays the packet, if something is to be done then.
    private func askWhenDisplayed() -> [SceneMessage] {
        guard sendPacket != nil else { return [] }
        let completions = collections.sorted { $0.key < $1.key }.flatMap { $0.value.takeCompletions() }
        if completions.isEmpty { return [] }
        let (number, overdue) = displayedPackets.add(completions)
        for completion in overdue { completion() }
        return [.display(number)]
    }

    /// The tab displays a packet, and so all before it.
    func didDisplay(_ number: Int) async {
        await turn { for completion in self.displayedPackets.take(upTo: number) { completion() } }
    }

    private var documentTitle: String {
        let sheet = stage?.titled
        let route = sheet?.address.flatMap { app.routes.route(at: $0) } ?? route
        let title = (sheet?.members.first?.controller ?? stage?.controller)?.page.title ?? route.title
        return title == app.name ? title : "\(title) – \(app.name)"
    }

    /// Takes note of whether something can be read; the person is told when that changes.
    func note(_ failure: (any Error)?, of source: String) {
        if let failure {
            failures[source] = app.describe(failure)
            report(failure)
        } else {
            forgetFailure(of: source)
        }
    }

    /// Has the window say something until it is over, which a sentence of `nil` says.
    func show(_ sentence: String?, for source: String) {
        guard let sentence else { return forgetFailure(of: source) }
        failures[source] = sentence
        say(error: sentence)
    }

    /// Takes note of what is wrong for the whole app now.
    func noteTrouble() async {
        await turn {
            guard let sentence = self.app.trouble.sentence else { return self.forgetFailure(of: "") }
            self.failures[""] = sentence
            self.say(error: sentence)
        }
    }

    /// The person is told when nothing is wrong any more, and what still is when that of the whole app is over.
    private func forgetFailure(of source: String) {
        guard failures.removeValue(forKey: source) != nil, failures.isEmpty || source.isEmpty else { return }
        say(error: failures.values.first ?? "")
    }

    func say(_ error: any Error) { say(error: app.sentence(about: error)) }

    private func say(error sentence: String) { stage?.messenger.tell(.say(.error, sentence: sentence)) }

    private func send(_ packet: String) async {
        do {
            try await sendPacket?(packet)
        } catch {
            // Only that throws: the connection is gone, and its messages end, too.
            self.sendPacket = nil
        }
    }

    /// - Parameters:
    ///   - receipt: That of an action for which a page before has asked.
    ///   - sentence: For the person, where a page may ask for this without a mistake of its own.
    func refuse(
        _ reason: String, answering number: Int? = nil, receipt: String? = nil, _ sentence: String? = nil
    ) async {
        app.logger.info("A message was refused", metadata: ["reason": .outside(reason)])
        guard let number else { return await turn(andThen: [.refused(reason: reason)]) {} }
        await fail(
            number, receipt: receipt, refusal: .refused(reason: reason), sentence ?? "Nothing was done: \(reason).")
    }

    /// Logs what the app got wrong.
    private func reportMistakes() {
        let pages = stage?.everybody.flatMap { $0.controller.page.takeMistakes() } ?? []
        let found = collections.values.flatMap { $0.takeMistakes() } + pages
        for mistake in found { noteMistake(mistake) }
    }

    /// In a debug build the page says it, too.
    func noteMistake(_ mistake: String) {
        app.mistakes.log(mistake, in: route.title, to: app.logger)
        #if DEBUG
            say(error: mistake)
        #endif
    }

    /// Looks whether a collection can be seen. One that is not displayed has no width either.
    func noteHeight(of rect: ContentRect, _ name: String) {
        guard rect.width > 0, rect.height == 0 else { return }
        noteMistake(
            """
            The collection \(name) has no height, so that nothing of it is seen: its content gives it none. Give it one, \
            by a grid's 1fr for instance.
            """)
    }

    func report(_ error: any Error) {
        // A request for a first paint may have gone.
        guard !(error is CancellationError) else { return }
        app.logger.error("The store could not be read", metadata: ["error": .outside(error)])
        say(error)
    }
}

/// A controller leads to another page before its own is shown.
struct Elsewhere: Error {
    let address: Address
}

/// A room as HTML.
package struct FirstPaint: Sendable {
    /// The page's title, with the app's name.
    var title: String
    /// The `lang` of the document.
    var language: String
    /// What goes into the body, and the rules of the page's own style sheet.
    var body: String
    var sheet: String
    /// Of all that the page is made of.
    var version: String
    var hasDates = false
    /// Whether a layout is not computed by the client alone.
    var hasFrames = false
    /// Whether a collection has menus.
    var hasMenus = false
    /// Whether a tap in a collection may open a sheet.
    var opensSheets = false
}

/// How many items a page holds before its tab has said how large it is: more than a screen of 1,920 × 1,200 points shows
/// of small tiles.
let firstPaintItems = 144
