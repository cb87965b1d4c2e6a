import AviaryText
import AviaryViews

/// The state that a tab stores in case its scene is lost: each collection's selection in short form, and the
/// restoration states of the controllers.
///
/// The scene sends this state whenever the state changes. The tab stores it without reading it, and sends it back when
/// it connects.
final class Keepsake {
    private var stored = ""
    private var versions: [String: Int] = [:]
    private var states: [String: String] = [:]
    /// Whether the stored state is still to be restored. Until then the state of the scene is not sent.
    private var isAwaited = false

    /// Begins with the state that a tab has just handed back.
    func begin(with stored: String) {
        self.stored = stored
        versions = [:]
        states = [:]
        isAwaited = false
    }

    /// The state that the tab has to store from now on; `nil` when it has not changed, or is still to be restored. If
    /// the whole state is too long, the selections are left out, and then the restoration states, too.
    func takeChange(of collections: [String: any ScreenCollection], states: [String: String]) -> String? {
        let now = collections.mapValues(\.selectionVersion)
        // Swift takes several forms of a letter for equal, but a state is kept as it is written.
        let hasChanged = states.mapValues(CellValue.text) != self.states.mapValues(CellValue.text)
        guard !isAwaited, hasChanged || now.contains(where: { versions[$0.key, default: 0] != $0.value })
        else {
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
        if next.utf8.elementsEqual(stored.utf8) { return nil }
        stored = next
        return next
    }

    /// Keeps the state of a lost scene until `restoreSelection(of:)`, so that the new scene does not overwrite it.
    ///
    /// - Returns: The last restoration states of the controllers. They come from outside and cannot be trusted.
    func awaitRestoration() -> [String: String] {
        isAwaited = true
        guard case .object(let members)? = JSON(parsing: stored) else { return [:] }
        return members[Self.room].map(Self.states) ?? [:]
    }

    /// Returns whether the stored state has a selection of a collection.
    func hasSelection(of collection: String) -> Bool {
        guard !collection.isEmpty, case .object(let members)? = JSON(parsing: stored) else { return false }
        return members[collection] != nil
    }

    /// Restores the stored selections. Entries that cannot be read and items that do not exist are skipped.
    ///
    /// Call this when the controllers have restored their states, because a restored state may decide whether a view is
    /// in edit mode.
    func restoreSelection(of collections: [String: any ScreenCollection]) {
        isAwaited = false
        guard case .object(let members)? = JSON(parsing: stored) else { return }
        for (name, runs) in members {
            guard case .array(let runs) = runs else { continue }
            collections[name]?.restoreSelection(runs.compactMap(SelectionRun.init))
        }
    }

    /// A string when only the controller of the room has a state, otherwise an object of strings; `nil` without states.
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

    /// The key of the restoration states, among the names of collections. It is also the key of the room's controller,
    /// among the paths of its children. Neither a collection's name nor a child's path is empty, so the key is free.
    private static let room = ""
}

/// The longest state, in bytes. The tab sends it in one packet, together with other messages.
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
