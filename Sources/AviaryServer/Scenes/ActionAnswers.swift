/// The actions that a tab has asked for, and the last answers. A tab that reconnects asks again for every action whose
/// answer it has not received.
struct ActionAnswers {
    enum State {
        case new
        /// The action waits or is being performed. Its answer will come.
        case taken
        /// The action is answered with these messages, which the tab may not have received.
        case settled([SceneMessage])
    }

    /// The highest number so far; -1 before the first. Aviary's client counts from 1, but another client may send 0.
    private var last = -1
    /// Whether the first number that this scene received is above 1. If so, the tab has sent its first actions to an
    /// earlier scene, which was lost.
    private(set) var isContinued = false
    /// The actions that wait or are being performed.
    private var open: Set<Int> = []
    /// The last answers that say more than "done".
    private var settled: [(number: Int, messages: [SceneMessage])] = []

    /// The state of an action. It is correct only because a tab numbers its actions in ascending order.
    func state(of number: Int) -> State {
        if let answer = settled.last(where: { $0.number == number }) { return .settled(answer.messages) }
        if number > last { return .new }
        return open.contains(number) ? .taken : .settled([.done(number: number)])
    }

    /// Records an action that is answered later, by `settle`.
    mutating func take(_ number: Int) {
        note(number)
        open.insert(number)
    }

    /// Records an action that the scene performs and answers in the same turn.
    mutating func note(_ number: Int) {
        if last < 0 { isContinued = number > 1 }
        last = max(last, number)
    }

    mutating func settle(_ number: Int, _ messages: [SceneMessage]) {
        open.remove(number)
        // For a number up to `last`, `state(of:)` answers a plain "done" without a stored answer.
        if number <= last, messages == [.done(number: number)] { return }
        settled.append((number, messages))
        if settled.count > maximumAnswers { settled.removeFirst(settled.count - maximumAnswers) }
    }
}

/// The most answers that are kept. A scene lets at most this number of actions wait.
private let maximumAnswers = 64
