import AviaryViews

/// A controller with its children and all their collection views: a page's, or a sheet's.
struct ControllerTree {
    struct Member {
        let path: String
        let controller: any ViewController
    }

    /// Parents stand before their children.
    private(set) var members: [Member] = []
    /// By their names on the wire.
    private(set) var collections: [String: any ScreenCollection] = [:]
    /// Why a controller has been left out: its children have no end.
    private(set) var fault: String?

    /// - Parameter path: What the names of the controller begin with; empty for that of the room.
    init(_ controller: any ViewController, at path: String = "") { add(controller, at: path, below: []) }

    private mutating func add(_ controller: any ViewController, at path: String, below parents: [any ViewController]) {
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

    /// Makes known to pages and collection views what their storyboards declare.
    ///
    /// - Parameter app: Has the values of cells that other scenes show, too, and what views say.
    /// - Throws: `StoryboardError`.
    func load(into messenger: Messenger, at address: Address, of app: LiveApp) throws {
        for (path, controller) in members.lazy.map({ ($0.path, $0.controller) }) {
            let content = try type(of: controller).storyboard.content()
            controller.page.load(into: messenger, at: path, of: address, outlets: content.outlets)
            for name in controller.collections.keys {
                guard let view = collections[path + name] else { continue }
                view.sharedValues = app.cellValues
                view.words = app.words.views
                for template in content.templates { view.register(template.cell) }
                if let header = content.header { view.register(header: header.cell) }
                if let footer = content.footer { view.register(footer: footer.cell) }
            }
        }
    }

    /// Ends the tasks of the controllers, and has their collection views let go of what was stored in them.
    func end() {
        for member in members { member.controller.page.end() }
        for view in collections.values { view.end() }
    }
}
