#if Postgres
    import Dispatch
    import Synchronization

    /// How long a feed waits until it looks again: hardly behind changes, for a moment while there may be more, and then
    /// ever longer.
    struct FeedPace {
        /// Behind changes, in milliseconds: what comes in the meantime is one step.
        static let busy = 2
        /// For a while after changes, in milliseconds.
        static let attentive = 5
        /// A node where nothing happens asks twice a second.
        static let idle = 500
        /// How many looks without changes that while lasts: a second.
        static let attention = 200

        private var quiet = 0
        private var pause = FeedPace.attentive

        /// The milliseconds of the next pause.
        mutating func next(hadChanges: Bool) -> Int {
            if hadChanges {
                begin()
                return Self.busy
            }
            quiet = min(quiet + 1, Self.attention)
            if quiet == Self.attention { pause = min(pause + (pause + 1) / 2, Self.idle) }
            return pause
        }

        /// Somebody waits for a commit.
        mutating func begin() { (quiet, pause) = (0, Self.attentive) }
    }

    /// When a feed looks next: by its pace, or at once when somebody asks.
    final class FeedAlarm: Sendable {
        private struct State {
            var pace = FeedPace()
            var isStopped = false
            var isRung = false
        }

        private let state = Mutex(State())
        private let bell = DispatchSemaphore(value: 0)

        var isStopped: Bool { state.withLock { $0.isStopped } }

        /// Waits for the next look.
        func wait(hadChanges: Bool) {
            let pause = state.withLock { $0.pace.next(hadChanges: hadChanges) }
            _ = bell.wait(timeout: .now() + .milliseconds(pause))
            state.withLock { $0.isRung = false }
        }

        /// The next look is now, and those after it follow quickly: somebody waits for a commit.
        func ring() {
            let isFirst = state.withLock { state in
                state.pace.begin()
                defer { state.isRung = true }
                return !state.isRung
            }
            if isFirst { bell.signal() }
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            bell.signal()
        }
    }
#endif
