import AviaryViews

/// The controller of a scene with its collection views, which end with the scene.
///
/// What a collection view stores for its controller, such as a cell provider, may hold the controller, which holds the
/// view: a retain cycle. It is broken here, so that no room can leak.
final class Stage {
    let controller: any ViewController
    let collections: [String: any ScreenCollection]

    init(_ controller: any ViewController) {
        self.controller = controller
        collections = controller.collections.compactMapValues { $0 as? any ScreenCollection }
    }

    deinit {
        for view in collections.values { view.end() }
    }
}
