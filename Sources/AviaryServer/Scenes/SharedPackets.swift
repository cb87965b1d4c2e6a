import AviaryViews
import Synchronization

/// Encodes once what many windows are told alike, as most of those are that show the list of a commit.
///
/// They are told one right after the other, so it remembers the last few packets only.
final class SharedPackets: Sendable {
    private struct State {
        var packets: [(messages: [SceneMessage], text: String)] = []
        /// Which packet gives way to the next one.
        var oldest = 0
        var encoded = 0
    }

    private let state = Mutex(State())

    /// How many packets were encoded that may be told again; for tests.
    var encoded: Int { state.withLock { $0.encoded } }

    /// The packet as it goes to the tab.
    func text(of messages: [SceneMessage]) -> String {
        guard messages.allSatisfy(\.isPlain) else { return SceneMessage.packet(messages) }
        if let text = state.withLock({ $0.packets.first { $0.messages == messages }?.text }) { return text }
        let text = SceneMessage.packet(messages)
        keep(text, of: messages)
        return text
    }

    /// Several windows may have encoded the same at once. The first packet is kept.
    func keep(_ text: String, of messages: [SceneMessage]) {
        state.withLock { state in
            state.encoded += 1
            guard text.utf8.count <= maximumText, !state.packets.contains(where: { $0.messages == messages }) else {
                return
            }
            if state.packets.count < maximumPackets {
                state.packets.append((messages, text))
            } else {
                state.packets[state.oldest] = (messages, text)
                state.oldest = (state.oldest + 1) % maximumPackets
            }
        }
    }
}

/// Enough for the rooms and sizes of windows that hear of a commit at once.
private let maximumPackets = 8
/// In bytes.
private let maximumText = 4_096

extension SceneMessage {
    /// Whether equal messages are the same bytes, among those that follow from a commit. Equal texts may be made of
    /// different code points, unless they are ASCII. A splice without `elsewhere` follows from scrolling, and hardly ever
    /// equals that of another window.
    fileprivate var isPlain: Bool {
        switch self {
        case .outlet(let name, let value): name.isASCII && value.isPlain
        case .collection(let name, let change): name.isASCII && change.isPlain
        default: false
        }
    }
}

extension CollectionChange {
    fileprivate var isPlain: Bool {
        switch self {
        case .splice(_, _, let steps, let elsewhere?, _, nil, nil, _):
            elsewhere.allSatisfy(\.id.isASCII) && steps.allSatisfy(\.isPlain)
        case .cell(let id, let values): id.isASCII && values.values.allSatisfy(\.isPlain)
        default: false
        }
    }
}

extension CollectionChange.Step {
    fileprivate var isPlain: Bool {
        switch self {
        case .keep, .drop: true
        case .move(let id): id.isASCII
        case .insert(let tile): tile.id.isASCII && tile.values.allSatisfy(\.isPlain)
        }
    }
}

extension CellValue? {
    fileprivate var isPlain: Bool {
        switch self {
        case .text(let text), .url(let text): text.isASCII
        default: true
        }
    }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
