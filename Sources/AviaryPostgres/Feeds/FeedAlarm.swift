import Dispatch
import Synchronization

/// The pause before a feed looks at the log again. It is very short after changes, then short for about a second,
/// and then grows.
struct FeedPace {
    /// The pause after changes, in milliseconds. Changes that arrive during this pause are handled together.
    static let busy = 2
    /// The pause during the second after changes, in milliseconds.
    static let attentive = 5
    /// The longest pause: an idle node looks at the log twice a second.
    static let idle = 500
    /// How many looks without changes use the pause `attentive`. Together they take a second.
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

    /// Returns to short pauses, because a caller waits for a commit.
    mutating func begin() { (quiet, pause) = (0, Self.attentive) }
}

/// Wakes a feed for its next look: after its pause, or at once on request.
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

    /// Makes the feed look now, and then with short pauses, because a caller waits for a commit.
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
