import AviaryText
import AviaryViews

/// A controller with its children and all their collection views. It belongs to a page or to a sheet.
struct ControllerTree {
    struct Member {
        let path: String
        let controller: any ViewController
    }

    /// The controllers, each parent before its children.
    private(set) var members: [Member] = []
    /// The collection views, by their names on the wire.
    private(set) var collections: [String: any ScreenCollection] = [:]
    /// Why a controller was left out: the tree is too deep or has a cycle. `nil` if none was left out.
    private(set) var fault: String?

    /// - Parameter path: The prefix of the controller's names on the wire; empty for the controller of the room.
    init(_ controller: any ViewController, at path: String = "") { add(controller, at: path, below: []) }

    private mutating func add(_ controller: any ViewController, at path: String, below parents: [any ViewController]) {
        guard parents.count < 32, !parents.contains(where: { $0 === controller }) else {
            fault = "the children of \(type(of: parents[0])) have no end: \(path.prefix(40))"
            return
        }
        members.append(Member(path: path, controller: controller))
        for (name, view) in controller.collections { collections[path + name] = view }
        for (name, child) in controller.children.sorted(by: { $0.key < $1.key }) {
            add(child, at: "\(path)\(name)/", below: parents + [controller])
        }
    }

    /// Passes the declarations of the storyboards on to the pages and collection views.
    ///
    /// - Parameters:
    ///   - values: The cell values that all scenes share.
    ///   - words: The words that views show.
    /// - Throws: `StoryboardError`.
    func load(
        into messenger: Messenger, at address: Address, sharing values: SharedValues, words: Words.Views
    ) throws {
        for (path, controller) in members.lazy.map({ ($0.path, $0.controller) }) {
            let content = try type(of: controller).storyboard.content()
            controller.page.load(
                into: messenger, at: path, of: address, outlets: content.outlets, choices: controller.choices)
            for name in controller.collections.keys {
                guard let view = collections[path + name] else { continue }
                view.use(words, sharing: values)
                for template in content.templates { view.register(template.cell) }
                if let header = content.header { view.register(header: header.cell) }
                if let footer = content.footer { view.register(footer: footer.cell) }
            }
        }
    }

    /// Reads the rows of controls, for a tab that is told of them next.
    ///
    /// - Returns: The first error that keeps rows from being read.
    func prepareChoices() async -> (any Error)? {
        var failure: (any Error)?
        for member in members { failure = await member.controller.page.prepareChoices() ?? failure }
        return failure
    }

    /// Cancels the tasks of the controllers, and has the collection views release the closures stored in them.
    func end() {
        for member in members { member.controller.page.end() }
        for view in collections.values { view.end() }
    }
}
