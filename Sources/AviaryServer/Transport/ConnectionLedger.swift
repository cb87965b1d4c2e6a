/// Which connections are open, and which of them makes room for a new one.
///
/// A connection is a *newcomer* until one of its requests was let in: silence, a half head, a slow body and wrong tokens
/// leave it one. Newcomers and idle connections make room; a request that was let in and an open window do not. So nobody
/// without the token keeps anybody out, however many sockets he holds. Of the newcomers the one that was opened first
/// makes room, of the idle ones the one that has been idle longest.
///
/// Event loops open their connections independently, so the order in which newcomers are opened here is only about that
/// in which they were accepted.
///
/// A connection for which there is no room is *turned away*: it gets one answer, 503 or that of `/healthz`. Only a few of
/// these are held at a time; the oldest goes when another comes.
///
/// Decides only; `Connections` acts.
struct ConnectionLedger<ID: Hashable & Sendable> {
    enum Stage: Equatable, Sendable { case newcomer, idle, busy, window, turnedAway }

    struct Admission: Equatable {
        /// Whether the connection is served, as opposed to turned away.
        let isServed: Bool
        /// The connection to close for it.
        let closing: ID?
    }

    private struct Entry {
        var stage: Stage
        let peer: PeerAddress?
        /// The address and the session of its window.
        var visitor: PeerAddress?
        var session: String?
        /// When it was opened, or has become idle last: a number that ascends with each of these.
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

    func stage(of id: ID) -> Stage? { entries[id]?.stage }

    /// - Parameter peer: `nil` for one whose connections are not counted: this machine's programs, and proxies.
    /// - Complexity: O(1) while there is room, else O(open connections).
    mutating func open(_ id: ID, from peer: PeerAddress?) -> Admission {
        let isFull = entries.count - turnedAway.count >= limits.connections
        var closing: ID?
        var isServed = true
        if let own = peer.flatMap({ peers[$0] }), own.count >= limits.newcomersPerAddress {
            let newcomers = own.count { entries[$0]?.stage == .newcomer }
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
        entries[id] = Entry(stage: isServed ? .newcomer : .turnedAway, peer: peer, since: moment)
        if !isServed {
            turnedAway.insert(id)
        } else if let peer {
            peers[peer, default: []].insert(id)
        }
        return Admission(isServed: isServed, closing: closing)
    }

    /// A request was let in by the policy.
    mutating func letIn(_ id: ID) { move(id, from: [.newcomer, .idle], to: .busy) }

    /// A whole request head came.
    mutating func beginRequest(_ id: ID) { move(id, from: [.idle], to: .busy) }

    /// All that was asked for is answered.
    mutating func endRequest(_ id: ID) {
        guard stage(of: id) == .busy else { return }
        move(id, from: [.busy], to: .idle)
        moment += 1
        entries[id]?.since = moment
    }

    /// - Parameter visitor: The address that the window counts for, which behind a proxy is not the peer; `nil` for none.
    /// - Returns: Whether there is room for another window.
    mutating func openWindow(_ id: ID, for visitor: PeerAddress?, session: String? = nil) -> Bool {
        guard var entry = entries[id], entry.stage != .turnedAway, entry.stage != .window else { return false }
        entry.visitor = visitor
        entry.session = session
        if let visitor {
            guard windows[visitor, default: 0] < limits.windowsPerAddress else { return false }
            windows[visitor, default: 0] += 1
        }
        entry.stage = .window
        entries[id] = entry
        return true
    }

    /// The windows of a session, or those of all sessions.
    func windows(of session: String?) -> [ID] {
        entries.filter {
            $0.value.stage == .window && $0.value.session != nil && $0.value.session == session ?? $0.value.session
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
        if entry.stage == .window, let visitor = entry.visitor {
            windows[visitor, default: 1] -= 1
            if windows[visitor] == 0 { windows[visitor] = nil }
        }
    }

    private mutating func move(_ id: ID, from stages: [Stage], to stage: Stage) {
        guard let now = entries[id]?.stage, stages.contains(now) else { return }
        entries[id]?.stage = stage
    }

    /// The one that makes room: a newcomer before an idle one, and of its kind the one that is there longest.
    private func oldest(_ ids: some Sequence<ID>) -> ID? { oldest(ids, .newcomer) ?? oldest(ids, .idle) }

    private func oldest(_ ids: some Sequence<ID>, _ stage: Stage) -> ID? {
        var found: (id: ID, since: Int)?
        for id in ids {
            guard let entry = entries[id], entry.stage == stage, entry.since < found?.since ?? .max else { continue }
            found = (id, entry.since)
        }
        return found?.id
    }
}
