import AviaryViews

/// What a tab keeps of its scene in case the scene is lost: the selection of each collection, in few words, and what the
/// room says of itself.
///
/// The scene says it whenever it changes; the tab hands it back, unread, to the scene that follows.
final class Keepsake {
    private var kept = ""
    private var versions: [String: Int] = [:]
    private var state = ""

    /// Takes note of what a tab that has just connected keeps.
    func begin(with kept: String) {
        self.kept = kept
        versions = [:]
        state = ""
    }

    /// What the tab should keep from now on, when that is something else than before.
    func takeChange(of collections: [String: any ScreenCollection], state: String) -> String? {
        let now = collections.mapValues(\.selectionVersion)
        guard state != self.state || now.contains(where: { versions[$0.key, default: 0] != $0.value }) else {
            return nil
        }
        versions = now
        self.state = state
        let own = state.isEmpty ? [:] : [Self.room: JSON.string(state)]
        var members = own
        for (name, view) in collections {
            let runs = view.selectionRuns() ?? []
            if !runs.isEmpty { members[name] = .array(runs.map(\.json)) }
        }
        let next =
            [members, own].map { $0.isEmpty ? "" : JSON.object($0).text }
            .first { $0.utf8.count <= maximumSize } ?? ""
        if next == kept { return nil }
        kept = next
        return next
    }

    /// Brings back what the tab kept. Nothing in it can be trusted; what cannot be read or found is passed over.
    ///
    /// - Returns: What the room said of itself; empty when it said nothing.
    func restore(_ collections: [String: any ScreenCollection]) -> String {
        guard case .object(let members)? = JSON(parsing: kept) else { return "" }
        for (name, runs) in members {
            guard case .array(let runs) = runs else { continue }
            collections[name]?.restoreSelection(runs.compactMap(SelectionRun.init))
        }
        guard case .string(let state)? = members[Self.room] else { return "" }
        return state
    }

    /// No collection is called so.
    private static let room = ""
}

/// In bytes; a tab has to say it in one frame, with what else it says there.
private let maximumSize = 16_000

extension SelectionRun {
    fileprivate var json: JSON { .array([.string(first), .string(last), .integer(count)]) }

    fileprivate init?(_ json: JSON) {
        guard case .array(let parts) = json, parts.count == 3, case .string(let first) = parts[0],
            case .string(let last) = parts[1], case .number(let number) = parts[2], let count = Int(exactly: number)
        else { return nil }
        self.init(first: first, last: last, count: count)
    }
}
