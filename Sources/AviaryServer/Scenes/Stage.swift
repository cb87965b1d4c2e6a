import AviaryViews

/// The controller of a scene and its children, with their collection views, which end with the scene.
///
/// What a collection view stores for its controller, such as a cell provider, may hold the controller, which holds the
/// view: a retain cycle. It is broken here, so that no room can leak.
///
/// All names on the wire are one flat space: those of a child begin with its *path*, which is `history/` for the child
/// `history`, and empty for the controller of the room.
final class Stage {
    struct Member {
        let path: String
        let controller: any ViewController
    }

    /// Parents stand before their children.
    private(set) var members: [Member] = []
    private(set) var collections: [String: any ScreenCollection] = [:]
    let messenger = Messenger()
    private let executor: SceneExecutor
    /// Why a controller has been left out: its children have no end.
    private(set) var fault: String?

    var controller: any ViewController { members[0].controller }

    /// - Parameter executor: That of the scene.
    init(_ controller: any ViewController, on executor: SceneExecutor = SceneExecutor()) {
        self.executor = executor
        add(controller, at: "", below: [])
    }

    private func add(_ controller: any ViewController, at path: String, below parents: [any ViewController]) {
        guard parents.count < 32, !parents.contains(where: { $0 === controller }) else {
            fault = "the children of \(type(of: parents[0])) have no end: \(path.prefix(40))"
            return
        }
        members.append(Member(path: path, controller: controller))
        for (name, view) in controller.collections { collections[path + name] = view as? any ScreenCollection }
        for (name, child) in controller.children.sorted(by: { $0.key < $1.key }) {
            add(child, at: "\(path)\(name)/", below: parents + [controller])
        }
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

    /// Makes known to pages and collection views what their storyboards declare.
    ///
    /// - Throws: `StoryboardError`.
    func load(at address: Address) throws {
        for (path, controller) in members.lazy.map({ ($0.path, $0.controller) }) {
            let content = try type(of: controller).storyboard.content()
            controller.page.load(into: messenger, at: path, of: address, outlets: content.outlets)
            for name in controller.collections.keys {
                guard let view = collections[path + name] else { continue }
                for template in content.templates { view.register(template.cell) }
                if let header = content.header { view.register(header: header.cell) }
            }
        }
    }

    /// What an action does that has this name on the wire.
    func action(named name: String) -> ((ActionEvent) async throws -> Void)? {
        let path = name.path
        return members.first { $0.path == path }?.controller.actions[String(name.dropFirst(path.count))]
    }

    /// Tells the tab all outlets, whatever it shows.
    func redraw() {
        messenger.dropOutlets()
        for member in members { member.controller.page.redraw() }
    }

    /// The title that the controller has set.
    var title: String? { controller.page.title }

    func takeTitleChange() -> Bool { controller.page.takeTitleChange() }

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
        for member in members { member.controller.page.begin(in: scene) }
    }

    /// The tasks hold their controllers, as collection views may.
    ///
    /// Whoever held the scene last may be anywhere, and a task of it be running on its executor: there all of it ends.
    deinit {
        let ended = OnScene((members, collections))
        Task.detached(executorPreference: executor) {
            for member in ended.value.0 { member.controller.page.end() }
            for view in ended.value.1.values { view.end() }
        }
    }
}

extension String {
    /// The part of a name on the wire that says whose it is: `history/` of `history/undo`.
    var path: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}
