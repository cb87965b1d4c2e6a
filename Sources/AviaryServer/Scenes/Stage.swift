import AviaryViews

/// The controller of a scene with its children and their collection views. All of them end with the scene.
///
/// A collection view stores closures of its controller, such as a cell provider. These closures may retain the
/// controller, which retains the view. This retain cycle is broken when the stage ends, so that no controller leaks.
///
/// All names on the wire share one namespace. The names of a child begin with its *path*: `history/` for the child
/// `history`. The path of the room's controller is empty.
final class Stage {
    typealias Member = ControllerTree.Member

    let page: ControllerTree
    /// The collections of the page and of the presented sheets.
    private(set) var collections: [String: any ScreenCollection]
    /// The sheets over the page, topmost last.
    var sheets: [Sheet] = []
    /// Whether a question to the person is open.
    var isAsking: Bool { sheets.contains { $0.markup != nil } }
    /// The last sheets that had an address. When the person goes forward, a sheet is opened again from this list.
    private(set) var remembered: [Presented] = []
    /// Whether this scene has presented a sheet before. If so, an unknown sheet in the tab may be one that this scene
    /// has closed.
    private(set) var hasHadSheets = false
    /// A sheet of a lost scene that is being presented again, because a page still shows it.
    var returning: (name: String, address: Address)?
    /// The number of the last sheet. It begins at random, so that different scenes use different names.
    private var sheetNumber = Int.random(in: 1...1_000_000_000)
    /// The sheet whose title was last sent to the tab.
    private var toldTitled: String?
    /// Messages that present and dismiss sheets. They are sent before all others.
    var told: [SceneMessage] = []
    let messenger = Messenger()
    private let executor: SceneExecutor

    var members: [Member] { page.members }
    var controller: any ViewController { members[0].controller }
    /// The controllers of the page and of all sheets whose content has been read.
    var everybody: [Member] { sheets.isEmpty ? members : members + sheets.filter(\.isReady).flatMap(\.members) }

    /// - Parameter executor: The executor of the scene.
    init(_ controller: any ViewController, on executor: SceneExecutor = SceneExecutor()) {
        self.executor = executor
        page = ControllerTree(controller)
        collections = page.collections
    }

    /// A hash of everything that a page of these controllers is made of: the client, the style sheets, the storyboards,
    /// the language and the words. A page with another version does not fit this server.
    ///
    /// - Throws: `StoryboardError`.
    func version(of app: AppContext, in language: PageLanguage) throws -> String {
        let words = language.fingerprint.isEmpty ? [] : [language.fingerprint]
        let parts =
            try [app.version] + words + members.map { try type(of: $0.controller).storyboard.content().fingerprint }
        return Asset("version", Array(parts.joined(separator: " ").utf8)).fingerprint
    }

    /// The content of the storyboards and the values of their outlets, by the paths of the page's controllers.
    ///
    /// - Throws: `StoryboardError`.
    func scopes(in language: PageLanguage) throws -> [String: PageRenderer.Scope] {
        try members.reduce(into: [:]) { scopes, member in
            let content = try type(of: member.controller).storyboard.content().translated(by: language.texts)
            let choices = member.controller.choices.mapValues { $0.painted(firstPaintItems) }
            scopes[member.path] = .init(content: content, values: member.controller.page.values, choices: choices)
        }
    }

    /// The closure of the action with this name on the wire; `nil` if there is none. The closure retains its
    /// controller, because a sheet may be closed before the action's turn, and the app's closure may rely on `unowned
    /// self`.
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

    /// The page of the controller with this path.
    func page(at path: String) -> Page? { everybody.first { $0.path == path }?.controller.page }

    /// Whether an element that takes files may call this action.
    func takesFiles(_ name: String) -> Bool {
        let path = name.path
        guard let controller = everybody.first(where: { $0.path == path })?.controller,
            let content = try? type(of: controller).storyboard.content()
        else { return false }
        return content.actionsWithFiles?.contains(String(name.dropFirst(path.count))) ?? true
    }

    /// About how many rows an action writes, as its controller reports it; 0 if the controller is gone.
    func rowsWritten(by name: String) -> Int {
        let path = name.path
        let member = everybody.first { $0.path == path }
        return member?.controller.rowsWritten(by: String(name.dropFirst(path.count))) ?? 0
    }

    /// Sends all outlets to the tab, whatever the tab shows now.
    func redraw() {
        messenger.dropOutlets()
        for member in everybody { member.controller.page.redraw() }
    }

    func takeTold() -> [SceneMessage] {
        if told.isEmpty { return [] }
        defer { told = [] }
        return told
    }

