import AviaryViews

/// A room and its addresses.
///
///     Route("/colors", title: "Colors") { ColorsController(store: store, colors: colors) }
///     Route(.photo, title: "Photo") { id in PhotoController(id: id, store: store) }
public final class Route: Sendable {
    let patterns: [AddressPattern]
    let title: String
    let symbol: [UInt8]
    let storyboard: Storyboard
    /// An address to make a controller for when the app starts, where the route has a parameter.
    let sample: Address?
    let makeController: @Sendable (Address) async throws -> any ViewController
    let module: Asset?
    /// Those of the room alone, as one.
    let styleSheet: Asset?

    /// A room at one or several addresses without a parameter.
    ///
    /// - Parameters:
    ///   - paths: Each begins with `/`; links lead to the first.
    ///   - title: The page's title, in front of the app's name, unless the controller sets another. Also the room's
    ///     name in the navigation.
    ///   - symbol: An SVG, part of the program, that stands beside the title in the navigation.
    ///   - styles: Style sheets that only this room needs, behind those of the app. Its pages load them. So does every
    ///     page that presents a controller at an address of the room, before the person sees it.
    ///   - module: The room's own code in the browser: an ES module whose default export is called with the room, as
    ///     `docs/WIRE.md` describes. It is served as it is written, under a name with a hash of its content.
    ///   - makeController: Called for every first paint and every tab, and once when the app starts.
    public init<Controller: ViewController>(
        _ paths: String..., title: String, symbol: [UInt8] = [], styles: [Asset] = [], module: Asset? = nil,
        makeController: @escaping @Sendable () async throws -> Controller
    ) where Controller: SendableMetatype {
        patterns = paths.map(AddressPattern.init)
        self.title = title
        self.symbol = symbol
        storyboard = Controller.storyboard
        sample = nil
        self.module = module
        styleSheet = Asset(joining: styles)
        self.makeController = { _ in try await makeController() }
    }

    /// A room for each parameter of a destination.
    ///
    /// - Parameters:
    ///   - destination: The pattern of the room's addresses; links to the room are made from it, too.
    ///   - title: The page's title, in front of the app's name, unless the controller sets another.
    ///   - styles: Style sheets of the room's own, as of any route.
    ///   - module: The room's own code in the browser, as of any route.
    ///   - makeController: Called for every first paint and every tab. Also called once when the app starts, with a
    ///     parameter that may stand for nothing. Throws `NotFound` when there is nothing to show; so may the
    ///     controller's `viewDidLoad`.
    public init<Parameter, Controller: ViewController>(
        _ destination: Destination<Parameter>, title: String, styles: [Asset] = [], module: Asset? = nil,
        makeController: @escaping @Sendable (Parameter) async throws -> Controller
    ) where Controller: SendableMetatype {
        patterns = [destination.pattern]
        self.title = title
        symbol = []
        self.module = module
        styleSheet = Asset(joining: styles)
        storyboard = Controller.storyboard
        sample = destination.pattern.address(
            ["0", "a", "00000000-0000-0000-0000-000000000000"].first {
                Parameter.identifier(from: $0)?.itemText == $0
            } ?? "0")
        self.makeController = { address in
            guard let parameter = destination.parameter(of: address) else { throw NotFound() }
            return try await makeController(parameter)
        }
    }

    /// Makes a controller and checks that it, its children and their storyboards speak of the same things.
    ///
    /// - Returns: The storyboards, its own first.
    /// - Throws: `StoryboardError`, or what the controller's making throws.
    @discardableResult
    func check() async throws -> [Storyboard] {
        let controller: any ViewController
        do {
            controller = try await makeController(sample ?? Address(path: []))
        } catch  where sample != nil {
            // There need not be anything at that address.
            _ = try storyboard.content()
            return [storyboard]
        }
        let tree = ControllerTree(controller)
        try tree.check()
        return tree.members.map { type(of: $0.controller).storyboard }
    }

    /// The link to the style sheets of the room's own.
    var styleLink: String {
        guard let styleSheet else { return "" }
        return "<link rel=\"stylesheet\" href=\"\(PageFile.path(namedByContent: styleSheet, in: PageFiles.assets))\">"
    }
}
