import Synchronization

/// The open windows of each visitor, which a sign-out closes.
///
/// A sign-out may come while a window is being checked: the app ends the session, after the check has read it. So the
/// time of a sign-out is kept for as long as a check may take, and a window that was checked before it is refused.
final class VisitorWindows: Sendable {
    private struct State {
        var windows: [String: [Int: @Sendable () -> Void]] = [:]
        var last = 0
        var signOuts: [String: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Registers a window.
    ///
    /// - Parameters:
    ///   - mark: The mark of its visitor.
    ///   - check: When the check began that has recognized the visitor.
    ///   - close: Closes the window.
    /// - Returns: The number for `remove(_:of:)`; `nil` if the visitor was signed out meanwhile.
    func add(_ mark: String, checkedAt check: ContinuousClock.Instant, close: @escaping @Sendable () -> Void) -> Int? {
        state.withLock { state in
            if let end = state.signOuts[mark], end >= check { return nil }
            state.last += 1
            state.windows[mark, default: [:]][state.last] = close
            return state.last
        }
    }

    func remove(_ number: Int, of mark: String) {
        state.withLock { state in
            state.windows[mark]?[number] = nil
            if state.windows[mark]?.isEmpty == true { state.windows[mark] = nil }
        }
    }

    /// Closes the windows of a visitor.
    func signOut(_ mark: String) {
        let now = now()
        let closing = state.withLock { state in
            state.signOuts = state.signOuts.filter { $0.value.duration(to: now) < VisitorCheck.limit * 2 }
            state.signOuts[mark] = now
            return state.windows.removeValue(forKey: mark) ?? [:]
        }
        for close in closing.values { close() }
    }

    /// The number of open windows.
    var count: Int { state.withLock { $0.windows.values.reduce(0) { $0 + $1.count } } }
}
