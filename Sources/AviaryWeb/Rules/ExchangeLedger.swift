/// Decides which requests may run, which wait, and which connections are kept open.
///
/// Requests run in the order of their arrival. While a request waits for a busy host, later requests to other hosts
/// may run.
struct ExchangeLedger<Key: Hashable & Sendable>: Sendable {
    let limit: Int
    let limitForHost: Int
    private(set) var running: [Key: Int] = [:]
    private var waiting: [(id: Int, key: Key)] = []
    /// The servers whose connections are kept open, the most recently used last.
    private(set) var kept: [Key] = []

    init(limit: Int, limitForHost: Int) {
        self.limit = max(limit, 1)
        self.limitForHost = max(limitForHost, 1)
    }

    var count: Int { running.values.reduce(0, +) }
    var waiters: [Int] { waiting.map(\.id) }

    enum Start: Hashable, Sendable {
        /// The request may run. If a server is given, its connections must be closed.
        case now(closing: Key?)
        case later
    }

    /// Registers a new request.
    mutating func begin(_ id: Int, _ key: Key) -> Start {
        guard isFree(key) else {
            waiting.append((id, key))
            return .later
        }
        return .now(closing: start(key))
    }

    /// Registers the end of a request. Returns the requests that may run now, with the servers whose connections
    /// must be closed.
    mutating func end(_ key: Key) -> [(id: Int, closing: Key?)] {
        guard let number = running[key] else { return [] }
        running[key] = number == 1 ? nil : number - 1
        var started: [(id: Int, closing: Key?)] = []
        while count < limit, let index = waiting.firstIndex(where: { isFree($0.key) }) {
            let (id, key) = waiting.remove(at: index)
            started.append((id, start(key)))
        }
        return started
    }

    /// Removes a waiting request. Returns true if it was waiting.
    mutating func giveUp(_ id: Int) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting.remove(at: index)
        return true
    }

    private func isFree(_ key: Key) -> Bool { count < limit && running[key, default: 0] < limitForHost }

    /// Starts a request. Returns the server to close, if any. At most `limit` requests run. So if more than `limit`
    /// servers are kept, one of them is idle.
    private mutating func start(_ key: Key) -> Key? {
        running[key, default: 0] += 1
        kept.removeAll { $0 == key }
        kept.append(key)
        guard kept.count > limit, let idle = kept.firstIndex(where: { running[$0] == nil }) else { return nil }
        return kept.remove(at: idle)
    }
}
