import AviaryViews
import Synchronization

/// Encodes a packet only once if many browser windows receive it. An example is the changes of a commit, in windows
/// with the same list.
///
/// These windows receive the packet one right after the other, so only the last few packets are stored.
final class SharedPackets: Sendable {
    private struct State {
        var packets: [(messages: [SceneMessage], text: String)] = []
        /// The index of the packet that is replaced next.
        var oldest = 0
        var encoded = 0
    }

    private let state = Mutex(State())

    /// How often a packet that can be shared was encoded; for tests.
    var encoded: Int { state.withLock { $0.encoded } }

    /// The packet as text for the wire.
    func text(of messages: [SceneMessage]) -> String {
        guard messages.allSatisfy(\.isPlain) else { return SceneMessage.packet(messages) }
        if let text = state.withLock({ $0.packets.first { $0.messages == messages }?.text }) { return text }
        let text = SceneMessage.packet(messages)
        store(text, of: messages)
        return text
    }

    /// Stores the text of a packet, unless it is too long. If several tasks have encoded the same packet at the same
    /// time, the first text stays.
    func store(_ text: String, of messages: [SceneMessage]) {
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

/// Enough for the different rooms and window sizes to which the changes of one commit are sent.
private let maximumPackets = 8
/// The longest text that is stored, in bytes.
private let maximumText = 4_096

extension SceneMessage {
    /// Whether several windows may receive this message, and equal messages have equal bytes. Two equal strings can
    /// consist of different code points, unless they are ASCII. A splice without `elsewhere` follows from scrolling, so
    /// it hardly ever equals the splice of another window.
    fileprivate var isPlain: Bool {
        switch self {
        case .outlet(let message): message.outlet.isASCII && message.value.isPlain
        case .collection(let name, let change): name.isASCII && change.isPlain
        default: false
        }
    }
}

extension CollectionChange {
    fileprivate var isPlain: Bool {
        switch self {
        case .splice(let splice): splice.isPlain
        case .cell(let cell): cell.item.isASCII && cell.values.values.allSatisfy(\.isPlain)
        default: false
        }
    }
}

extension CollectionChange.SpliceMessage {
    fileprivate var isPlain: Bool {
        guard let elsewhere, headers == nil, frames == nil else { return false }
        return elsewhere.allSatisfy(\.id.isASCII) && steps.allSatisfy(\.isPlain)
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
