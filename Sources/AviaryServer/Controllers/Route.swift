import AviaryViews

/// A room, which is a page with its controller, and the addresses of this room.
///
///     Route("/colors", title: "Colors") { ColorsController(store: store, colors: colors) }
///     Route(.photo, title: "Photo") { id in PhotoController(id: id, store: store) }
public final class Route: Sendable {
    let patterns: [AddressPattern]
    let title: String
    let symbol: [UInt8]
    let storyboard: Storyboard
    /// An address of a route with a parameter. When the app starts, a controller is made for it as a check.
    let sample: Address?
    let makeController: @Sendable (Address, Visitor?) async throws -> any ViewController
    let module: Asset?
    /// The style sheets of this room only.
    let styles: [Asset]
    /// These style sheets, joined.
    let styleSheet: Asset?

    /// A room at one or several addresses without a parameter.
    ///
    /// - Parameters:
    ///   - paths: The paths, which begin with `/`. Links lead to the first.
    ///   - title: The page's title, shown before the app's name, unless the controller sets another. It is also the
    ///     room's name in the navigation.
    ///   - symbol: An SVG file of the program, shown beside the title in the navigation.
    ///   - styles: Style sheets for this room only, which follow those of the app. The room's pages load them. Other
    ///     pages load them before they present a controller at an address of the room.
    ///   - module: The room's own code in the browser: an ES module whose default export is called with a `Room`
    ///     object, as `docs/WIRE.md` describes. It is served unchanged, under a name with a hash of its content.
    ///   - makeController: Called for every first paint and every tab, and once when the app starts.
    public convenience init<Controller: ViewController>(
        _ paths: String..., title: String, symbol: [UInt8] = [], styles: [Asset] = [], module: Asset? = nil,
        makeController: @escaping @Sendable () async throws -> Controller
    ) where Controller: SendableMetatype {
        self.init(paths, title, symbol, styles, module) { _ in try await makeController() }
    }

    /// A room whose controller depends on the visitor from the beginning, for instance by its lists.
    ///
    ///     Route("/", title: "Board") { visitor in try await BoardController(of: visitor, in: store) }
    ///
    /// - Parameters:
    ///   - paths: The paths, which begin with `/`. Links lead to the first.
    ///   - title: The page's title, shown before the app's name, unless the controller sets another.
    ///   - symbol: An SVG file of the program, shown beside the title in the navigation.
    ///   - styles: Style sheets for this room only, as for any route.
    ///   - module: The room's own code in the browser, as for any route.
    ///   - makeController: Called with the visitor for every first paint and every tab. It is also called once when the
    ///     app starts, with `nil`.
    public convenience init<Controller: ViewController>(
        _ paths: String..., title: String, symbol: [UInt8] = [], styles: [Asset] = [], module: Asset? = nil,
        makeController: @escaping @Sendable (Visitor?) async throws -> Controller
    ) where Controller: SendableMetatype {
        self.init(paths, title, symbol, styles, module, makeController: makeController)
    }

    private init<Controller: ViewController>(
        _ paths: [String], _ title: String, _ symbol: [UInt8], _ styles: [Asset], _ module: Asset?,
        makeController: @escaping @Sendable (Visitor?) async throws -> Controller
    ) where Controller: SendableMetatype {
        patterns = paths.map(AddressPattern.init)
        self.title = title
        self.symbol = symbol
        storyboard = Controller.storyboard
        sample = nil
        self.module = module
        self.styles = styles
        styleSheet = Asset(joining: styles)
        self.makeController = { _, visitor in try await makeController(visitor) }
    }

    /// A room for each parameter of a destination.
    ///
    /// - Parameters:
    ///   - destination: The pattern of the room's addresses, which also makes the links to the room.
    ///   - title: The page's title, shown before the app's name, unless the controller sets another.
    ///   - styles: Style sheets for this room only, as for any route.
    ///   - module: The room's own code in the browser, as for any route.
    ///   - makeController: Called for every first paint and every tab. It is also called once when the app starts,
    ///     with a parameter that may not exist. It throws `NotFound` when there is nothing to show. The controller's
    ///     `viewDidLoad` may do so instead.
    public convenience init<Parameter, Controller: ViewController>(
        _ destination: Destination<Parameter>, title: String, styles: [Asset] = [], module: Asset? = nil,
        makeController: @escaping @Sendable (Parameter) async throws -> Controller
    ) where Controller: SendableMetatype {
        self.init(destination, title: title, styles: styles, module: module) { parameter, _ in
            try await makeController(parameter)
        }
    }

    /// A room for each parameter of a destination, whose controller depends on the visitor from the beginning.
    ///
    /// - Parameters:
    ///   - destination: The pattern of the room's addresses, which also makes the links to the room.
    ///   - title: The page's title, shown before the app's name, unless the controller sets another.
    ///   - styles: Style sheets for this room only, as for any route.
    ///   - module: The room's own code in the browser, as for any route.
    ///   - makeController: Called for every first paint and every tab, with the parameter and the visitor. It is also
    ///     called once when the app starts, with a parameter that may not exist, and `nil`.
    public init<Parameter, Controller: ViewController>(
        _ destination: Destination<Parameter>, title: String, styles: [Asset] = [], module: Asset? = nil,
        makeController: @escaping @Sendable (Parameter, Visitor?) async throws -> Controller
    ) where Controller: SendableMetatype {
        patterns = [destination.pattern]
        self.title = title
        symbol = []
        self.module = module
        self.styles = styles
        styleSheet = Asset(joining: styles)
        storyboard = Controller.storyboard
        sample = destination.pattern.address(
            ["0", "a", "00000000-0000-0000-0000-000000000000"].first {
                Parameter.identifier(from: $0)?.itemText == $0
            } ?? "0")
        self.makeController = { address, visitor in
            guard let parameter = destination.parameter(of: address) else { throw NotFound() }
            return try await makeController(parameter, visitor)
        }
    }

    /// Makes a controller, and checks that the names in it, its children and their storyboards match.
    ///
    /// - Returns: The storyboards, with the controller's own first.
    /// - Throws: `StoryboardError`. For a route without a parameter, also an error from making the controller.
    @discardableResult
    func check() async throws -> [Storyboard] {
        let controller: any ViewController
        do {
            controller = try await makeController(sample ?? Address(path: []), nil)
        } catch  where sample != nil {
            // If nothing exists at the sample address, only the storyboard is read.
            _ = try storyboard.content()
            return [storyboard]
        }
        let tree = ControllerTree(controller)
        try tree.check()
        return tree.members.map { type(of: $0.controller).storyboard }
    }

    /// Joins the style sheets anew, because one of them has changed.
    func joinStyles() { styleSheet?.change(to: StyleSheet.joined(styles.map(\.bytes))) }

    /// The room's own module and style sheet, as far as it has them.
    var files: [Asset] { [module, styleSheet].compactMap(\.self) }

    /// The link to the room's own style sheets.
    func styleLink(under prefix: PathPrefix) -> String {
        guard let styleSheet else { return "" }
        let path = prefix.added(to: PageFile.path(namedByContent: styleSheet, in: ServerPaths.assets))
        return "<link rel=\"stylesheet\" href=\"\(path.htmlEscaped)\">"
    }
}
