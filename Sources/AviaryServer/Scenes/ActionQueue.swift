/// The actions that a tab has asked for and that are not done: one is performed, the others wait in their order.
struct ActionQueue {
    /// An action that the tab has asked for.
    struct Request: Sendable {
        var number: Int
        var action: String
        /// The action's closure. It is looked up when the request arrives. So the action is performed even if its sheet
        /// is closed before its turn comes.
        var perform: OnScene<(ActionEvent) async throws -> Void>
        var event: ActionEvent
        /// The door's admission, which says when the action runs.
        var admission: Door.Admission
    }

    /// The outcome of an action.
    struct Outcome: Sendable {
        /// The receipt that the action has used last. It may differ from the receipt of the request.
        var receipt: String?
        var failure: (any Error)?
    }

    /// An action that is performed, or that waits for its turn among the large actions of all tabs.
    private struct Performance {
        let number: Int
        let admission: Door.Admission
        /// Whether the person has stopped the action or has left.
        var isStopped = false
        /// The task that performs the action, once its turn has come.
        var work: Task<Outcome, Never>?

        mutating func stop() {
            isStopped = true
            work?.cancel()
            admission.stop()
        }
    }

    private var waiting: [Request] = []
    private var performance: Performance?
    /// Whether a task performs the actions.
    private var isTakenUp = false
    /// Whether the tab has left for good, so that large actions are stopped.
    private var isAbandoned = false
    /// Whether the server is stopping, so that nothing new begins.
    private(set) var isStopping = false

    /// The number of actions that wait.
    var count: Int { waiting.count }
    /// Whether the tab has as many waiting actions as one tab may have.
    var isFull: Bool { waiting.count >= maximumWaiting }

    mutating func add(_ request: Request) { waiting.append(request) }

    /// Claims the waiting actions for the calling task, which calls `next()` until it returns `nil`.
    ///
    /// - Returns: `false` if there are none, or another task has claimed them.
    mutating func takeUp() -> Bool {
        guard !waiting.isEmpty, !isTakenUp else { return false }
        isTakenUp = true
        return true
    }

    /// Ends the action before, and begins the next one. `nil` ends the claim of the calling task.
    mutating func next() -> Request? {
        guard !waiting.isEmpty else {
            (performance, isTakenUp) = (nil, false)
            return nil
        }
        let request = waiting.removeFirst()
        performance = Performance(number: request.number, admission: request.admission)
        return request
    }

    /// Whether an action is the one that is performed.
    func isPerforming(_ number: Int) -> Bool { performance?.number == number }

    /// Whether the action that is performed was stopped, by the person or because they have left.
    var isStopped: Bool { performance?.isStopped == true }

    /// Ends the action that is performed, and returns whether it was stopped.
    mutating func end() -> Bool {
        defer { performance = nil }
        return isStopped
    }

    /// Notes the task that performs the current action, so that `stop(_:)` can cancel it.
    mutating func begin(_ work: Task<Outcome, Never>) { performance?.work = work }

    /// Stops an action. The task of the one that is performed is cancelled. One that waits is removed.
    ///
    /// - Returns: The removed request, which the caller answers.
    mutating func stop(_ number: Int) -> Request? {
        if isPerforming(number) {
            performance?.stop()
            return nil
        }
        return waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0) }
    }

    /// Stops large actions, including waiting ones, because the tab has left for good.
    mutating func abandon() {
        isAbandoned = true
        stopIfLarge()
    }

    /// Revokes `abandon()`, because the scene is kept from now on and the tab may return to it.
    mutating func endAbandonment() { isAbandoned = false }

    /// Stops the current action if it is a large one of a tab that has left. It may have become large by its rows.
    mutating func stopIfAbandoned() { if isAbandoned { stopIfLarge() } }

    private mutating func stopIfLarge() { if performance?.admission.isLarge == true { performance?.stop() } }

    /// Drops all waiting actions, because the server stops. They get no answer, so the tab asks for them again after
    /// the restart.
    mutating func close() {
        isStopping = true
        waiting = []
    }

    /// Revokes `close()`, because a tab has connected again.
    mutating func open() { isStopping = false }
}

/// The most actions of one tab that wait.
private let maximumWaiting = 64
