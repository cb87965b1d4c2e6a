/// A room and its addresses.
///
///     Route("/colors", title: "Colors") { ColorsController(store: store, colors: colors) }
public struct Route: Sendable {
    let paths: [String]
    let title: String
    let symbol: [UInt8]
    let storyboard: Storyboard
    let makeController: @Sendable () async throws -> any ViewController

    /// - Parameters:
    ///   - paths: Each begins with `/`; the first is where the room lives.
    ///   - title: The page's title, in front of the app's name; and the room's name in the navigation.
    ///   - symbol: An SVG, part of the program, that stands beside the title in the navigation.
    ///   - makeController: Called for every first paint and every tab.
    public init<Controller: ViewController>(
        _ paths: String..., title: String, symbol: [UInt8] = [],
        makeController: @escaping @Sendable () async throws -> Controller
    ) where Controller: SendableMetatype {
        self.paths = paths
        self.title = title
        self.symbol = symbol
        storyboard = Controller.storyboard
        self.makeController = { try await makeController() }
    }

    /// The collections its storyboard declares.
    package var collectionNames: [String] { get throws { try storyboard.content().collections } }

    /// Makes a controller and checks that it and its storyboard speak of the same things.
    ///
    /// - Throws: `StoryboardError`, or what the controller's making throws.
    func check() async throws {
        let content = try storyboard.content()
        let controller = try await makeController()
        for action in content.actions.sorted() where controller.actions[action] == nil {
            throw StoryboardError(storyboard.name, .init(line: 1, what: "no controller has the action \(action)"))
        }
        for name in content.collections where controller.collections[name] == nil {
            throw StoryboardError(storyboard.name, .init(line: 1, what: "no controller has the collection \(name)"))
        }
        if !content.collections.isEmpty, content.templates.isEmpty {
            throw StoryboardError(storyboard.name, .init(line: 1, what: "there is no template with data-cell"))
        }
        for name in controller.collections.keys.sorted() where !content.collections.contains(name) {
            throw StoryboardError(storyboard.name, .init(line: 1, what: "the collection \(name) stands nowhere"))
        }
    }
}
