#if Web
    /// Who may ask now, who waits, and which connections are kept.
    ///
    /// Requests run in the order in which they came, but for those whose host is busy.
    struct ExchangeLedger<Key: Hashable & Sendable>: Sendable {
        let limit: Int
        let limitForHost: Int
        private(set) var running: [Key: Int] = [:]
        private var waiting: [(id: Int, key: Key)] = []
        /// Those whose connections are kept, the one that was used last at the end.
        private(set) var kept: [Key] = []

        init(limit: Int, limitForHost: Int) {
            self.limit = max(limit, 1)
            self.limitForHost = max(limitForHost, 1)
        }

        var count: Int { running.values.reduce(0, +) }
        var waiters: [Int] { waiting.map(\.id) }

        enum Start: Hashable, Sendable {
            /// It may run, and the connections of another one are to be closed.
            case now(closing: Key?)
            case later
        }

        /// One wants to ask.
        mutating func begin(_ id: Int, _ key: Key) -> Start {
            guard isFree(key) else {
                waiting.append((id, key))
                return .later
            }
            return .now(closing: start(key))
        }

        /// One has asked. Returns who may ask now, and whose connections are to be closed.
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

        /// One waits no longer. Returns whether it did.
        mutating func giveUp(_ id: Int) -> Bool {
            guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
            waiting.remove(at: index)
            return true
        }

        private func isFree(_ key: Key) -> Bool { count < limit && running[key, default: 0] < limitForHost }

        /// Returns the one to close: as many are kept as may run, so one of them is idle if there are more.
        private mutating func start(_ key: Key) -> Key? {
            running[key, default: 0] += 1
            kept.removeAll { $0 == key }
            kept.append(key)
            guard kept.count > limit, let idle = kept.firstIndex(where: { running[$0] == nil }) else { return nil }
            return kept.remove(at: idle)
        }
    }
#endif