    /// The HTML of a sheet, from its storyboards. Names in it begin with the sheet's path. The items and the values of
    /// outlets follow in messages.
    ///
    /// - Throws: `StoryboardError`.
    func html(of sheet: Sheet, in language: PageLanguage, under prefix: PathPrefix) throws -> String {
        var scopes: [String: PageRenderer.Scope] = [:]
        for member in sheet.members {
            let content = try type(of: member.controller).storyboard.content()
            scopes[member.path] = .init(content: content.translated(by: language.texts))
        }
        let empty = sheet.collections.mapValues { view in
            PageRenderer.Collection(
                layout: view.layout, count: 0, mode: view.mode, tiles: [])
        }
        // The rules for supplementary views. A page has them in its style sheet. For a sheet the client makes a style
        // sheet of them.
        let rules = sheet.collections.sorted { $0.key < $1.key }.map { name, view in
            PageRenderer.supplementaryRules(for: view.supplementaryPlacements, in: name)
        }.joined()
        let meta = rules.isEmpty ? "" : "<meta data-rules=\"\(rules.htmlEscaped)\">"
        return PageRenderer.render(scopes, collections: empty, at: sheet.path, under: prefix).body + meta
    }

    // MARK: Sheets

    /// A name that no sheet of this scene or of a lost scene has. A sheet that is being presented again gets its old
    /// name.
    func makeSheetName(for address: Address? = nil) -> String {
        hasHadSheets = true
        if let returning, returning.address == address { return returning.name }
        repeat { sheetNumber += 1 } while sheets.contains { $0.name == Sheet.name(sheetNumber) }
        return Sheet.name(sheetNumber)
    }

    func isOpen(_ sheet: Sheet) -> Bool { sheets.contains { $0 === sheet } }

    /// The sheet whose path is a prefix of the given path.
    func sheet(of path: String) -> Sheet? { sheets.first { path.hasPrefix($0.path) } }

    /// Stores how a sheet with an address is opened, so that the person can go forward to it.
    func remember(_ presented: Presented) {
        guard presented.address != nil else { return }
        remembered.removeAll { $0.address == presented.address }
        remembered.append(presented)
        if remembered.count > 16 { remembered.removeFirst() }
    }

    /// Adds a sheet's collections to those of the page, once its content has been read.
    func open(_ sheet: Sheet) {
        sheet.isReady = true
        collections.merge(sheet.collections) { $1 }
    }

    /// Removes a sheet and everything that belongs to it.
    func end(_ sheet: Sheet) {
        sheets.removeAll { $0 === sheet }
        for name in sheet.collections.keys { collections[name] = nil }
        sheet.tree?.end()
        messenger.dropOutlets(under: sheet.path)
    }

    /// The sheet whose address and title the tab shows; `nil` when it shows the page's.
    var titled: Sheet? { sheets.last { $0.isReady && $0.address != nil } }

    /// Returns whether the tab's title has changed since the last call, or has to be sent again.
    func takeTitleChange() -> Bool {
        let titled = titled
        let isOther = titled?.name != toldTitled
        toldTitled = titled?.name
        return (titled?.members.first?.controller ?? controller).page.takeTitleChange() || isOther
    }

    /// The restoration states of the controllers, by their paths without the final slash.
    var restorationStates: [String: String] {
        members.reduce(into: [:]) { states, member in
            let state = member.controller.restorationState
            if !state.isEmpty { states[String(member.path.dropLast())] = state }
        }
    }

    /// Hands each controller its restoration state, if it has one.
    func restore(_ states: [String: String]) async {
        for member in members {
            if let state = states[String(member.path.dropLast())], !state.isEmpty {
                await member.controller.restore(state)
            }
        }
    }

    /// Starts the tasks of the controllers.
    ///
    /// - Returns: The controllers that appear now. Those of a sheet that was opened meanwhile have appeared already.
    func begin(in scene: Scene) -> [Member] {
        messenger.scene = scene
        for member in everybody { member.controller.page.begin(in: scene) }
        let sheets = sheets.filter { $0.isReady && !$0.hasAppeared }
        for sheet in sheets { sheet.hasAppeared = true }
        return members + sheets.flatMap(\.members)
    }

    /// Breaks the retain cycles: tasks retain their controllers, and so may collection views.
    ///
    /// The last reference to the scene may be released on any thread while one of its tasks runs on its executor. So
    /// everything is ended on that executor.
    deinit {
        let ended = OnScene((page: page, sheets: sheets, remembered: remembered))
        Task.detached(executorPreference: executor) {
            for tree in [ended.value.page] + ended.value.sheets.compactMap(\.tree) { tree.end() }
        }
    }
}

extension String {
    /// The prefix of a name on the wire that names its controller: `history/` in `history/undo`.
    var path: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}
