import AviaryViews

/// The controller of a scene and its children, with their collection views, which end with the scene.
///
/// What a collection view stores for its controller, such as a cell provider, may hold the controller, which holds the
/// view: a retain cycle. It is broken here, so that no room can leak.
///
/// All names on the wire are one flat space: those of a child begin with its *path*, which is `history/` for the child
/// `history`, and empty for the controller of the room.
final class Stage {
    typealias Member = ControllerTree.Member

    let page: ControllerTree
    /// Those of the page, and of the sheets over it that are told.
    var collections: [String: any ScreenCollection]
    /// What stands over the page, the topmost last.
    var sheets: [Sheet] = []
    /// Whether a question to the person is open.
    var isAsking: Bool { sheets.contains { $0.markup != nil } }
    /// How the last sheets with an address were opened.
    var remembered: [Presented] = []
    /// Whether there was a sheet already: what a tab shows that this scene does not have may then be one that it has closed.
    var hasHadSheets = false
    /// A sheet that a page shows, of a lost scene, while it is presented again.
    var returning: (name: String, address: Address)?
    /// That of the last sheet. Scenes begin anywhere, so that none has the names of another.
    var sheetNumber = Int.random(in: 1...1_000_000_000)
    /// The sheet whose title the tab was told last.
    private var toldTitled: String?
    /// What is told of sheets, in front of all else.
    var told: [SceneMessage] = []
    let messenger = Messenger()
    private let executor: SceneExecutor

    var members: [Member] { page.members }
    var controller: any ViewController { members[0].controller }
    /// The controllers of the page and of all sheets that are told.
    var everybody: [Member] { sheets.isEmpty ? members : members + sheets.filter(\.isReady).flatMap(\.members) }

    /// - Parameter executor: That of the scene.
    init(_ controller: any ViewController, on executor: SceneExecutor = SceneExecutor()) {
        self.executor = executor
        page = ControllerTree(controller)
        collections = page.collections
    }

    /// Names all that a page of these controllers is made of: the client, the style sheets, and their storyboards. A page
    /// with another version does not fit this server.
    ///
    /// - Throws: `StoryboardError`.
    func version(of app: LiveApp) throws -> String {
        let parts = try [app.version] + members.map { try type(of: $0.controller).storyboard.content().fingerprint }
        return Asset("version", Array(parts.joined(separator: " ").utf8)).fingerprint
    }

    /// What is painted, by the paths of the controllers.
    ///
    /// - Throws: `StoryboardError`.
    func scopes() throws -> [String: PageRenderer.Scope] {
        try members.reduce(into: [:]) { scopes, member in
            let content = try type(of: member.controller).storyboard.content()
            scopes[member.path] = .init(content: content, values: member.controller.page.values)
        }
    }

    /// What an action does that has this name on the wire. It holds its controller: a sheet may be closed before its turn,
    /// and an app's closure may count on `unowned self`.
    func action(named name: String) -> ((ActionEvent) async throws -> Void)? {
        if name == Sheet.reopening {
            return { [messenger] event in try await messenger.host?.reopen(event.fields["address"]) }
        }
        let path = name.path
        guard let controller = everybody.first(where: { $0.path == path })?.controller,
            let action = controller.actions[String(name.dropFirst(path.count))]
        else { return nil }
        return { event in
            defer { withExtendedLifetime(controller) {} }
            try await action(event)
        }
    }

    /// How many rows an action writes, as its controller says.
    func rowsWritten(by name: String) -> Int {
        let path = name.path
        let member = everybody.first { $0.path == path }
        return member?.controller.rowsWritten(by: String(name.dropFirst(path.count))) ?? 0
    }

    /// Tells the tab all outlets, whatever it shows.
    func redraw() {
        messenger.dropOutlets()
        for member in everybody { member.controller.page.redraw() }
    }

    func takeTold() -> [SceneMessage] {
        if told.isEmpty { return [] }
        defer { told = [] }
        return told
    }

    /// A sheet as its storyboards have it, with its names; what is in it is told like all else.
    ///
    /// - Throws: `StoryboardError`.
    func html(of sheet: Sheet) throws -> String {
        var scopes: [String: PageRenderer.Scope] = [:]
        for member in sheet.members {
            scopes[member.path] = .init(content: try type(of: member.controller).storyboard.content())
        }
        let empty = sheet.collections.mapValues { view in
            PageRenderer.Collection(
                layout: view.layout, count: 0, mode: view.mode, tiles: [])
        }
        // What the sheet of a page carries, which the client makes a style sheet of.
        let rules = sheet.collections.sorted { $0.key < $1.key }.map { name, view in
            PageRenderer.supplementaryRules(for: view.supplementaryPlacements, in: name)
        }.joined()
        let meta = rules.isEmpty ? "" : "<meta data-rules=\"\(rules.htmlEscaped)\">"
        return PageRenderer.render(scopes, collections: empty, at: sheet.path).body + meta
    }

    /// The sheet whose address the window shows, and so whose title; `nil` for the page.
    var titled: Sheet? { sheets.last { $0.isReady && $0.address != nil } }

    /// Whether the title of the window has changed since, or has to be told again.
    func takeTitleChange() -> Bool {
        let titled = titled
        let isOther = titled?.name != toldTitled
        toldTitled = titled?.name
        return (titled?.members.first?.controller ?? controller).page.takeTitleChange() || isOther
    }

    /// What the controllers say of themselves, by their paths without the slash at the end.
    var restorationStates: [String: String] {
        members.reduce(into: [:]) { states, member in
            let state = member.controller.restorationState
            if !state.isEmpty { states[String(member.path.dropLast())] = state }
        }
    }

    /// Hands to each controller what it said of itself, if it did.
    func restore(_ states: [String: String]) async {
        for member in members {
            if let state = states[String(member.path.dropLast())], !state.isEmpty {
                await member.controller.restore(state)
            }
        }
    }

    /// Has the controllers' tasks run from now on.
    func begin(in scene: Scene) {
        messenger.scene = scene
        for member in everybody { member.controller.page.begin(in: scene) }
    }

    /// The tasks hold their controllers, as collection views may.
    ///
    /// The last reference to the scene may be released on any thread, while a task of the scene runs on its executor. So
    /// all of it ends on that executor.
    deinit {
        let ended = OnScene((page: page, sheets: sheets, remembered: remembered))
        Task.detached(executorPreference: executor) {
            for tree in [ended.value.page] + ended.value.sheets.compactMap(\.tree) { tree.end() }
        }
    }
}

extension String {
    /// The part of a name on the wire that says whose it is: `history/` of `history/undo`.
    var path: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}
