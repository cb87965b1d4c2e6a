#if Postgres
    import Dispatch
    import Synchronization

    /// When a feed looks next: soon after changes, later when there are none, at once when somebody asks.
    final class FeedAlarm: Sendable {
        private struct State {
            var pause = FeedAlarm.shortest
            var isStopped = false
            var isRung = false
        }

        static let shortest = 5
        static let longest = 50

        private let state = Mutex(State())
        private let bell = DispatchSemaphore(value: 0)

        var isStopped: Bool { state.withLock { $0.isStopped } }

        /// The milliseconds of the next pause. It grows while nothing comes.
        func nextPause(hadChanges: Bool) -> Int {
            state.withLock { state in
                state.pause = hadChanges ? Self.shortest : min(state.pause + (state.pause + 1) / 2, Self.longest)
                return state.pause
            }
        }

        /// Waits for the next look.
        func wait(hadChanges: Bool) {
            let pause = nextPause(hadChanges: hadChanges)
            _ = bell.wait(timeout: .now() + .milliseconds(pause))
            state.withLock { $0.isRung = false }
        }

        /// The next look is now, and those after it follow quickly: somebody waits for a commit.
        func ring() {
            let isFirst = state.withLock { state in
                state.pause = Self.shortest
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
