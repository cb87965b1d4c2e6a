/// The actions that a tab has asked for, and the answers to the last of them, because a tab that reconnects asks
/// again.
struct ActionAnswers {
    enum State {
        case new
        /// It waits or is being performed. The answer will come.
        case taken
        /// It was performed. These messages are its answer, which the tab may not have received.
        case settled([SceneMessage])
    }

    /// The highest number so far. Aviary's client counts from 1, but a number may be 0.
    private var last = -1
    /// Whether the tab has asked a lost scene for an action before.
    private(set) var isContinued = false
    /// The actions that wait or are being performed.
    private var open: Set<Int> = []
    /// The last answers that say more than "done".
    private var settled: [(number: Int, messages: [SceneMessage])] = []

    /// The state of an action. It relies on a tab numbering its actions in ascending order.
    func state(of number: Int) -> State {
        if let answer = settled.last(where: { $0.number == number }) { return .settled(answer.messages) }
        if number > last { return .new }
        return open.contains(number) ? .taken : .settled([.done(number)])
    }

    /// Records an action whose answer comes later, by `settle`.
    mutating func take(_ number: Int) {
        note(number)
        open.insert(number)
    }

    /// Records an action that is done in the same turn.
    mutating func note(_ number: Int) {
        if last < 0 { isContinued = number > 1 }
        last = max(last, number)
    }

    mutating func settle(_ number: Int, _ messages: [SceneMessage]) {
        open.remove(number)
        // `last` already implies a plain "done".
        if number <= last, messages == [.done(number)] { return }
        settled.append((number, messages))
        if settled.count > maximumAnswers { settled.removeFirst(settled.count - maximumAnswers) }
    }
}

/// The most actions of a tab without an answer: the scene lets no more wait.
private let maximumAnswers = 64
