/// Collects what the pages of a scene tell the tab, in the order in which they do.
///
/// A notice of one controller may take away that of another, so all controllers of a scene share one messenger.
final class Messenger {
    private var messages: [SceneMessage] = []
    let copies = PageCopies()
    /// The scene, once it has shown itself to a tab.
    weak var scene: Scene?
    /// The scene, from the moment on when a tab is there.
    weak var host: Scene?

    func tell(_ message: SceneMessage) { messages.append(message) }

    /// Forgets what outlets were set to: the tab is told all of them anew.
    func dropOutlets() { messages.removeAll(where: \.isOutlet) }

    /// Forgets what outlets were set to whose names begin with `path`.
    func dropOutlets(under path: String) {
        messages.removeAll { if case .outlet(let name, _) = $0 { name.hasPrefix(path) } else { false } }
    }

    /// What is to be said to the person, without the outlets.
    func takeSentences() -> [SceneMessage] {
        defer { messages.removeAll { !$0.isOutlet } }
        return messages.filter { !$0.isOutlet }
    }

    /// Where a controller led the tab to, if one did.
    var destination: Address? {
        messages.lazy.compactMap { if case .show(let address, _) = $0 { address } else { nil } }.last
    }

    func takeAll() -> [SceneMessage] {
        defer { messages.removeAll() }
        return messages
    }
}

extension SceneMessage {
    fileprivate var isOutlet: Bool { if case .outlet = self { true } else { false } }
}
