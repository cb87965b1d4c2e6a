import AviaryViews

/// What a tab keeps of its scene in case the scene is lost: the selection of each collection, in few words.
///
/// The scene says it whenever it changes; the tab hands it back, unread, to the scene that follows.
final class Keepsake {
    private var kept = ""
    private var versions: [String: Int] = [:]

    /// Takes note of what a tab that has just connected keeps.
    func begin(with kept: String) {
        self.kept = kept
        versions = [:]
    }

    /// What the tab should keep from now on, when that is something else than before.
    func takeChange(of collections: [String: AnyCollectionView]) -> String? {
        let now = collections.mapValues(\.selectionVersion)
        guard now.contains(where: { versions[$0.key, default: 0] != $0.value }) else { return nil }
        versions = now
        var members: [String: JSON] = [:]
        for (name, view) in collections {
            let runs = view.selectionRuns() ?? []
            if !runs.isEmpty { members[name] = .array(runs.map(\.json)) }
        }
        let text = members.isEmpty ? "" : JSON.object(members).text
        let next = text.utf8.count <= maximumSize ? text : ""
        if next == kept { return nil }
        kept = next
        return next
    }

    /// Brings back what the tab kept. Nothing in it can be trusted; what cannot be read or found is passed over.
    func restore(_ collections: [String: AnyCollectionView]) {
        guard case .object(let members)? = JSON(parsing: kept) else { return }
        for (name, runs) in members {
            guard case .array(let runs) = runs else { continue }
            collections[name]?.restoreSelection(runs.compactMap(SelectionRun.init))
        }
    }
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
