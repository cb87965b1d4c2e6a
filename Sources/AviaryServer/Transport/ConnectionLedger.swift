/// The open connections, and the decision about which connection is closed for a new one.
///
/// A connection is a *newcomer* until one of its requests was allowed. Silence, half a head, a slow body or wrong
/// tokens do not change that. Newcomers and idle connections can be closed for a new connection. Connections with an
/// allowed request or an open *window*, which is the WebSocket of a browser window, cannot. So without the token nobody
/// can shut others out, however many sockets they open. The oldest newcomer is closed first. If there is none, the
/// connection that has been idle longest is closed.
///
/// Event loops open their connections independently, so the order of newcomers is only roughly the order of
/// acceptance.
///
/// A connection that does not fit into the limits is *turned away*: it gets a single answer, 503 or the answer of
/// `/healthz`. Only a few such connections are held at a time, and the oldest is closed for the next one.
///
/// The ledger only decides; `Connections` carries the decisions out.
struct ConnectionLedger<ID: Hashable & Sendable> {
    enum Phase: Equatable, Sendable { case newcomer, idle, busy, window, turnedAway }

    struct Admission: Equatable {
        /// Whether the connection is served. Otherwise it is turned away.
        let isServed: Bool
        /// The connection to close for the new one; `nil` for none.
        let closing: ID?
    }

    private struct Entry {
        var phase: Phase
        let peer: PeerAddress?
        /// The address and the session of its window, if it is a window.
        var visitor: PeerAddress?
        var session: String?
        /// An ascending number for the time when the connection was opened or last became idle.
        var since: Int
    }

    private let limits: ServerLimits
    private var entries: [ID: Entry] = [:]
    private var peers: [PeerAddress: Set<ID>] = [:]
    private var windows: [PeerAddress: Int] = [:]
    private var turnedAway: Set<ID> = []
    private var moment = 0

    init(limits: ServerLimits) { self.limits = limits }

    var count: Int { entries.count }

    func phase(of id: ID) -> Phase? { entries[id]?.phase }

    /// - Parameter peer: `nil` for peers that are not counted: programs on this machine, and proxies.
    /// - Complexity: O(1) while the peer has few connections and the limits are not reached, otherwise O(*n*) for *n*
    ///   open connections.
    mutating func open(_ id: ID, from peer: PeerAddress?) -> Admission {
        let isFull = entries.count - turnedAway.count >= limits.connections
        var closing: ID?
        var isServed = true
        if let own = peer.flatMap({ peers[$0] }), own.count >= limits.newcomersPerAddress {
            let newcomers = own.count { entries[$0]?.phase == .newcomer }
            if own.count >= limits.connectionsPerAddress || newcomers >= limits.newcomersPerAddress {
                closing = oldest(own)
                isServed = closing != nil
            }
        }
        if isFull, isServed, closing == nil {
            closing = oldest(entries.keys)
            isServed = closing != nil
        }
        if !isServed, turnedAway.count >= ServerLimits.turnedAway { closing = oldest(turnedAway, .turnedAway) }
        if let closing { close(closing) }
        moment += 1
        entries[id] = Entry(phase: isServed ? .newcomer : .turnedAway, peer: peer, since: moment)
        if !isServed {
            turnedAway.insert(id)
        } else if let peer {
            peers[peer, default: []].insert(id)
        }
        return Admission(isServed: isServed, closing: closing)
    }

    /// Records that the policy has allowed a request.
    mutating func letIn(_ id: ID) { move(id, from: [.newcomer, .idle], to: .busy) }

    /// Records that the complete head of a request has arrived.
    mutating func beginRequest(_ id: ID) { move(id, from: [.idle], to: .busy) }

    /// Records that all requests are answered.
    mutating func endRequest(_ id: ID) {
        guard phase(of: id) == .busy else { return }
        move(id, from: [.busy], to: .idle)
        moment += 1
        entries[id]?.since = moment
    }

    /// - Parameter visitor: The address for which the window counts; `nil` for none. Behind a proxy it differs from
    ///   the peer's.
    /// - Returns: `true` if the connection is a window now. `false` if the visitor has too many windows, or if the
    ///   connection is closed, turned away, or a window already.
    mutating func openWindow(_ id: ID, for visitor: PeerAddress?, session: String? = nil) -> Bool {
        guard var entry = entries[id], entry.phase != .turnedAway, entry.phase != .window else { return false }
        entry.visitor = visitor
        entry.session = session
        if let visitor {
            guard windows[visitor, default: 0] < limits.windowsPerAddress else { return false }
            windows[visitor, default: 0] += 1
        }
        entry.phase = .window
        entries[id] = entry
        return true
    }

    /// The windows of a session, or all windows that have a session.
    func windows(of session: String?) -> [ID] {
        entries.filter {
            $0.value.phase == .window && $0.value.session != nil && $0.value.session == session ?? $0.value.session
        }
        .map(\.key)
    }

    mutating func close(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        turnedAway.remove(id)
        if let peer = entry.peer {
            peers[peer]?.remove(id)
            if peers[peer]?.isEmpty == true { peers[peer] = nil }
        }
        if entry.phase == .window, let visitor = entry.visitor {
            windows[visitor, default: 1] -= 1
            if windows[visitor] == 0 { windows[visitor] = nil }
        }
    }

    private mutating func move(_ id: ID, from phases: [Phase], to phase: Phase) {
        guard let now = entries[id]?.phase, phases.contains(now) else { return }
        entries[id]?.phase = phase
    }

    /// The connection to close first: the oldest newcomer, or else the connection that has been idle longest.
    private func oldest(_ ids: some Sequence<ID>) -> ID? { oldest(ids, .newcomer) ?? oldest(ids, .idle) }

    private func oldest(_ ids: some Sequence<ID>, _ phase: Phase) -> ID? {
        var found: (id: ID, since: Int)?
        for id in ids {
            guard let entry = entries[id], entry.phase == phase, entry.since < found?.since ?? .max else { continue }
            found = (id, entry.since)
        }
        return found?.id
    }
}
