/// Collects the messages of a scene's pages to the tab, in order.
///
/// All controllers of a scene share one messenger, because a notice of one controller replaces the notice of another.
final class Messenger {
    private var messages: [SceneMessage] = []
    let copies = PageCopies()
    /// The visitor to whom the scene belongs.
    var visitor: Visitor?
    /// The language of the page.
    var language = PageLanguage.english
    /// The scene; `nil` until its first packet was sent to a tab.
    weak var scene: (any PageHost)?
    /// The scene; `nil` until a tab has connected.
    weak var host: (any PageHost)?

    func tell(_ message: SceneMessage) { messages.append(message) }

    /// Drops all messages about outlets and the rows of controls. Called before all of them are sent anew.
    func dropOutlets() { messages.removeAll(where: \.isOutlet) }

    /// Drops the messages about outlets whose names begin with `path`.
    func dropOutlets(under path: String) {
        messages.removeAll {
            switch $0 {
            case .outlet(let message): message.outlet.hasPrefix(path)
            case .choices(let message): message.list.hasPrefix(path)
            default: false
            }
        }
    }

    /// Removes and returns all messages except those about outlets.
    func takeSentences() -> [SceneMessage] {
        defer { messages.removeAll { !$0.isOutlet } }
        return messages.filter { !$0.isOutlet }
    }

    /// The address to which the messages lead the tab; `nil` if they do not. If there are several, the last counts.
    var destination: Address? {
        messages.lazy.compactMap { if case .show(let message) = $0 { Address(message.address) } else { nil } }.last
    }

    func takeAll() -> [SceneMessage] {
        defer { messages.removeAll() }
        return messages
    }
}

extension SceneMessage {
    fileprivate var isOutlet: Bool {
        switch self {
        case .choices, .outlet: true
        default: false
        }
    }
}
