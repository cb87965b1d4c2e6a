import AviaryViews

/// What a tab keeps of its scene in case the scene is lost: the selection of each collection, in few words, and what the
/// controllers say of themselves.
///
/// The scene says it whenever it changes; the tab hands it back, unread, to the scene that follows.
final class Keepsake {
    private var kept = ""
    private var versions: [String: Int] = [:]
    private var states: [String: String] = [:]
    /// Whether what the tab keeps is still to be brought back, so that it says nothing of the scene as it is.
    private var isHeld = false

    /// Takes note of what a tab that has just connected keeps.
    func begin(with kept: String) {
        self.kept = kept
        versions = [:]
        states = [:]
        isHeld = false
    }

    /// What the tab should keep from now on, when that is something else than before.
    func takeChange(of collections: [String: any ScreenCollection], states: [String: String]) -> String? {
        let now = collections.mapValues(\.selectionVersion)
        guard !isHeld, states != self.states || now.contains(where: { versions[$0.key, default: 0] != $0.value }) else {
            return nil
        }
        versions = now
        self.states = states
        let own = Self.json(of: states).map { [Self.room: $0] } ?? [:]
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

    /// Holds what the tab keeps for a scene that knows nothing of it, until `restoreSelection(of:)`.
    ///
    /// - Returns: What the controllers said of themselves when the tab was told last. Nothing in it can be trusted.
    func hold() -> [String: String] {
        isHeld = true
        guard case .object(let members)? = JSON(parsing: kept) else { return [:] }
        return members[Self.room].map(Self.states) ?? [:]
    }

    /// Whether the tab kept a selection of a collection.
    func holdsSelection(of collection: String) -> Bool {
        guard !collection.isEmpty, case .object(let members)? = JSON(parsing: kept) else { return false }
        return members[collection] != nil
    }

    /// Selects what the tab kept; what cannot be read or found is passed over.
    ///
    /// Called when the controllers have their states back: they say whether a view is in edit mode.
    func restoreSelection(of collections: [String: any ScreenCollection]) {
        isHeld = false
        guard case .object(let members)? = JSON(parsing: kept) else { return }
        for (name, runs) in members {
            guard case .array(let runs) = runs else { continue }
            collections[name]?.restoreSelection(runs.compactMap(SelectionRun.init))
        }
    }

    /// Text when only the controller of the room says something, otherwise an object of texts.
    private static func json(of states: [String: String]) -> JSON? {
        if states.isEmpty { return nil }
        if states.count == 1, let own = states[room] { return .string(own) }
        return .object(states.mapValues(JSON.string))
    }

    private static func states(_ json: JSON) -> [String: String] {
        switch json {
        case .string(let own): [room: own]
        case .object(let members): members.compactMapValues { if case .string(let state) = $0 { state } else { nil } }
        default: [:]
        }
    }

    /// A reserved key: the names of collections are never empty.
    private static let room = ""
}

/// In bytes; a tab has to say it in one packet, with what else it says there.
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
